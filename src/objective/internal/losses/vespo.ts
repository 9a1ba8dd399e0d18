import * as z from 'zod/mini';
import { clipMetrics, defineLoss, nonnegative, positive } from '../loss.js';

const weighting = (k: number, lambda: number) =>
  z._default(z.strictObject({ k: nonnegative, lambda: positive }), { k, lambda });

/** log W is clamped to [log 1e-8, 20], and each log ρ to ±20. */
const [LEAST, MOST] = [Math.log(1e-8), 20];

/**
 * ℓ_t = −sg[φ(W)] A_t log π_t, φ(W) = W^k exp(λ (1 − W)), W = Π ρ_t over the sequence (not its mean).
 *
 * The importance weights of a rollout correction multiply W, not the loss.
 *
 * @remarks Source: arXiv 2602.10693, §3.4, with the bounds of its reference. Meant for `token-mean`.
 */
export const vespo = defineLoss({
  options: z.strictObject({ kind: z.literal('vespo'), positive: weighting(2, 3), negative: weighting(3, 2) }),
  terms(m, { logprobs, logRatios, advantages, rolloutWeights }, { positive, negative }) {
    const steps = m.clamp(m.detach(logRatios), -MOST, MOST);
    const logWeights = rolloutWeights && m.log(m.clamp(rolloutWeights, Math.exp(LEAST), Math.exp(MOST)));
    const sums = m.sequenceSum(logWeights === undefined ? steps : m.add(steps, logWeights));
    const logW = m.clamp(sums, LEAST, MOST);
    const falls = m.greater(0, advantages);
    const k = m.where(falls, negative.k, positive.k);
    const lambda = m.where(falls, negative.lambda, positive.lambda);
    const phi = m.exp(m.sub(m.add(lambda, m.mul(k, logW)), m.mul(lambda, m.exp(logW))));
    return {
      losses: m.mul(m.mul(m.neg(phi), advantages), logprobs),
      metrics: { ...clipMetrics(m, logRatios), 'vespo/phi_seq_mean': { mean: phi } },
    };
  },
  importance: () => undefined,
});
