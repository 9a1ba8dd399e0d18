import { tokenLosses } from './kernel.js';
import type { Filled, LossContext, LossTerms } from './kernel.js';

/**
 * The policy gradient itself, without a ratio: `gpg` and `reinforce` weigh log π by the advantage, `cross-entropy`
 * (supervised fine-tuning) by 1.
 */
export interface ScoreFunctionLoss {
  readonly kind: 'gpg' | 'reinforce' | 'cross-entropy';
}

/**
 * ℓ = −A log π; ℓ = −log π for `cross-entropy`.
 *
 * @remarks Source: Williams 1992; GPG, arXiv 2504.02546 (its scaling is in the advantage: `estimator: 'gpg'`).
 */
export function scoreFunctionLoss(context: LossContext, { kind }: ScoreFunctionLoss): LossTerms {
  return tokenLosses(context, Infinity, ({ logprob, advantage }) => {
    const factor = kind === 'cross-entropy' ? 1 : advantage;
    return { loss: -factor * logprob, derivative: -factor };
  });
}

/** CISPO: the clipped ratio is a constant factor, so that no token loses its gradient. */
export interface CispoLoss {
  readonly kind: 'cispo';
  /** The factor is at least 1 − ε_low. Default 1: no lower bound, as in the paper. */
  readonly clipLow?: number | undefined;
  /** The factor is at most 1 + ε_high. Default 0.28. */
  readonly clipHigh?: number | undefined;
  /** Log-ratios are held within ± this. Default 20. */
  readonly logRatioLimit?: number | undefined;
}

/**
 * ℓ = −sg[clip(ρ, 1 − ε_low, 1 + ε_high)] A log π.
 *
 * @remarks Source: arXiv 2506.13585, §3.1.
 */
export function cispoLoss(context: LossContext, { clipLow, clipHigh, logRatioLimit }: Filled<CispoLoss>): LossTerms {
  return tokenLosses(context, logRatioLimit, ({ logprob, logRatio, advantage }) => {
    const ratio = Math.exp(logRatio);
    const factor = Math.min(Math.max(ratio, 1 - clipLow), 1 + clipHigh);
    return { loss: -factor * advantage * logprob, derivative: -factor * advantage, clipped: factor !== ratio };
  });
}
