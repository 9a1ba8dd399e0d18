import * as z from 'zod/mini';
import { bound, clipMetrics, clippedSurrogate, defineLoss, limitLogRatios, logRatioLimit } from '../loss.js';

const aboveOne = z.optional(z.number().check(z.gt(1)));

/**
 * ℓ = −min(min(ρ, δ) A, clip(ρ, 1 − ε_low, 1 + ε_high) A), with ρ = exp(log π − log π_old). With `dualClip` c, ℓ ≤ −c A for A < 0.
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
    const bound = m.mul(advantages, -dualClip);
    const lower = m.and(m.greater(0, advantages), m.greater(losses, bound));
    return { losses: m.where(lower, bound, losses), metrics: clipMetrics(m, logRatios, clipped, lower) };
  },
});
