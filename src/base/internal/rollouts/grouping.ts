import type { GroupLabel } from '../../rollout.js';

/** Rollouts that belong together, as ascending indices into the input. */
export interface Group {
  readonly label: GroupLabel;
  readonly members: readonly number[];
}

/**
 * @param labels - One a rollout; rollouts with the same label (`===`, so 7 and '7' differ) belong together.
 * @param among - The rollouts to look at, in the order of the members. Default: all, ascending.
 * @returns The groups, in order of first appearance.
 */
export function groupByLabel(labels: ArrayLike<GroupLabel>, among?: ArrayLike<number>): Group[] {
  const groups = new Map<GroupLabel, number[]>();
  const count = (among ?? labels).length;
  for (let k = 0; k < count; k++) {
    const index = among === undefined ? k : among[k]!;
    const label = labels[index]!;
    const members = groups.get(label);
    if (members === undefined) groups.set(label, [index]);
    else members.push(index);
  }
  return Array.from(groups, ([label, members]) => ({ label, members }));
}

/** @returns The groups in an order that depends on their labels alone; numbers come before strings. */
export function sortByLabel<G extends { readonly label: GroupLabel }>(groups: readonly G[]): G[] {
  return groups.toSorted(({ label: a }, { label: b }) => {
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
