import * as tf from '@tensorflow/tfjs-core';
import type { LearnerLoss } from '../../base/index.js';

/** What a token's loss depends on besides its logprob; each of shape [M], M = counted tokens. */
export interface TokenLossInputs {
  readonly oldLogprobs: tf.Tensor1D;
  readonly advantages: tf.Tensor1D;
  readonly lossWeights: tf.Tensor1D;
}

/**
 * Σ weight · loss(token) over counted tokens, differentiable with respect to the logprobs.
 *
 * @param logprobs - Shape [M].
 * @returns A scalar.
 */
export function tokenLoss(loss: LearnerLoss, logprobs: tf.Tensor1D, inputs: TokenLossInputs): tf.Scalar {
  return tf.customGrad((logprobs, save) => {
    const { losses, slopes } = lossAndSlope(loss, logprobs as tf.Tensor1D, inputs);
    (save as tf.GradSaveFunc)([tf.mul(slopes, inputs.lossWeights)]);
    return {
      value: tf.sum(tf.mul(losses, inputs.lossWeights)),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => tf.mul(saved[0]!, dy),
    };
  })(logprobs) as tf.Scalar;
}

/** Each token's loss and its derivative with respect to the token's logprob. */
function lossAndSlope(loss: LearnerLoss, logprobs: tf.Tensor1D, { oldLogprobs, advantages }: TokenLossInputs) {
  if (loss.kind === 'cross-entropy') return { losses: tf.neg(logprobs), slopes: tf.fill(logprobs.shape, -1) };
  // −min(ρA, clip(ρ, 1 − low, 1 + high)A); where the clipped branch is taken the slope is 0, else −ρA.
  const ratio = tf.exp(tf.sub(logprobs, oldLogprobs));
  const plain = tf.mul(ratio, advantages);
  const clipped = tf.mul(tf.clipByValue(ratio, 1 - loss.clipLow, 1 + loss.clipHigh), advantages);
  const slopes = tf.neg(tf.mul(plain, tf.cast(tf.lessEqual(plain, clipped), 'float32')));
  return { losses: tf.neg(tf.minimum(plain, clipped)), slopes };
}
