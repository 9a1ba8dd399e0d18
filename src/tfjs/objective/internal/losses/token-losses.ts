import * as tf from '@tensorflow/tfjs-core';
import { finiteLogRatioLimit } from '../../../../objective/compat.js';
import { clamp, countedMean, indicator, type LossOutputs, type LossTensors } from '../loss-tensors.js';

/** What a loss of single tokens is given: log-ratios within the loss's limit, and where the limit did not act. */
export interface TokenTensors {
  readonly logprobs: tf.Tensor1D;
  /** ρ = exp(log-ratio). */
  readonly ratios: tf.Tensor1D;
  readonly logRatios: tf.Tensor1D;
  readonly inside: tf.Tensor1D;
  readonly advantages: tf.Tensor1D;
}

/** What it gives for every token; indicators are 0 or 1. */
export interface TokenOutputs {
  readonly losses: tf.Tensor1D;
  /** ∂ℓ_t / ∂ log π_t. */
  readonly derivatives: tf.Tensor1D;
  readonly clipped?: tf.Tensor1D;
  readonly clippedLower?: tf.Tensor1D;
}

/** Works out a loss that looks at every token by itself; the counterpart of `tokenLosses` in `objective/`. */
export function tokenLosses(
  tensors: LossTensors,
  logRatioLimit: number,
  lossOf: (tokens: TokenTensors) => TokenOutputs,
): LossOutputs {
  const limit = finiteLogRatioLimit(logRatioLimit);
  const logRatios = clamp(tensors.logRatios, -limit, limit);
  const { losses, derivatives, clipped, clippedLower } = lossOf({
    logprobs: tensors.logprobs,
    logRatios,
    ratios: tf.exp(logRatios),
    inside: indicator(tf.equal(logRatios, tensors.logRatios)),
    advantages: tensors.advantages,
  });
  const none = tf.scalar(0);
  return {
    losses,
    gradient: tf.mul(derivatives, tensors.weights),
    metrics: {
      'actor/pg_clipfrac': clipped === undefined ? none : countedMean(clipped, tensors),
      'actor/ppo_kl': tf.neg(countedMean(logRatios, tensors)),
      'actor/pg_clipfrac_lower': clippedLower === undefined ? none : countedMean(clippedLower, tensors),
    },
  };
}
