import type { CispoLoss, ScoreFunctionLoss } from '../../../base/index.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

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
