import * as z from 'zod/mini';
import { checkArgument, maskedCount, maskedMean, maskedVariance, parseOptions } from '../base/internal/index.js';

/** How values are whitened. */
export interface WhitenOptions {
  /** Default true; false gives the mean back after scaling. */
  readonly shiftMean?: boolean | undefined;
  /** Added to the variance. Default 1e-8. */
  readonly epsilon?: number | undefined;
}

export const whitenSchema = z.strictObject({
  shiftMean: z._default(z.boolean(), true),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-8),
});

/**
 * Brings the selected values to mean 0 and sample variance 1: (x − mean) / √(var + ε).
 *
 * @param values - Shape [N].
 * @param mask - Shape [N]; non-zero selects.
 * @returns Shape [N]; 0 outside the mask, and everywhere if fewer than two values are selected.
 */
export function whiten(values: ArrayLike<number>, mask: ArrayLike<number>, options: WhitenOptions = {}): Float64Array {
  checkArgument(values, 'values', 'an array');
  checkArgument(mask, 'mask', 'an array');
  parseOptions(whitenSchema, options);
  if (maskedCount(mask) < 2) return new Float64Array(values.length);
  return whitenSelected(values, mask, options, 'zero', 0);
}

/**
 * `whiten` of two values or more.
 *
 * @param masked - Values outside the mask: `zero`, or scaled like the others (`scale`).
 * @param countEpsilon - Added to the number of values before it divides.
 * @throws RangeError if fewer than two values are selected.
 */
export function whitenSelected(
  values: ArrayLike<number>,
  mask: ArrayLike<number>,
  options: WhitenOptions,
  masked: 'zero' | 'scale',
  countEpsilon: number,
): Float64Array {
  const { shiftMean, epsilon } = parseOptions(whitenSchema, options);
  const center = maskedMean(values, mask, countEpsilon);
  const scale = 1 / Math.sqrt(maskedVariance(values, mask, 1, countEpsilon) + epsilon);
  const shift = shiftMean ? 0 : center;
  return Float64Array.from(values, (value, i) =>
    mask[i] !== 0 || masked === 'scale' ? (value - center) * scale + shift : 0,
  );
}
