/** Rollouts of one group, as ascending indices into the input. */
export interface Group {
  readonly label: string | number;
  readonly members: readonly number[];
}

/**
 * @param labels - One per rollout; equal (`===`) labels form a group.
 * @returns The groups, in order of first appearance.
 */
export function groupsOf(labels: readonly (string | number)[]): Group[] {
  const groups = new Map<string | number, number[]>();
  labels.forEach((label, index) => {
    const members = groups.get(label);
    if (members === undefined) groups.set(label, [index]);
    else members.push(index);
  });
  return Array.from(groups, ([label, members]) => ({ label, members }));
}

/** @returns The groups in an order that depends on their labels alone; numbers come before strings. */
export function byLabel<G extends { readonly label: string | number }>(groups: readonly G[]): G[] {
  return groups.toSorted(({ label: a }, { label: b }) => {
    if (typeof a !== typeof b) return typeof a === 'number' ? -1 : 1;
    return a < b ? -1 : a > b ? 1 : 0;
  });
}
