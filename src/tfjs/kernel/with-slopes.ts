import * as tf from '@tensorflow/tfjs-core';

/**
 * Gives a value that was worked out aside its derivatives: what the tape sees is the value and `slopes`, nothing else.
 *
 * @param value - A scalar, or of the tensors' shape where each element depends on its own alone.
 * @param tensors - What it depends on.
 * @param slopes - ∂ value / ∂ tensor, one for each, of its shape.
 */
export function withSlopes<T extends tf.Tensor>(
  value: T,
  tensors: readonly tf.Tensor[],
  slopes: readonly tf.Tensor[],
): T {
  const attach = tf.customGrad((...args) => {
    (args[tensors.length] as unknown as tf.GradSaveFunc)([...slopes]);
    return {
      value: tf.clone(value),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => saved.map((slope) => tf.mul(slope, dy)),
    };
  });
  return attach(...tensors);
}
