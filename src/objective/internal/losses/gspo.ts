import * as z from 'zod/mini';
import { bound, clipMetrics, clippedSurrogate, defineLoss, LARGEST_LOG_RATIO, logRatioLimit } from '../loss.js';

/**
 * ℓ_t = −min(s_t A_t, clip(s_t, 1 − ε_low, 1 + ε_high) A_t), s_t = sg[s] · π_t / sg[π_t], s = exp(mean of log ρ over the sequence).
 *
 * If all tokens of a sequence have one advantage, the gradient is that of −min(s A, clip(s) A).
 *
 * @remarks Source: arXiv 2507.18071, Eq. 5 and §4.3 (GSPO-token). Meant for `seq-mean-token-mean`; with `seq-mean-token-sum` it is
 *   LUSPO (arXiv 2602.05261).
 */
export const gspo = defineLoss({
  options: z.strictObject({
    kind: z.literal('gspo'),
    clipLow: bound(3e-4),
    clipHigh: bound(4e-4),
    logRatioLimit: logRatioLimit(10),
  }),
  terms(m, { logprobs, logRatios, advantages }, { logRatioLimit, ...bounds }) {
    // log s_t has the value of log s and the derivative of the token's own log π.
    const logRatio = m.withDerivative(logprobs, m.sequenceMean(m.detach(logRatios)), 1);
    const ratios = m.exp(m.clamp(logRatio, -Infinity, Math.min(logRatioLimit, LARGEST_LOG_RATIO)));
    const { losses, clipped } = clippedSurrogate(m, ratios, advantages, bounds);
    return { losses, metrics: clipMetrics(m, logRatios, clipped) };
  },
});
