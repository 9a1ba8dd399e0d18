import { checkLength, checkTokenLayout, groupByLabel, sequenceCount } from '../../../base/internal/index.js';
import {
  alignTokens,
  columnBaselines,
  rewardToGo,
  scoreEnergy,
  subtractBaselines,
  tailOf,
} from '../../../advantage/compat.js';
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
  const { rewards, oldLogprobs, sumPiSquared, rolloutWeights, groups } = input;
  checkTokenLayout(input, { rewards, oldLogprobs, sumPiSquared, ...(rolloutWeights && { rolloutWeights }) });
  checkLength(groups, 'input.groups', sequenceCount(input.offsets), 'sequences');
  const returns = carryBack(rewardToGo(input, 1), input);
  const energy = scoreEnergy(input);
  const sequences = alignTokens(input, isMultiTurn ? 'counted' : 'position');
  const advantages = new Float64Array(returns.length);
  for (const { members } of groupByLabel(groups)) {
    const all = members.map((i) => sequences[i]!);
    const group = isMultiTurn ? all.filter(({ at }) => at.length > 0) : all;
    const isAlone = group.length === 1;
    const baselines = isAlone ? [] : columnBaselines(group, returns, energy, epsilon);
    const tail = zeroTail && !isAlone ? tailOf(group, ({ at }) => at.length) : undefined;
    subtractBaselines(advantages, group, returns, baselines, tail);
  }
  return { advantages, returns };
}
