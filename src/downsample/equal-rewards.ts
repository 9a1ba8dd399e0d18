/** When the rewards of a group count as equal. */
export interface EqualityOptions {
  /**
   * `spread`: max − min <= a + b · max|r|, whatever the order; `first`: |r₀ − r| <= a + b · |r| for every r, where
   * r₀ is the group's first, as the release compares.
   */
  readonly comparison: 'spread' | 'first';
  /** a. */
  readonly absoluteTolerance: number;
  /** b. */
  readonly relativeTolerance: number;
  /** `float32` rounds rewards and every step of the comparison to float32, as the release's tensors do. */
  readonly precision: 'float64' | 'float32';
}

/** @returns Whether all rewards of a group are equal; one reward always is. */
export function allEqual(rewards: readonly number[], options: EqualityOptions): boolean {
  if (options.comparison === 'first') return rewards.every((reward) => isClose(rewards[0]!, reward, options));
  const highest = rewards.reduce((a, b) => Math.max(a, b));
  const lowest = rewards.reduce((a, b) => Math.min(a, b));
  const largest = Math.max(Math.abs(highest), Math.abs(lowest));
  return highest - lowest <= options.absoluteTolerance + options.relativeTolerance * largest;
}

/** @returns Whether all rewards of a group are zero. */
export function allZero(rewards: readonly number[], options: EqualityOptions): boolean {
  return rewards.every((reward) => isClose(0, reward, options));
}

/** `torch.isclose(a, b)`: |a − b| <= absolute + relative · |b|. */
function isClose(a: number, b: number, options: EqualityOptions): boolean {
  const round = options.precision === 'float32' ? Math.fround : (x: number) => x;
  const [given, wanted] = [round(a), round(b)];
  const slack = Math.abs(round(round(options.relativeTolerance) * wanted));
  return given === wanted || Math.abs(round(given - wanted)) <= round(round(options.absoluteTolerance) + slack);
}
