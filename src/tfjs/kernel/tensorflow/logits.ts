import * as tf from '@tensorflow/tfjs-core';
import type { LogitsKernels } from '../logits-kernels.js';
import { logitsBackward, logitsForward } from '../logits-passes.js';
import { scope } from '../scope.js';
import { nativeBackend } from './backend.js';

/**
 * TensorFlow's fused operation: the cross-entropy of every row, and its gradient p − onehot, in one go.
 *
 * @returns `loss` [N] and `residual` [N, V].
 */
function fusedCrossEntropy(logits: tf.Tensor2D, targets: tf.Tensor1D): { loss: tf.Tensor1D; residual: tf.Tensor2D } {
  const backend = nativeBackend()!;
  const { binding } = backend;
  const attributes = [
    { name: 'T', type: binding.TF_ATTR_TYPE, value: binding.TF_FLOAT },
    { name: 'Tlabels', type: binding.TF_ATTR_TYPE, value: binding.TF_INT32 },
  ];
  const [loss, residual] = backend.executeMultipleOutputs(
    'SparseSoftmaxCrossEntropyWithLogits',
    attributes,
    [logits, targets],
    2,
  ) as [tf.Tensor1D, tf.Tensor2D];
  return { loss, residual };
}

/**
 * Entry 2's forward pass on TensorFlow's C library. The residual is the one [N, V] beside the logits; where a
 * temperature would make it two, the portable pass is taken.
 */
export const nativeLogitsForward: LogitsKernels['forward'] = (logits, targets, temperature) => {
  if (temperature !== 1) return logitsForward(logits, targets, temperature);
  return scope(() => {
    const { loss, residual } = fusedCrossEntropy(logits, targets);
    const [count, width] = logits.shape;
    // Σ_j (p_j − δ_j) z_j = Σ p z − z_t, row by row and without a product of the logits' shape.
    const spread: tf.Tensor1D = tf.reshape(
      tf.matMul(tf.reshape(residual, [count, 1, width]), tf.reshape(logits, [count, width, 1])),
      [count],
    );
    const rows = tf.range(0, count, 1, 'int32');
    const selected = tf.gatherND(logits, tf.stack([rows, targets], 1)) as tf.Tensor1D;
    return {
      logprobs: tf.neg(loss),
      logSumExp: tf.add(loss, selected),
      entropy: tf.sub(loss, spread),
      residual,
    };
  });
};

/** Entry 2's backward pass: the residual times −g a row; with a gradient of the entropy, the portable pass. */
export const nativeLogitsBackward: LogitsKernels['backward'] = (logits, targets, temperature, statistics, upstream) => {
  const { residual } = statistics;
  if (residual === undefined || upstream.entropy !== undefined)
    return logitsBackward(logits, targets, temperature, statistics, upstream);
  return scope(() => tf.mul(residual, tf.expandDims(tf.neg(upstream.logprobs), 1)));
};
