/** @returns The least number from `low` on for which something holds that holds for all greater ones, within a share of it. */
export function leastOf(
  holds: (value: number) => boolean,
  { low = 0, high = 2 * low, share = 1e-9 }: { readonly low?: number; readonly high?: number; readonly share?: number },
): number {
  if (holds(low)) return low;
  while (!holds(high)) [low, high] = [high, 2 * high];
  while (high - low > share * high) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}
