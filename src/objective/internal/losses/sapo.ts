import type { SapoLoss } from '../../../base/index.js';
import { tokenLosses } from './token-losses.js';
import type { Filled, LossContext, LossTerms } from './token-losses.js';

/**
 * ℓ = −(4 / τ) σ(τ (ρ − 1)) A.
 *
 * @remarks Source: arXiv 2511.20347. Meant for `seq-mean-token-mean`.
 */
export function sapoLoss(context: LossContext, options: Filled<SapoLoss>): LossTerms {
  return tokenLosses(context, options.logRatioLimit, ({ logRatio, inside, advantage }) => {
    const temperature = advantage > 0 ? options.temperaturePositive : options.temperatureNegative;
    const ratio = Math.exp(logRatio);
    const gate = 1 / (1 + Math.exp(-temperature * (ratio - 1)));
    return {
      loss: (-4 / temperature) * gate * advantage,
      derivative: inside ? -4 * gate * (1 - gate) * ratio * advantage : 0,
    };
  });
}
