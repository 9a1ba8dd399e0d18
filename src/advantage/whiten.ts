import { z } from 'zod';
import { maskedCount, maskedMean, maskedVariance, parseOptions } from '../base/internal/index.js';

/** How values are whitened. */
export interface WhitenOptions {
  /** Default true; false gives the mean back after scaling. */
  readonly shiftMean?: boolean | undefined;
  /** Added to the variance. Default 1e-8. */
  readonly epsilon?: number | undefined;
  /** What fewer than two selected values come to: `zero` (default), or an `error` as in verl. */
  readonly tooFew?: 'zero' | 'error' | undefined;
  /** Values outside the mask: `zero` (default), or scaled like the others (`scale`), as verl leaves them. */
  readonly masked?: 'zero' | 'scale' | undefined;
  /** Added to the number of values before it divides; verl's is 1e-8. Default 0. */
  readonly countEpsilon?: number | undefined;
}

const optionsSchema = z.strictObject({
  shiftMean: z.boolean().default(true),
  epsilon: z.number().nonnegative().default(1e-8),
  tooFew: z.enum(['zero', 'error']).default('zero'),
  masked: z.enum(['zero', 'scale']).default('zero'),
  countEpsilon: z.number().nonnegative().default(0),
});

/**
 * Brings the selected values to mean 0 and sample variance 1: (x − mean) / √(var + ε).
 *
 * @param values - Shape [N].
 * @param mask - Shape [N]; non-zero selects.
 * @returns Shape [N].
 * @throws RangeError if fewer than two values are selected and `tooFew` is 'error'.
 */
export function whiten(values: ArrayLike<number>, mask: ArrayLike<number>, options: WhitenOptions = {}): Float64Array {
  const { shiftMean, epsilon, tooFew, masked, countEpsilon } = parseOptions(optionsSchema, options);
  if (tooFew === 'zero' && maskedCount(mask) < 2) return new Float64Array(values.length);
  const center = maskedMean(values, mask, countEpsilon);
  const scale = 1 / Math.sqrt(maskedVariance(values, mask, 1, countEpsilon) + epsilon);
  const shift = shiftMean ? 0 : center;
  return Float64Array.from(values, (value, i) =>
    mask[i] !== 0 || masked === 'scale' ? (value - center) * scale + shift : 0,
  );
}
