/** How many placements are tried before giving up; some milliseconds. */
const BUDGET = 50_000;

/**
 * Searches for a division in which no bin holds more than `limit`.
 *
 * Depth first, the largest item first, each into the emptiest bin that takes it; a bin as full as one that was tried already is
 * no different. Complete for a few dozen items, abandoned where it takes too long.
 *
 * @param sizes - Shape [items]; not negative.
 * @returns The items of each bin, shape [bins]; undefined where there is no such division or none was found.
 */
export function fitBins(sizes: ArrayLike<number>, bins: number, limit: number): number[][] | undefined {
  const order = Array.from({ length: sizes.length }, (_, item) => item).sort((a, b) => sizes[b]! - sizes[a]!);
  const total = order.reduce((sum, item) => sum + sizes[item]!, 0);
  if (total > bins * limit) return undefined;
  const sums = new Array<number>(bins).fill(0);
  const chosen = new Int32Array(order.length);
  let left = BUDGET;

  const place = (at: number): boolean => {
    if (at === order.length) return true;
    const size = sizes[order[at]!]!;
    const tried = new Set<number>();
    const byRoom = sums.map((_, bin) => bin).sort((a, b) => sums[a]! - sums[b]!);
    for (const bin of byRoom) {
      if (sums[bin]! + size > limit || left-- <= 0) return false;
      if (tried.has(sums[bin]!)) continue;
      tried.add(sums[bin]!);
      const before = sums[bin]!;
      sums[bin] = before + size;
      chosen[at] = bin;
      if (place(at + 1)) return true;
      sums[bin] = before;
    }
    return false;
  };
  if (!place(0)) return undefined;
  return sums.map((_, bin) => order.filter((_item, at) => chosen[at] === bin));
}
