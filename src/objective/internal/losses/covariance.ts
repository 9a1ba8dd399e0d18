import { toRandom } from '../../../base/index.js';
import { maskedCount, maskedMean } from '../../../base/internal/index.js';
import type { ClipCovLoss, KlCovLoss } from '../../../base/index.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/** (A − mean A)(log π − mean log π), means over the counted tokens; shape [N]; NaN outside the mask. */
function covariances({ advantages, logprobs, responseMask }: LossContext): Float64Array {
  const advantage = maskedMean(advantages, responseMask);
  const logprob = maskedMean(logprobs, responseMask);
  return Float64Array.from(responseMask, (bit, t) =>
    bit === 0 ? NaN : (advantages[t]! - advantage) * (logprobs[t]! - logprob),
  );
}

/**
 * The tokens that Clip-Cov drops. Over a mini-batch that is cut into micro-batches, choose here once and hand each
 * micro-batch its part as `selectedTokens`.
 *
 * @returns Shape [N]; 1 for a token that is dropped.
 */
export function clipCovTokens(context: LossContext, options: Filled<ClipCovLoss, 'seed'>): Uint8Array {
  const { ratio, lower, upper, clipLow, clipHigh, seed } = options;
  const { responseMask, advantages, logprobs, oldLogprobs } = context;
  const covariance = covariances(context);
  const candidates: number[] = [];
  for (let t = 0; t < responseMask.length; t++) {
    if (!(covariance[t]! > lower && covariance[t]! < upper)) continue;
    const rho = Math.exp(logprobs[t]! - oldLogprobs[t]!);
    const clampedRatio = Math.min(Math.max(rho, 1 - clipLow), 1 + clipHigh);
    const clippedAlready = -advantages[t]! * clampedRatio > -advantages[t]! * rho;
    if (!clippedAlready) candidates.push(t);
  }
  const count = Math.max(Math.floor(ratio * maskedCount(responseMask)), 1);
  const order = seed === undefined ? candidates : toRandom(seed).shuffle(candidates);
  return marked(responseMask.length, order.slice(0, count));
}

/** The tokens that pay under KL-Cov: those of highest covariance; shape [N]; see `clipCovTokens`. */
export function klCovTokens(context: LossContext, ratio: number): Uint8Array {
  const covariance = covariances(context);
  const counted = Array.from(covariance.keys()).filter((t) => context.responseMask[t] !== 0);
  const count = Math.max(1, Math.floor(counted.length * ratio));
  const order = counted.sort((a, b) => covariance[b]! - covariance[a]! || a - b);
  return marked(covariance.length, order.slice(0, count));
}

function marked(length: number, tokens: readonly number[]): Uint8Array {
  const mask = new Uint8Array(length);
  for (const t of tokens) mask[t] = 1;
  return mask;
}

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
    const moves = state.inside && (clampedRatio === ratio || -state.advantage * ratio >= -state.advantage * clampedRatio);
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
  paying: ArrayLike<number> = klCovTokens(context, options.ratio),
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
