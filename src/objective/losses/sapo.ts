import { tokenLosses } from './kernel.js';
import type { Filled, LossContext, LossTerms } from './kernel.js';

/** Soft adaptive policy optimization: a smooth gate in the place of the clip. */
export interface SapoLoss {
  readonly kind: 'sapo';
  /** τ for tokens of positive advantage. Default 1. */
  readonly temperaturePositive?: number | undefined;
  /** τ for all others: larger, so that they fade sooner. Default 1.05. */
  readonly temperatureNegative?: number | undefined;
  /** Log-ratios are held within ± this. Default 20. */
  readonly logRatioLimit?: number | undefined;
}

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
