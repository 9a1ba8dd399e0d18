import * as z from 'zod/mini';
import {
  checkArgument,
  checkFinite,
  checkLength,
  checkMask,
  maskedCount,
  maskedSum,
  parseOptions,
} from '../base/internal/index.js';

/** How values are whitened. */
export interface WhitenOptions {
  /** Default true; false adds the mean again after scaling. */
  readonly shiftMean?: boolean | undefined;
  /** Added to the variance. Default 1e-8. */
  readonly epsilon?: number | undefined;
}

/** Reads `WhitenOptions`. */
export const whitenSchema = z.strictObject({
  shiftMean: z._default(z.boolean(), true),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-8),
});

/**
 * Scales the selected values to mean 0 and sample variance 1: (x − mean) / √(var + ε).
 *
 * @param values - Shape [N].
 * @param mask - Shape [N]; 1 selects, 0 does not.
 * @throws RangeError for a selected value that is not finite, a mask that is not 0 or 1, or lengths that differ.
 * @returns Shape [N]; 0 outside the mask, and everywhere if fewer than two values are selected.
 *
 * @example
 * whiten([1, 2, 3], [1, 1, 1]); // [-0.999…, 0, 0.999…]
 */
export function whiten(values: ArrayLike<number>, mask: ArrayLike<number>, options: WhitenOptions = {}): Float64Array {
  checkArgument(values, 'values', 'an array');
  checkArgument(mask, 'mask', 'an array');
  checkLength(mask, 'mask', values.length, 'values');
  checkMask(mask, 'mask');
  const { shiftMean, epsilon } = parseOptions(whitenSchema, options);
  checkFinite(values, 'values', mask);
  const count = maskedCount(mask);
  if (count < 2) return new Float64Array(values.length);
  const meanOf = (x: ArrayLike<number>): number => maskedSum(x, mask) / count;
  const center = meanOf(values);
  const variance = (meanOf(Float64Array.from(values, (value) => (value - center) ** 2)) * count) / (count - 1);
  const scale = 1 / Math.sqrt(variance + epsilon);
  const shift = shiftMean ? 0 : center;
  return Float64Array.from(values, (value, i) => (mask[i] !== 0 ? (value - center) * scale + shift : 0));
}
