import * as z from 'zod/mini';
import { bound, clipMetrics, defineLoss } from '../loss.js';

/** Added to an importance weight before its logarithm, because a weight may be 0. */
const LEAST_IMPORTANCE = 1e-10;

/**
 * ℓ_t = −Â exp(mean over the sequence of log ρ_s, each clipped to [−ε_low, ε_high] if that makes A_s log ρ_s smaller), where Â is the mean
 * of the sequence's advantages.
 *
 * The importance weights of a sequence are replaced by their geometric mean.
 *
 * @remarks Source: arXiv 2507.20673 (clipping in log space, per token). Meant for `seq-mean-token-mean`.
 */
export const gmpo = defineLoss({
  options: z.strictObject({ kind: z.literal('gmpo'), clipLow: bound(0.4), clipHigh: bound(0.4) }),
  terms(m, { logRatios, advantages }, { clipLow, clipHigh }) {
    const signs = m.sign(advantages);
    const clamped = m.clamp(logRatios, -clipLow, clipHigh);
    const pessimistic = m.mul(m.min(m.mul(logRatios, signs), m.mul(clamped, signs)), signs);
    const outside = m.not(m.equal(clamped, logRatios));
    const [risen, fallen] = [m.greater(advantages, 0), m.greater(0, advantages)];
    return {
      losses: m.mul(m.exp(m.sequenceMean(pessimistic)), m.neg(m.sequenceMean(advantages))),
      metrics: clipMetrics(m, logRatios, m.and(outside, risen), m.and(outside, fallen)),
    };
  },
  importance: (m, weights) => m.exp(m.sequenceMean(m.log(m.add(weights, LEAST_IMPORTANCE)))),
});
