import type { GroupLabel, Random } from '../../base/index.js';
import { sortByLabel } from '../../base/internal/index.js';

/** What was selected of one group. */
export interface SelectedGroup {
  readonly label: GroupLabel;
  /** Indices into the input. */
  readonly selected: readonly number[];
}

/**
 * @param random - Draws which groups go where several choices are equally small, so that none goes more readily for its
 *   label; without it the first by label go. Their place in the batch never matters.
 * @returns The selected rollouts that are left out, in whole groups, so that `worldSize` divides the number of the others.
 */
export function leftOver(groups: readonly SelectedGroup[], worldSize: number, random: Random | undefined): Set<number> {
  const count = groups.reduce((sum, group) => sum + group.selected.length, 0);
  if (count % worldSize === 0) return new Set();
  const labelled = sortByLabel(groups);
  const ordered = random?.fork('world-size').shuffle(labelled) ?? labelled;
  const leftOut = groupsToLeaveOut(
    ordered.map((group) => group.selected.length),
    worldSize,
  );
  return new Set(leftOut.flatMap((group) => ordered[group]!.selected));
}

/**
 * Chooses whole groups to leave out so that `worldSize` divides the rest, leaving out as few rollouts as possible.
 *
 * @param counts - Rollouts selected of each group.
 * @returns The groups left out, as ascending indices into `counts`; of equally small choices the one of the earliest
 *   groups. All groups, when no other choice will do.
 */
export function groupsToLeaveOut(counts: readonly number[], worldSize: number): number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const surplus = total % worldSize;
  if (surplus === 0) return [];
  if (total < worldSize) return counts.map((_, group) => group);

  // least[g][r]: the fewest rollouts that the groups from g on can leave out with a sum ≡ r (mod worldSize).
  const less = (residue: number, count: number) => (residue + worldSize - (count % worldSize)) % worldSize;
  const least = [new Float64Array(worldSize).fill(Infinity, 1)];
  for (const count of counts.toReversed()) {
    const rest = least[0]!;
    least.unshift(rest.map((staying, residue) => Math.min(staying, count + rest[less(residue, count)]!)));
  }

  const leftOut: number[] = [];
  let residue = surplus;
  counts.forEach((count, group) => {
    const rest = least[group + 1]!;
    if (count + rest[less(residue, count)]! > rest[residue]!) return;
    leftOut.push(group);
    residue = less(residue, count);
  });
  return leftOut;
}
