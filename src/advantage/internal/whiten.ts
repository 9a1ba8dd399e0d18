import * as z from 'zod/mini';
import { maskedMean, maskedVariance, parseOptions } from '../../base/internal/index.js';

export const whitenSchema = z.strictObject({
  shiftMean: z._default(z.boolean(), true),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-8),
});

/** What another program does differently. */
interface WhitenHabits {
  /** Values outside the mask: 0, or shifted and scaled like the others. */
  readonly masked: 'zero' | 'transform';
  /** Added to the number of values before it divides. */
  readonly countEpsilon: number;
}

/**
 * `whiten` of two values or more, with another program's habits.
 *
 * @throws RangeError if fewer than two values are selected.
 */
export function whitenWith(
  values: ArrayLike<number>,
  mask: ArrayLike<number>,
  options: z.input<typeof whitenSchema>,
  { masked, countEpsilon }: WhitenHabits,
): Float64Array {
  const { shiftMean, epsilon } = parseOptions(whitenSchema, options);
  const center = maskedMean(values, mask, countEpsilon);
  const scale = 1 / Math.sqrt(maskedVariance(values, mask, 1, countEpsilon) + epsilon);
  const shift = shiftMean ? 0 : center;
  return Float64Array.from(values, (value, i) =>
    mask[i] !== 0 || masked === 'transform' ? (value - center) * scale + shift : 0,
  );
}
