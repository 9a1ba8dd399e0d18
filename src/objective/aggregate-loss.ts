import type { Aggregation, TokenLayout } from '../base/index.js';
import {
  aggregationWeights,
  checkArgument,
  checkFinite,
  checkLength,
  checkTokenLayout,
  LAYOUT,
} from '../base/internal/index.js';

/**
 * Aggregates the losses of single tokens to the loss of a batch.
 *
 * @param losses - Shape [N]; never read outside the mask.
 * @returns The loss, 0 for a batch without counted tokens; and ∂ loss / ∂ ℓ_t, which is the weight of each token; shape [N].
 * @throws RangeError for shapes that do not fit, a mask value other than 0 and 1, or a counted loss that is not finite; TypeError for
 *   arguments of another type.
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
  checkTokenLayout(layout, {}, 'layout');
  checkLength(losses, 'losses', responseMask.length, 'response mask');
  checkFinite(losses, 'losses', responseMask);
  const gradient = aggregationWeights(layout, aggregation);
  let loss = 0;
  for (let t = 0; t < losses.length; t++) if (responseMask[t] !== 0) loss += gradient[t]! * losses[t]!;
  return { loss, gradient };
}
