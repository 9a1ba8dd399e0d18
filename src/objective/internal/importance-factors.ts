import type { TokenLayout } from '../../base/index.js';
import { countedPositions } from '../../base/internal/index.js';
import { LEAST_IMPORTANCE } from './limits.js';
import type { FilledLoss } from './objective-schema.js';

/**
 * Importance weights of rollout correction as factors of the token losses: as they are; one geometric mean a sequence
 * in GMPO; none in VESPO, which takes them inside.
 *
 * @returns Shape [N], anything outside the mask; undefined where every factor is 1.
 */
export function importanceFactors(
  batch: TokenLayout & { readonly rolloutWeights?: ArrayLike<number> | undefined },
  loss: FilledLoss,
): ArrayLike<number> | undefined {
  const { rolloutWeights, offsets, responseMask } = batch;
  if (rolloutWeights === undefined || loss.kind === 'vespo') return undefined;
  if (loss.kind !== 'gmpo') return rolloutWeights;
  const factors = new Float64Array(responseMask.length);
  countedPositions(batch).forEach((positions, i) => {
    const sum = positions.reduce((total, t) => total + Math.log(rolloutWeights[t]! + LEAST_IMPORTANCE), 0);
    const mean = positions.length === 0 ? 0 : sum / (positions.length + loss.countEpsilon);
    factors.fill(Math.exp(mean), offsets[i], offsets[i + 1]);
  });
  return factors;
}
