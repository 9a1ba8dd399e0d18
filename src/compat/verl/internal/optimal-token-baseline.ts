import { baselineGroups, rewardToGo, subtractBaselines, tailOf } from '../../../advantage/compat.js';
import type { OptimalTokenBaselineInput, TokenAdvantages } from '../../../advantage/index.js';
import { carryBack } from './token-sums.js';

/** Which of verl's two forms, and its options. */
interface How {
  readonly isMultiTurn: boolean;
  readonly zeroTail: boolean;
  readonly epsilon: number;
}

/**
 * verl's optimal token baselines. A group of one gets its raw return. The form of single turns counts sequences without a counted
 * token as members, and lets the tail begin at a position equal to a number of tokens.
 */
export function verlOptimalTokenBaseline(
  input: OptimalTokenBaselineInput,
  { isMultiTurn, zeroTail, epsilon }: How,
): TokenAdvantages {
  const { energy, groups } = baselineGroups(input, isMultiTurn ? 'counted' : 'position');
  const returns = carryBack(rewardToGo(input, 1), input);
  const advantages = new Float64Array(returns.length);
  for (const members of groups) {
    const group = isMultiTurn ? members.filter(({ at }) => at.length > 0) : members;
    if (group.length === 1) {
      for (const t of group[0]!.at) advantages[t] = returns[t]!;
      continue;
    }
    const tail = zeroTail ? tailOf(group, ({ at }) => at.length) : undefined;
    subtractBaselines(advantages, group, returns, energy, { epsilon, tail });
  }
  return { advantages, returns };
}
