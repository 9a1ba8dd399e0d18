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
