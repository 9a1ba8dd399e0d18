import * as tf from '@tensorflow/tfjs-core';
import { nativeBackend } from '../../internal/native/backend.js';
import { spans } from '../../internal/memory/matrix-rows.js';
import { scope } from '../../internal/memory/scope.js';
import { CHUNK_NUMBERS, logitsBackward, logitsForward, type LogitsKernels } from './logits/passes.js';
import { rowDots } from './logits/row-operations.js';

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

function take(x: tf.Tensor2D, start: number, end: number): tf.Tensor2D {
  return tf.slice(x, [start, 0], [end - start, x.shape[1]]);
}

/**
 * The forward pass of `logprobsFromLogits` on TensorFlow's C library. The residual is the one [N, V] beside the logits; where a
 * temperature would make it two, or no gradient will want it, the portable pass is taken.
 */
export const nativeLogitsForward: LogitsKernels['forward'] = (logits, targets, temperature, withGradient) => {
  if (temperature !== 1 || !withGradient) return logitsForward(logits, targets, temperature);
  return scope(() => {
    const { loss, residual } = fusedCrossEntropy(logits, targets);
    const [count, width] = logits.shape;
    // Σ_j (p_j − δ_j) z_j = Σ p z − z_t, some rows at a time: a product of the logits' shape would be a matrix more.
    const parts = Array.from(spans(count, Math.max(1, Math.floor(CHUNK_NUMBERS / width))), ([start, end]) =>
      scope(() => rowDots(take(residual, start, end), take(logits, start, end))),
    );
    const spread = tf.concat(parts.map(({ sums }) => sums));
    const rows = tf.range(0, count, 1, 'int32');
    const selected = tf.gatherND(logits, tf.stack([rows, targets], 1)) as tf.Tensor1D;
    const entropy: tf.Tensor1D = tf.sub(loss, spread);
    // A target that cannot be drawn has an infinite loss, and the row an entropy all the same: the portable pass gives both.
    if (!entropy.dataSync().every(Number.isFinite)) return logitsForward(logits, targets, temperature);
    const mayHaveInfinity = parts.some((part) => part.mayHaveInfinity);
    return { logprobs: tf.neg(loss), logSumExp: tf.add(loss, selected), entropy, residual, mayHaveInfinity };
  });
};

/** The backward pass of `logprobsFromLogits`: the residual times −g a row; with a gradient of the entropy, the portable pass. */
export const nativeLogitsBackward: LogitsKernels['backward'] = (logits, targets, temperature, statistics, upstream) => {
  const { residual } = statistics;
  if (residual === undefined || upstream.entropy !== undefined)
    return logitsBackward(logits, targets, temperature, statistics, upstream);
  return scope(() => tf.mul(residual, tf.expandDims(tf.neg(upstream.logprobs), 1)));
};
