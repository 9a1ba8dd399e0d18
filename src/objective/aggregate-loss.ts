import { aggregationWeights, maskedCount } from '../base/internal/index.js';
import type { Aggregation, TokenLayout } from '../base/index.js';

/** Compatibility with verl's `agg_loss`; the defaults never give NaN. */
export interface AggregateLossOptions {
  /** The loss of a batch without counted tokens: `zero` (default), or `nan` in the three mean modes. */
  readonly emptyBatch?: 'zero' | 'nan' | undefined;
  /** Losses outside the mask: never read (`ignore`, default), or times 0 in all but `token-mean` (`multiply`). */
  readonly masked?: 'ignore' | 'multiply' | undefined;
}

/**
 * Aggregates token losses of any origin.
 *
 * @param losses - Shape [N].
 * @returns The loss, and ∂ loss / ∂ ℓ_t, which is the weight of each token; shape [N].
 */
export function aggregateLoss(
  losses: ArrayLike<number>,
  layout: TokenLayout,
  aggregation: Aggregation,
  { emptyBatch = 'zero', masked = 'ignore' }: AggregateLossOptions = {},
): { readonly loss: number; readonly gradient: Float64Array } {
  const { responseMask } = layout;
  if (losses.length !== responseMask.length)
    throw new RangeError(`losses: expected length ${responseMask.length} (response mask), got ${losses.length}`);
  const gradient = aggregationWeights(layout, aggregation);
  const kind = typeof aggregation === 'string' ? aggregation : aggregation.kind;
  const reads = masked === 'multiply' && kind !== 'token-mean';
  let loss = 0;
  for (let t = 0; t < losses.length; t++) if (reads || responseMask[t] !== 0) loss += gradient[t]! * losses[t]!;
  const isMean = kind !== 'seq-mean-token-sum-norm' && kind !== 'constant';
  return { loss: emptyBatch === 'nan' && isMean && maskedCount(responseMask) === 0 ? NaN : loss, gradient };
}
