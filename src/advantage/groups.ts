/** What tells groups apart: rollouts with the same label (`===`, so 7 and '7' differ) belong together. */
export type GroupLabel = string | number;

/** Which rollouts belong together. R = rollouts, G = groups, in order of first appearance. */
export interface Groups {
  /** The group of each rollout; shape [R]; values in [0, G). */
  readonly groupOf: Int32Array;
  /** The rollouts of each group, in input order; shape [G]. */
  readonly members: readonly (readonly number[])[];
}

/** @returns The groups that equal labels form. @throws TypeError for a label that is not a string or a number. */
export function groupByLabel(labels: ArrayLike<GroupLabel>): Groups {
  const groupOf = new Int32Array(labels.length);
  const members: number[][] = [];
  const known = new Map<GroupLabel, number>();
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i]!;
    if (typeof label !== 'string' && typeof label !== 'number')
      throw new TypeError(`labels[${i}]: expected a string or a number, got ${String(label)}`);
    let group = known.get(label);
    if (group === undefined) {
      group = members.length;
      known.set(label, group);
      members.push([]);
    }
    groupOf[i] = group;
    members[group]!.push(i);
  }
  return { groupOf, members };
}
