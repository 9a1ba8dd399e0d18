import * as tf from '@tensorflow/tfjs-core';
import type { SelectedLogprobs } from '../options.js';

/**
 * Two outputs from one `tf.customGrad`, which can have one only: they leave stacked, are taken apart here, and on the
 * way back it is known which of them the loss depended on. A gradient that is not there need not be computed, and the
 * tape would give zeros for it.
 */
export function splitOutputs(): {
  /** @param both - Logprobs above entropies, shape [2, N]. */
  outputs(both: tf.Tensor2D): SelectedLogprobs;
  /** @param dy - ∂L/∂both. @returns Its two rows; entropy is undefined if the loss did not depend on it. */
  upstream(dy: tf.Tensor2D): { readonly logprobs: tf.Tensor1D; readonly entropy: tf.Tensor1D | undefined };
} {
  const used = [false, false];
  const take = (both: tf.Tensor2D, row: number): tf.Tensor1D =>
    tf.customGrad((x) => ({
      value: takeRow(x as tf.Tensor2D, row),
      gradFunc: (dy: tf.Tensor) => {
        used[row] = true;
        return tf.stack(row === 0 ? [dy, tf.zerosLike(dy)] : [tf.zerosLike(dy), dy]);
      },
    }))(both) as tf.Tensor1D;
  return {
    outputs: (both) => ({ logprobs: take(both, 0), entropies: take(both, 1) }),
    upstream: (dy) => ({ logprobs: takeRow(dy, 0), entropy: used[1] ? takeRow(dy, 1) : undefined }),
  };
}

function takeRow(x: tf.Tensor2D, row: number): tf.Tensor1D {
  return tf.reshape(tf.slice(x, [row, 0], [1, x.shape[1]]), [x.shape[1]]);
}
