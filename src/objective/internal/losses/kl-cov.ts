import * as z from 'zod/mini';
import { covariances, selectedCount, tokenShare } from '../covariances.js';
import { bound, defineLoss, limitLogRatios, logRatioLimit } from '../loss.js';

/**
 * ℓ = −ρ A, plus the penalty β |log ρ| for the tokens of highest covariance. `actor/ppo_kl` is the mean of |log ρ|.
 *
 * @remarks Source: arXiv 2505.22617, KL-Cov.
 */
export const klCov = defineLoss({
  options: z.strictObject({
    kind: z.literal('kl-cov'),
    ratio: tokenShare,
    coefficient: bound(1),
    logRatioLimit: logRatioLimit(20),
  }),
  select: (m, tokens, { ratio }) => m.highest(covariances(m, tokens), selectedCount(m, ratio)),
  terms(m, { logRatios: all, advantages }, { coefficient, logRatioLimit }, penalized) {
    const logRatios = limitLogRatios(m, all, logRatioLimit);
    const distances = m.abs(logRatios);
    const penalties = m.mul(distances, m.where(penalized, coefficient, 0));
    return {
      losses: m.add(m.mul(m.exp(logRatios), m.neg(advantages)), penalties),
      metrics: { 'actor/ppo_kl': { mean: m.detach(distances) } },
    };
  },
});
