import * as z from 'zod/mini';
import { clipMetrics } from '../clip-metrics.js';
import { limitLogRatios } from '../limits.js';
import { bound, logRatioLimit } from '../loss-options.js';
import { defineLoss } from '../loss.js';

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
    const ratios = m.exp(logRatios);
    const minusA = m.neg(tokens.advantages);
    const plain = m.mul(delta === undefined ? ratios : m.min(ratios, delta), minusA);
    const atBound = m.mul(m.clamp(ratios, 1 - clipLow, 1 + clipHigh), minusA);
    const clipped = m.greater(atBound, plain);
    const losses = m.where(clipped, atBound, plain);
    if (dualClip === undefined) return { losses, metrics: clipMetrics(m, logRatios, clipped) };
    const most = m.mul(minusA, dualClip);
    const lower = m.and(m.greater(0, tokens.advantages), m.greater(losses, most));
    return { losses: m.where(lower, most, losses), metrics: clipMetrics(m, logRatios, clipped, lower) };
  },
});
