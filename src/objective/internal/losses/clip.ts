import * as z from 'zod/mini';
import { bound, clipMetrics, clippedSurrogate, defineLoss, limitLogRatios, logRatioLimit } from '../loss.js';

const aboveOne = z.optional(z.number().check(z.gt(1)));

/**
 * ℓ = −min(min(ρ, δ) A, clip(ρ, 1 − ε_low, 1 + ε_high) A), and for A < 0 at most −c A; ρ = exp(log π − log π_old).
 *
 * @remarks Source: arXiv 1707.06347, Eq. 7; arXiv 2508.20722 on its objective.
 */
export const clip = defineLoss({
  options: z.strictObject({
    kind: z.literal('clip'),
    clipLow: bound(0.2),
    clipHigh: bound(0.2),
    dualClip: aboveOne,
    delta: aboveOne,
    logRatioLimit: logRatioLimit(20),
  }),
  terms(m, tokens, { clipLow, clipHigh, dualClip, delta, logRatioLimit }) {
    const logRatios = limitLogRatios(m, tokens.logRatios, logRatioLimit);
    const { advantages } = tokens;
    const { losses, clipped } = clippedSurrogate(m, m.exp(logRatios), advantages, { clipLow, clipHigh }, delta);
    if (dualClip === undefined) return { losses, metrics: clipMetrics(m, logRatios, clipped) };
    const most = m.mul(advantages, -dualClip);
    const lower = m.and(m.greater(0, advantages), m.greater(losses, most));
    return { losses: m.where(lower, most, losses), metrics: clipMetrics(m, logRatios, clipped, lower) };
  },
});
