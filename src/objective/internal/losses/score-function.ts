import * as z from 'zod/mini';
import { clipMetrics, defineLoss, limitLogRatios } from '../loss.js';

/**
 * ℓ = −A log π for `reinforce` and `gpg`; ℓ = −log π for `cross-entropy`.
 *
 * @remarks Source: Williams 1992; GPG, arXiv 2504.02546, whose scale is part of the advantage (`estimator: 'gpg'`).
 */
export const scoreFunction = defineLoss({
  options: z.strictObject({ kind: z.enum(['gpg', 'reinforce', 'cross-entropy']) }),
  terms(m, { logprobs, logRatios, advantages }, { kind }) {
    return {
      losses: kind === 'cross-entropy' ? m.neg(logprobs) : m.mul(m.neg(advantages), logprobs),
      metrics: clipMetrics(m, limitLogRatios(m, logRatios, Infinity)),
    };
  },
});
