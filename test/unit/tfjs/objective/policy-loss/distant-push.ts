import * as z from 'zod/mini';
import { defineLoss } from '../../../../../src/objective/internal/loss.js';

/**
 * A loss of nobody's paper: ℓ_t = −A_t tanh-like gate of ρ_t, divided by how far the whole sequence has moved, plus a pull back.
 *
 * It mixes operations on single tokens with sums over a sequence, so that its derivative has every kind of term.
 */
export const distantPush = defineLoss({
  options: z.strictObject({ kind: z.literal('distant-push'), pull: z._default(z.number(), 0.3) }),
  terms(m, { logRatios, advantages }, { pull }) {
    const ratios = m.exp(logRatios);
    const distances = m.add(m.sequenceMean(m.abs(logRatios)), 1);
    const pushes = m.div(m.mul(m.min(ratios, 2), m.neg(advantages)), distances);
    const drift = m.log(m.add(m.mul(m.sequenceSum(ratios), m.sequenceSum(ratios)), 1));
    const gates = m.sigmoid(m.mul(m.max(logRatios, -0.2), drift));
    const far = m.greater(ratios, 1.2);
    return {
      losses: m.add(m.where(far, m.mul(pushes, gates), pushes), m.mul(m.mul(drift, advantages), pull)),
      metrics: { 'actor/far': { share: far }, 'actor/drift': { mean: drift } },
    };
  },
});
