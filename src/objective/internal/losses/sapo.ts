import * as z from 'zod/mini';
import { clipMetrics, defineLoss, limitLogRatios, logRatioLimit, positive } from '../loss.js';

/**
 * ℓ = −(4 / τ) σ(τ (ρ − 1)) A.
 *
 * @remarks Source: arXiv 2511.20347. Meant for `seq-mean-token-mean`.
 */
export const sapo = defineLoss({
  options: z.strictObject({
    kind: z.literal('sapo'),
    temperaturePositive: z._default(positive, 1),
    temperatureNegative: z._default(positive, 1.05),
    logRatioLimit: logRatioLimit(20),
  }),
  terms(m, { logRatios: all, advantages }, { temperaturePositive, temperatureNegative, logRatioLimit }) {
    const logRatios = limitLogRatios(m, all, logRatioLimit);
    const rises = m.greater(advantages, 0);
    const temperatures = m.where(rises, temperaturePositive, temperatureNegative);
    const gates = m.sigmoid(m.mul(m.sub(m.exp(logRatios), 1), temperatures));
    const scales = m.where(rises, -4 / temperaturePositive, -4 / temperatureNegative);
    return { losses: m.mul(m.mul(gates, scales), advantages), metrics: clipMetrics(m, logRatios) };
  },
});
