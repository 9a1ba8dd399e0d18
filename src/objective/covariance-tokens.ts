import type { ClipCovLoss, KlCovLoss } from '../base/index.js';
import { checkArgument, checkFinite, checkTokenLayout, parseOptions } from '../base/internal/index.js';
import { CountedBatch } from './internal/counted-batch.js';
import { lossTokens } from './internal/evaluate-objective.js';
import { constant, dualOperations } from './internal/formula/dual.js';
import { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
import type { Loss } from './internal/loss.js';
import { clipCov } from './internal/losses/clip-cov.js';
import { klCov } from './internal/losses/kl-cov.js';
import type { PolicyLossInput } from './policy-loss-input.js';

/** The input for the covariance between advantage and log π; shape [N] each. */
export type CovarianceInput = Pick<PolicyLossInput, 'logprobs' | 'oldLogprobs' | 'advantages' | 'responseMask'>;

/**
 * Chooses the tokens that Clip-Cov drops. If a mini-batch is cut into micro-batches, choose over the mini-batch and pass each micro-batch
 * its part as `selectedTokens`.
 *
 * @returns Shape [N]; 1 for a dropped token.
 * @throws RangeError for shapes that do not fit or values that are not finite; TypeError for arguments of another type.
 *
 * @example
 * const dropped = clipCovTokens({ logprobs, oldLogprobs, advantages, ...layout }, { kind: 'clip-cov' });
 */
export function clipCovTokens(input: CovarianceInput, loss: ClipCovLoss): Uint8Array {
  return selectedBy(clipCov, input, loss);
}

/**
 * Chooses the tokens of highest covariance, which KL-Cov penalizes; see `clipCovTokens`.
 *
 * @returns Shape [N]; 1 for a penalized token.
 * @throws RangeError for shapes that do not fit or values that are not finite; TypeError for arguments of another type.
 *
 * @example
 * const penalized = klCovTokens({ logprobs, oldLogprobs, advantages, ...layout }, { kind: 'kl-cov' });
 */
export function klCovTokens(input: CovarianceInput, loss: KlCovLoss): Uint8Array {
  return selectedBy(klCov, input, loss);
}

function selectedBy(rule: Loss, input: CovarianceInput, loss: object): Uint8Array {
  const parsed = parseOptions(rule.options, loss, 'loss');
  checkArgument(input, 'input', { responseMask: 'an array' });
  const { advantages, logprobs, oldLogprobs, responseMask } = input;
  const layout = { offsets: [0, responseMask.length], responseMask };
  checkTokenLayout(layout, { advantages, logprobs, oldLogprobs });
  for (const [name, values] of Object.entries({ advantages, logprobs, oldLogprobs }))
    checkFinite(values, `input.${name}`, responseMask);
  const batch = new CountedBatch(layout);
  const ops = dualOperations(float64Arithmetic(batch.offsets));
  const column = (values: ArrayLike<number>) => constant(batch.pick(values));
  const selected = rule.select!(ops, lossTokens(ops, column, column(logprobs), input), parsed);
  return Uint8Array.from(batch.putBack(Float64Array.from(selected)));
}
