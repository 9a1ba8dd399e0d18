import * as z from 'zod/mini';
import { clipMetrics, defineLoss, limitLogRatios, positive } from '../loss.js';

/**
 * ℓ = −(A log π − β/2 (log ρ)²).
 *
 * @remarks Source: arXiv 2405.19107, Eq. 4 without its value function; verl's `dro`, Tinker's `dro`.
 */
export const dro = defineLoss({
  options: z.strictObject({ kind: z.literal('dro'), beta: z._default(positive, 0.05) }),
  terms(m, { logprobs, logRatios, advantages }, { beta }) {
    const pull = m.mul(m.mul(logRatios, logRatios), beta / 2);
    return {
      losses: m.add(m.mul(m.neg(advantages), logprobs), pull),
      metrics: clipMetrics(m, limitLogRatios(m, logRatios, Infinity)),
    };
  },
});
