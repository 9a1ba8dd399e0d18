import type { Aggregation, TokenLayout } from '../base/index.js';
import {
  aggregationWeights,
  checkArgument,
  checkFinite,
  checkLength,
  checkMask,
  LAYOUT,
} from '../base/internal/index.js';

/**
 * Aggregates token losses of any origin.
 *
 * @param losses - Shape [N]; never read outside the mask.
 * @returns The loss, 0 for a batch without counted tokens; and ∂ loss / ∂ ℓ_t, which is the weight of each token; shape [N].
 *
 * @example
 * aggregateLoss([1, 2, 3], { offsets: [0, 2, 3], responseMask: [1, 1, 1] }, 'token-mean').loss; // 2
 */
export function aggregateLoss(
  losses: ArrayLike<number>,
  layout: TokenLayout,
  aggregation: Aggregation,
): { readonly loss: number; readonly gradient: Float64Array } {
  checkArgument(layout, 'layout', LAYOUT);
  const { responseMask } = layout;
  checkLength(losses, 'losses', responseMask.length, 'response mask');
  checkMask(responseMask, 'layout.responseMask');
  checkFinite(losses, 'losses', responseMask);
  const gradient = aggregationWeights(layout, aggregation);
  let loss = 0;
  for (let t = 0; t < losses.length; t++) if (responseMask[t] !== 0) loss += gradient[t]! * losses[t]!;
  return { loss, gradient };
}
