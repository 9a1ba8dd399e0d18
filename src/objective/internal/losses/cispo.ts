import * as z from 'zod/mini';
import { bound, clipMetrics, defineLoss, limitLogRatios, logRatioLimit } from '../loss.js';

/**
 * ℓ = −sg[clip(ρ, 1 − ε_low, 1 + ε_high)] A log π.
 *
 * @remarks Source: arXiv 2506.13585, §3.1.
 */
export const cispo = defineLoss({
  options: z.strictObject({
    kind: z.literal('cispo'),
    clipLow: bound(1),
    clipHigh: bound(0.28),
    logRatioLimit: logRatioLimit(20),
  }),
  terms(m, { logprobs, logRatios: all, advantages }, { clipLow, clipHigh, logRatioLimit }) {
    const logRatios = limitLogRatios(m, m.detach(all), logRatioLimit);
    const ratios = m.exp(logRatios);
    const factors = m.clamp(ratios, 1 - clipLow, 1 + clipHigh);
    return {
      losses: m.mul(m.mul(m.neg(factors), advantages), logprobs),
      metrics: clipMetrics(m, logRatios, m.not(m.equal(factors, ratios))),
    };
  },
});
