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
