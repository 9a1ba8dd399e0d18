/**
 * @returns The last of the selected rollouts: those that are cut off so that the world size divides the number of the others.
 * @throws TypeError without a world size, where the release divides by it.
 */
export function cutTail(selected: readonly number[], worldSize: number | undefined): Set<number> {
  if (worldSize === undefined) throw new TypeError('options.worldSize: expected number, got undefined');
  const surplus = selected.length % worldSize;
  return new Set(surplus === 0 ? [] : selected.slice(-surplus));
}
