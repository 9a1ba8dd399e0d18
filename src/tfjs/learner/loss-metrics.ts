import * as tf from '@tensorflow/tfjs-core';
import type { LearnerLoss } from '../../base/index.js';
import type { TokenLossInputs } from './token-loss.js';

/**
 * What is measured of a batch, each a mean over its counted tokens, under verl's names: `actor/entropy`, `actor/ppo_kl`
 * (mean of −log ρ) and `actor/pg_clipfrac` (share of tokens whose clipped branch was taken).
 *
 * @returns Names and a tensor of shape [names] still on the device.
 */
export function lossMetrics(
  loss: LearnerLoss,
  logprobs: tf.Tensor1D,
  entropy: tf.Tensor1D,
  { oldLogprobs, advantages }: TokenLossInputs,
): { readonly names: readonly string[]; readonly values: tf.Tensor1D } {
  if (loss.kind === 'cross-entropy') {
    return { names: ['actor/entropy'], values: tf.stack([tf.mean(entropy)]) as tf.Tensor1D };
  }
  const logRatio = tf.sub(logprobs, oldLogprobs);
  const ratio = tf.exp(logRatio);
  const clipped = tf.clipByValue(ratio, 1 - loss.clipLow, 1 + loss.clipHigh);
  const taken = tf.less(tf.mul(clipped, advantages), tf.mul(ratio, advantages));
  return {
    names: ['actor/entropy', 'actor/ppo_kl', 'actor/pg_clipfrac'],
    values: tf.stack([
      tf.mean(entropy),
      tf.neg(tf.mean(logRatio)),
      tf.mean(tf.cast(taken, 'float32')),
    ]) as tf.Tensor1D,
  };
}
