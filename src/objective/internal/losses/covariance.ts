import type { ClipCovLoss, KlCovLoss } from '../../../base/index.js';
import { maskedCount } from '../../../base/internal/index.js';
import { clipCovTokens, klCovTokens } from '../../covariance-tokens.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/**
 * ℓ = −min(ρ A, clip(ρ) A), and 0 for the tokens that are dropped.
 *
 * @remarks Source: arXiv 2505.22617, Clip-Cov.
 */
export function clipCovLoss(
  context: LossContext,
  options: Filled<ClipCovLoss, 'seed'>,
  dropped: ArrayLike<number> = clipCovTokens(context, options),
): LossTerms {
  const { clipLow, clipHigh, logRatioLimit } = options;
  const { losses, gradient, metrics } = tokenLosses(context, logRatioLimit, (state) => {
    if (dropped[state.token] !== 0) return { loss: 0, derivative: 0, clipped: true };
    const ratio = Math.exp(state.logRatio);
    const clampedRatio = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
    const loss = Math.max(-state.advantage * ratio, -state.advantage * clampedRatio);
    const moves =
      state.inside && (clampedRatio === ratio || -state.advantage * ratio >= -state.advantage * clampedRatio);
    return { loss, derivative: moves ? -state.advantage * ratio : 0 };
  });
  return {
    losses,
    gradient,
    metrics: { 'actor/pg_clipfrac': metrics['actor/pg_clipfrac']!, 'actor/ppo_kl': metrics['actor/ppo_kl']! },
  };
}

/**
 * ℓ = −ρ A, plus β |log ρ| for the tokens that pay. Its `actor/ppo_kl` is the mean of |log ρ|.
 *
 * @remarks Source: arXiv 2505.22617, KL-Cov.
 */
export function klCovLoss(
  context: LossContext,
  options: Filled<KlCovLoss>,
  paying: ArrayLike<number> = klCovTokens(context, options),
): LossTerms {
  const { coefficient, logRatioLimit } = options;
  let distance = 0;
  const { losses, gradient } = tokenLosses(context, logRatioLimit, ({ token, logRatio, inside, advantage }) => {
    const ratio = Math.exp(logRatio);
    const price = paying[token] === 0 ? 0 : coefficient;
    distance += Math.abs(logRatio);
    return {
      loss: -advantage * ratio + price * Math.abs(logRatio),
      derivative: inside ? -advantage * ratio + price * Math.sign(logRatio) : 0,
    };
  });
  const count = maskedCount(context.responseMask);
  return { losses, gradient, metrics: { 'actor/ppo_kl': count === 0 ? 0 : distance / count } };
}
