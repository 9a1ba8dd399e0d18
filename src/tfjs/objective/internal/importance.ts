import { type TokenLayout } from '../../../base/index.js';
import { countedLengths } from '../../../base/internal/index.js';

/**
 * Importance weights of rollout correction as factors of the token losses: as they are; one geometric mean a sequence
 * in GMPO; none in VESPO, which takes them inside.
 *
 * @returns Shape [N], or undefined where every factor is 1.
 */
export function importanceFactors(
  batch: TokenLayout & { readonly rolloutWeights?: ArrayLike<number> | undefined },
  kind: string,
): ArrayLike<number> | undefined {
  const { rolloutWeights, offsets, responseMask } = batch;
  if (rolloutWeights === undefined || kind === 'vespo') return undefined;
  if (kind !== 'gmpo') return rolloutWeights;
  const factors = new Float64Array(responseMask.length);
  countedLengths(batch).forEach((count, i) => {
    let sum = 0;
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++)
      if (responseMask[t] !== 0) sum += Math.log(rolloutWeights[t]! + 1e-10);
    factors.fill(Math.exp(sum / Math.max(1, count)), offsets[i], offsets[i + 1]);
  });
  return factors;
}
