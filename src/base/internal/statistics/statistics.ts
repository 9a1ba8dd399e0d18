/** @returns The arithmetic mean; NaN for an empty list. */
export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum / values.length;
}

/**
 * @param ddof - Delta degrees of freedom: 1 gives the sample standard deviation, 0 the population's.
 * @returns The standard deviation, by the two-pass formula; NaN for fewer than `ddof + 1` values.
 */
export function standardDeviation(values: ArrayLike<number>, ddof = 1): number {
  const center = mean(values);
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += (values[i]! - center) ** 2;
  return values.length > ddof ? Math.sqrt(sum / (values.length - ddof)) : NaN;
}

/** @returns The q-quantile, linearly interpolated between order statistics (NumPy's default); NaN for an empty list. */
export function quantile(values: ArrayLike<number>, q: number): number {
  if (!(q >= 0 && q <= 1)) throw new RangeError(`q: expected a number in [0, 1], got ${q}`);
  const sorted = Float64Array.from(values).sort();
  const position = q * (sorted.length - 1);
  const below = Math.floor(position);
  const fraction = position - below;
  const low = sorted[below];
  if (low === undefined) return NaN;
  return fraction === 0 ? low : low + fraction * (sorted[below + 1]! - low);
}

/** @returns The sum of the values that a mask selects; both have shape [N]. Other values are never read, so a NaN there is harmless. */
export function maskedSum(values: ArrayLike<number>, mask: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) if (mask[i]! !== 0) sum += values[i]!;
  return sum;
}

/** @returns How many values the mask selects. */
export function maskedCount(mask: ArrayLike<number>): number {
  let count = 0;
  for (let i = 0; i < mask.length; i++) if (mask[i]! !== 0) count++;
  return count;
}
