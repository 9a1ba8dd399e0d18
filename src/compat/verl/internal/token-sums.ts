import type { TokenLayout } from '../../../base/index.js';
import { checkTokenLayout, maskedCount, maskedSum, refuseSegments } from '../../../base/internal/index.js';
import type { TokenRewards, OptimalTokenBaselineInput, TokenAdvantages } from '../../../advantage/index.js';
import { VERL_COUNT_EPSILON } from '../version.js';
import { baselineGroups, rewardToGo, subtractBaselines, tailOf } from '../../../advantage/compat.js';

/** @returns The sum of each sequence's rewards, those outside the mask included; shape [S]. */
export function sumAllRewards(input: TokenRewards): Float64Array {
  const { offsets, rewards } = input;
  checkTokenLayout(input, { rewards });
  const sums = new Float64Array(offsets.length - 1);
  for (let i = 0; i < sums.length; i++) for (let t = offsets[i]!; t < offsets[i + 1]!; t++) sums[i]! += rewards[t]!;
  return sums;
}

/** @returns The values, and outside the mask that of the next counted token of the sequence (0 where none follows); shape [N]. */
export function carryBack(values: Float64Array, { offsets, responseMask }: TokenLayout): Float64Array {
  const carried = Float64Array.from(values);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i + 1]! - 1, next = 0; t >= offsets[i]!; t--) {
      if (responseMask[t] === 0) carried[t] = next;
      else next = values[t]!;
    }
  return carried;
}

/**
 * The discounted reward-to-go of verl's REINFORCE++: what is outside the mask takes part with its reward, and what comes after it
 * is forgotten, so that tokens before a tool response get none of the later reward.
 *
 * @param discount - γ.
 */
export function resettingRewardToGo(input: TokenRewards, discount: number): Float64Array {
  const { offsets, responseMask, rewards } = input;
  refuseSegments(input);
  checkTokenLayout(input, { rewards });
  const returns = new Float64Array(rewards.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i + 1]! - 1, running = 0; t >= offsets[i]!; t--) {
      returns[t] = running = rewards[t]! + discount * running;
      if (responseMask[t] === 0) running = 0;
    }
  return returns;
}

/** @returns The mean of the values within the mask, divided by their number + 1e-8; 0 without any. */
export function verlMaskedMean(values: ArrayLike<number>, mask: ArrayLike<number>): number {
  return maskedSum(values, mask) / (maskedCount(mask) + VERL_COUNT_EPSILON);
}

/** @throws RangeError for a sample variance (`ddof` 1) of fewer than two values. */
export function verlMaskedVariance(values: ArrayLike<number>, mask: ArrayLike<number>, ddof: 0 | 1 = 1): number {
  const count = maskedCount(mask);
  if (count <= ddof && ddof === 1) throw new RangeError(`mask: expected at least 2 selected values, got ${count}`);
  const center = verlMaskedMean(values, mask);
  const squares = Float64Array.from(values, (value) => (value - center) ** 2);
  return (verlMaskedMean(squares, mask) * count) / Math.max(1, count - ddof);
}

/**
 * verl's masked whitening divides by the number of values + 1e-8; what is outside the mask is shifted and scaled too.
 *
 * @param shiftMean - False gives the mean back after scaling.
 * @throws RangeError for fewer than two values within the mask.
 */
export function verlWhiten(
  values: Float64Array,
  { responseMask }: Pick<TokenLayout, 'responseMask'>,
  shiftMean = true,
): Float64Array {
  const center = verlMaskedMean(values, responseMask);
  const scale = 1 / Math.sqrt(verlMaskedVariance(values, responseMask) + 1e-8);
  return values.map((value) => (value - center) * scale + (shiftMean ? 0 : center));
}

/** @returns The values, 0 outside the mask; shape [N]. */
export function withinMask(values: Float64Array, { responseMask }: TokenLayout): Float64Array {
  return values.map((value, t) => (responseMask[t] === 0 ? 0 : value));
}

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
