import type { GspoLoss, VespoLoss } from '../../../base/index.js';
import { countedPositions } from '../../../base/internal/index.js';
import { VESPO_LOG_BOUNDS, finiteLogRatioLimit } from '../limits.js';
import type { CompatGmpoLoss } from '../objective-schema.js';
import { Mean, logRatios } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/** The counted tokens of one sequence. */
interface Sequence {
  readonly tokens: readonly number[];
  /** The mean of a value over them. */
  readonly mean: (value: (token: number) => number) => number;
}

function sequencesOf(context: LossContext): Sequence[] {
  return countedPositions(context)
    .filter((tokens) => tokens.length > 0)
    .map((tokens) => ({
      tokens,
      mean: (value) => tokens.reduce((sum, token) => sum + value(token), 0) / tokens.length,
    }));
}

/**
 * ℓ_t = −min(s A_t, clip(s, 1 − ε_low, 1 + ε_high) A_t), s = exp(mean of log ρ over the sequence).
 *
 * The gradient is that of GSPO-token, s_t = sg[s] · π_t / sg[π_t]; where a sequence has one advantage it is GSPO's own.
 *
 * @remarks Source: arXiv 2507.18071, Eq. 5 and §4.3 (GSPO-token). Meant for `seq-mean-token-mean`; with `seq-mean-token-sum` it is
 *   LUSPO (arXiv 2602.05261).
 */
export function gspoLoss(context: LossContext, { clipLow, clipHigh, logRatioLimit }: Filled<GspoLoss>): LossTerms {
  const { advantages, weights, responseMask } = context;
  const limit = finiteLogRatioLimit(logRatioLimit);
  const ratios = logRatios(context);
  const losses = new Float64Array(responseMask.length);
  const gradient = new Float64Array(responseMask.length);
  const kl = new Mean();
  const clips = new Mean();
  for (const { tokens, mean } of sequencesOf(context)) {
    const logRatio = mean((t) => ratios[t]!);
    const ratio = Math.exp(Math.min(logRatio, limit));
    const clampedRatio = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
    for (const t of tokens) {
      const advantage = advantages[t]!;
      const clipped = -advantage * clampedRatio > -advantage * ratio;
      losses[t] = clipped ? -advantage * clampedRatio : -advantage * ratio;
      const moves = logRatio <= limit && (!clipped || clampedRatio === ratio);
      gradient[t] = moves ? -weights[t]! * advantage * ratio : 0;
      kl.add(-ratios[t]!);
      clips.add(Number(clipped));
    }
  }
  const metrics = { 'actor/pg_clipfrac': clips.value, 'actor/ppo_kl': kl.value, 'actor/pg_clipfrac_lower': 0 };
  return { losses, gradient, metrics };
}

/**
 * ℓ_t = −Â exp(mean of log ρ_s over the sequence, each clipped to [−ε_low, ε_high] on the side that Â_s makes worse);
 * Â is the mean of the sequence's advantages.
 *
 * @remarks Source: arXiv 2507.20673 (clipping in log space, per token). Meant for `seq-mean-token-mean`.
 */
export function gmpoLoss(context: LossContext, { clipLow, clipHigh, countEpsilon }: Filled<CompatGmpoLoss>): LossTerms {
  const { advantages, weights, responseMask } = context;
  const ratios = logRatios(context);
  const losses = new Float64Array(responseMask.length);
  const gradient = new Float64Array(responseMask.length);
  const kl = new Mean();
  const clipsHigh = new Mean();
  const clipsLow = new Mean();
  for (const { tokens, mean } of sequencesOf(context)) {
    const pessimistic = (t: number): number => {
      const sign = Math.sign(advantages[t]!);
      const clamped = Math.min(Math.max(ratios[t]!, -clipLow), clipHigh);
      return sign * Math.min(sign * ratios[t]!, sign * clamped);
    };
    const share = tokens.length / (tokens.length + countEpsilon);
    const loss = -mean((t) => advantages[t]!) * share * Math.exp(mean(pessimistic) * share);
    const weight = tokens.reduce((sum, t) => sum + weights[t]!, 0);
    for (const t of tokens) {
      losses[t] = loss;
      const moves = advantages[t] !== 0 && pessimistic(t) === ratios[t];
      gradient[t] = moves ? (weight * loss * share) / tokens.length : 0;
      const outside = ratios[t]! < -clipLow || ratios[t]! > clipHigh;
      kl.add(-ratios[t]!);
      clipsHigh.add(Number(outside && advantages[t]! > 0));
      clipsLow.add(Number(outside && advantages[t]! < 0));
    }
  }
  const metrics = {
    'actor/pg_clipfrac': clipsHigh.value,
    'actor/ppo_kl': kl.value,
    'actor/pg_clipfrac_lower': clipsLow.value,
  };
  return { losses, gradient, metrics };
}

/**
 * ℓ_t = −sg[φ(W)] A_t log π_t, φ(W) = W^k exp(λ (1 − W)), W = Π ρ_t over the sequence (not its mean).
 *
 * Importance weights of rollout correction are factors of W rather than of the loss.
 *
 * @remarks Source: arXiv 2602.10693, §3.4, with the bounds of its reference (log ρ within ±20, W within [1e-8, e²⁰]).
 *   Meant for `token-mean`.
 */
export function vespoLoss(context: LossContext, { positive, negative }: Filled<VespoLoss>): LossTerms {
  const { advantages, weights, responseMask, logprobs, rolloutWeights } = context;
  const ratios = logRatios(context);
  const losses = new Float64Array(responseMask.length);
  const gradient = new Float64Array(responseMask.length);
  const kl = new Mean();
  const phis = new Mean();
  const [least, most] = VESPO_LOG_BOUNDS;
  const bound = (value: number, low: number): number => Math.min(Math.max(value, low), most);
  for (const { tokens } of sequencesOf(context)) {
    const logWeight = bound(
      tokens.reduce((sum, t) => sum + bound(ratios[t]!, -most) + bound(Math.log(rolloutWeights?.[t] ?? 1), least), 0),
      least,
    );
    for (const t of tokens) {
      const { k, lambda } = advantages[t]! >= 0 ? positive : negative;
      const phi = Math.exp(lambda + k * logWeight - lambda * Math.exp(logWeight));
      losses[t] = -phi * advantages[t]! * logprobs[t]!;
      gradient[t] = -weights[t]! * phi * advantages[t]!;
      kl.add(-ratios[t]!);
      phis.add(phi);
    }
  }
  const metrics = {
    'actor/pg_clipfrac': 0,
    'actor/ppo_kl': kl.value,
    'actor/pg_clipfrac_lower': 0,
    'vespo/phi_seq_mean': phis.value,
  };
  return { losses, gradient, metrics };
}
