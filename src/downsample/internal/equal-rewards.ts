/** When the rewards of a group count as equal: max − min <= a + b · max|r|, whatever their order. */
export interface EqualityTolerance {
  /** a. */
  readonly absoluteTolerance: number;
  /** b. */
  readonly relativeTolerance: number;
}

/** @returns Whether all rewards of a group are equal; one reward always is. */
export function allEqual(
  rewards: readonly number[],
  { absoluteTolerance, relativeTolerance }: EqualityTolerance,
): boolean {
  const highest = rewards.reduce((a, b) => Math.max(a, b));
  const lowest = rewards.reduce((a, b) => Math.min(a, b));
  const largest = Math.max(Math.abs(highest), Math.abs(lowest));
  return highest - lowest <= absoluteTolerance + relativeTolerance * largest;
}

/** @returns Whether all rewards of a group are zero. */
export function allZero(
  rewards: readonly number[],
  { absoluteTolerance, relativeTolerance }: EqualityTolerance,
): boolean {
  return rewards.every((reward) => Math.abs(reward) <= absoluteTolerance + relativeTolerance * Math.abs(reward));
}

/** @returns What rejection counts, in groups, under the release's names; the ratio is 0 without a group. */
export function rejectionMetrics(groups: readonly { readonly isEqual: boolean; readonly isZero: boolean }[]) {
  const equal = groups.filter((group) => group.isEqual);
  const zeros = equal.filter((group) => group.isZero).length;
  return {
    'reject_equal_reward/solve_non_equal_total': groups.length - equal.length,
    'reject_equal_reward/solve_equal_total': equal.length,
    'reject_equal_reward/solve_equal_total_ratio': groups.length === 0 ? 0 : equal.length / groups.length,
    'reject_equal_reward/solve_equal_zeros': zeros,
    'reject_equal_reward/solve_equal_non_all_zeros': equal.length - zeros,
  };
}
