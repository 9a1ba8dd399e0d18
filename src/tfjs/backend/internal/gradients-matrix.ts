import * as tf from '@tensorflow/tfjs-core';
import { unbroadcast } from './unbroadcast.js';

/** [.., n, m] to [.., m, n]. */
function flip(x: tf.Tensor): tf.Tensor {
  const axes = x.shape.map((_, axis) => axis);
  return tf.transpose(x, [...axes.slice(0, -2), x.rank - 1, x.rank - 2]);
}

const sumKeepingDims = (x: tf.Tensor, axis: number): tf.Tensor => tf.sum(x, axis, true);

/**
 * Gradients of matmul and softmax. Operands are transposed explicitly: on wasm a matmul with a transpose flag falls to
 * a slow loop, ten times slower than a transpose before it.
 */
export const matrixGradients: readonly tf.GradConfig[] = [
  {
    kernelName: tf.BatchMatMul,
    inputsToSave: ['a', 'b'],
    gradFunc: (dyIn, saved, attrs) => {
      const dy = dyIn as tf.Tensor;
      const [a, b] = saved as [tf.Tensor, tf.Tensor];
      const { transposeA, transposeB } = attrs as unknown as tf.BatchMatMulAttrs;
      // C = A' B' where X' is X or its transpose: dA' = dC B'^T, dB' = A'^T dC.
      return {
        a: () => {
          const gradient = tf.matMul(dy, transposeB ? b : flip(b));
          return unbroadcast(transposeA ? flip(gradient) : gradient, a.shape);
        },
        b: () => {
          const gradient = tf.matMul(transposeA ? a : flip(a), dy);
          return unbroadcast(transposeB ? flip(gradient) : gradient, b.shape);
        },
      };
    },
  },
  {
    kernelName: tf.Softmax,
    outputsToSave: [true],
    gradFunc: (dy, [y], attrs) => {
      const { dim } = attrs as unknown as tf.SoftmaxAttrs;
      const weighted = tf.mul(dy as tf.Tensor, y!);
      return { logits: () => tf.sub(weighted, tf.mul(sumKeepingDims(weighted, dim), y!)) };
    },
  },
  {
    kernelName: tf.LogSoftmax,
    outputsToSave: [true],
    gradFunc: (dy, [y], attrs) => {
      const { axis } = attrs as unknown as tf.LogSoftmaxAttrs;
      return {
        logits: () => tf.sub(dy as tf.Tensor, tf.mul(sumKeepingDims(dy as tf.Tensor, axis), tf.exp(y!))),
      };
    },
  },
];
