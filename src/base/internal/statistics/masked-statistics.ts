/**
 * Statistics over the values that a mask selects. Values outside the mask are never read, so a NaN there is harmless.
 *
 * `countEpsilon` is added to the number of values before the division: 1e-8 to reproduce verl's numbers, else 0.
 */

/** @returns The sum of the selected values; shape of both inputs: [N]. */
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

/** @returns The mean of the selected values; 0 where none is. */
export function maskedMean(values: ArrayLike<number>, mask: ArrayLike<number>, countEpsilon = 0): number {
  const count = maskedCount(mask);
  return count === 0 ? 0 : maskedSum(values, mask) / (count + countEpsilon);
}

/**
 * @param ddof - 1 gives the sample variance, 0 the population's.
 * @returns The variance of the selected values.
 * @throws RangeError if the mask selects no more than `ddof` values.
 */
export function maskedVariance(
  values: ArrayLike<number>,
  mask: ArrayLike<number>,
  ddof: 0 | 1 = 1,
  countEpsilon = 0,
): number {
  const count = maskedCount(mask);
  if (count <= ddof && ddof === 1) throw new RangeError(`mask: expected at least 2 selected values, got ${count}`);
  const center = maskedMean(values, mask, countEpsilon);
  const squares = Float64Array.from(values, (value) => (value - center) ** 2);
  return (maskedMean(squares, mask, countEpsilon) * count) / Math.max(1, count - ddof);
}
