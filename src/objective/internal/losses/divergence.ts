import type { DppoLoss, DroLoss } from '../../../base/index.js';
import { BINARY_KL_EPSILON, DPPO_LOG_RATIO_LIMIT } from '../limits.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/**
 * ℓ = −m sg[min(ρ, c)] A log π; m is 0 for a token that has moved in the direction of its advantage, and further than the
 * divergence of the two outcomes (this token, any other) may be.
 *
 * @remarks Source: arXiv 2602.04879 (binary TV and KL); verl's `dppo_tv` and `dppo_kl`.
 */
export function dppoLoss(context: LossContext, options: Filled<DppoLoss>): LossTerms {
  const { divergence, limitLow, limitHigh, ratioLimit } = options;
  return tokenLosses(context, DPPO_LOG_RATIO_LIMIT, ({ token, logprob, logRatio, advantage }) => {
    const ratio = Math.exp(logRatio);
    const oldLogprob = context.oldLogprobs[token]!;
    const [p, old] = [Math.exp(logprob), Math.exp(oldLogprob)];
    const moved = divergence === 'tv' ? Math.abs(p - old) : binaryKl(p, old, logprob - oldLogprob);
    const isAway = advantage > 0 ? p > old && moved > limitHigh : p < old && moved > limitLow;
    const factor = isAway ? 0 : Math.min(ratio, ratioLimit);
    return {
      loss: -advantage * factor * logprob,
      derivative: -advantage * factor,
      clipped: isAway,
      clippedLower: !isAway && ratio > ratioLimit,
    };
  });
}

/** KL(old ‖ new) of the two outcomes. */
function binaryKl(p: number, old: number, logRatio: number): number {
  return -old * logRatio + (1 - old) * Math.log((1 - old + BINARY_KL_EPSILON) / (1 - p + BINARY_KL_EPSILON));
}

/**
 * ℓ = −(A log π − β/2 (log ρ)²).
 *
 * @remarks Source: arXiv 2405.19107, Eq. 4 without its value function; verl's `dro`, Tinker's `dro`.
 */
export function droLoss(context: LossContext, { beta }: Filled<DroLoss>): LossTerms {
  return tokenLosses(context, Infinity, ({ token, logprob, advantage }) => {
    const logRatio = logprob - context.oldLogprobs[token]!;
    return {
      loss: -advantage * logprob + (beta / 2) * logRatio * logRatio,
      derivative: -advantage + beta * logRatio,
    };
  });
}
