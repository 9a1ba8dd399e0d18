import * as z from 'zod/mini';
import { toRandom } from '../../../base/index.js';
import { seedSchema } from '../../../base/internal/index.js';
import { covariances, selectedCount, tokenShare } from '../covariances.js';
import { bound, clippedSurrogate, defineLoss, limitLogRatios, logRatioLimit } from '../loss.js';

/**
 * ℓ = −min(ρ A, clip(ρ, 1 − ε_low, 1 + ε_high) A), and 0 for dropped tokens. Tokens are dropped from those that are not clipped and whose
 * covariance lies between `lower` and `upper`.
 *
 * @remarks Source: arXiv 2505.22617, Clip-Cov.
 */
export const clipCov = defineLoss({
  options: z.strictObject({
    kind: z.literal('clip-cov'),
    clipLow: bound(0.2),
    clipHigh: bound(0.2),
    ratio: tokenShare,
    lower: z._default(z.number(), 1),
    upper: z._default(z.number(), 5),
    seed: z.optional(seedSchema),
    logRatioLimit: logRatioLimit(20),
  }),
  select(m, tokens, { clipLow, clipHigh, ratio, lower, upper, seed }) {
    const covariance = covariances(m, tokens);
    const ratios = m.exp(m.detach(tokens.logRatios));
    const { clipped } = clippedSurrogate(m, ratios, tokens.advantages, { clipLow, clipHigh });
    const isBetween = m.and(m.greater(covariance, lower), m.greater(upper, covariance));
    const positions = Array.from({ length: m.size }, (_, t) => t);
    const order = seed === undefined ? undefined : Int32Array.from(toRandom(seed).shuffle(positions));
    return m.first(m.and(isBetween, m.not(clipped)), selectedCount(m, ratio), order);
  },
  terms(m, tokens, { clipLow, clipHigh, logRatioLimit }, dropped) {
    const logRatios = limitLogRatios(m, tokens.logRatios, logRatioLimit);
    const { losses } = clippedSurrogate(m, m.exp(logRatios), tokens.advantages, { clipLow, clipHigh });
    return {
      losses: m.where(dropped, 0, losses),
      metrics: { 'actor/pg_clipfrac': { share: dropped }, 'actor/ppo_kl': { mean: m.neg(m.detach(logRatios)) } },
    };
  },
});
