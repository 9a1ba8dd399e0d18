import * as z from 'zod/mini';
import { parseOptions } from '../base/internal/index.js';

const positive = () => z.int().check(z.positive());

const countsSchema = z
  .object({ samples: positive(), right: z.int().check(z.nonnegative()), k: positive() })
  .check(({ value: { samples, right, k }, issues }) => {
    const within = (name: 'right' | 'k', value: number): void => {
      if (value > samples)
        issues.push({
          code: 'too_big',
          origin: 'number',
          maximum: samples,
          inclusive: true,
          input: value,
          path: [name],
        });
    };
    within('right', right);
    within('k', k);
  });

/**
 * The unbiased estimate of pass@k: the probability that at least one of k samples of a problem is right, if `right` of `samples` were
 * right.
 *
 * pass@k = 1 − C(n − c, k) / C(n, k) = 1 − ∏ᵢ (1 − k / i), i from n − c + 1 to n
 *
 * @param samples - n, how many samples of the problem there are.
 * @param right - c, how many of them are right.
 * @returns A number in [0, 1].
 * @throws RangeError unless 0 ≤ right ≤ samples and 1 ≤ k ≤ samples.
 * @remarks Source: Chen et al. 2021 (arXiv 2107.03374), Eq. 1, in the form of products that neither overflows nor cancels.
 * @example
 * passAtK(16, 4, 1); // 0.25
 */
export function passAtK(samples: number, right: number, k: number): number {
  parseOptions(countsSchema, { samples, right, k }, 'counts');
  let noneRight = 1;
  for (let i = samples - right + 1; i <= samples && noneRight > 0; i++) noneRight *= Math.max(0, 1 - k / i);
  return 1 - noneRight;
}
