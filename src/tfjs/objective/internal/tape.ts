import * as tf from '@tensorflow/tfjs-core';

/** @returns The same values, through which no gradient flows. */
export function detach<T extends tf.Tensor>(tensor: T): T {
  return tf.customGrad((x) => ({ value: tf.clone(x as tf.Tensor), gradFunc: (dy: tf.Tensor) => tf.zerosLike(dy) }))(
    tensor,
  ) as T;
}

/**
 * Gives a value that was worked out aside its derivatives: what the tape sees is the value and `gradients`, nothing else.
 *
 * @param value - A scalar, or of the tensors' shape where each element depends on its own alone.
 * @param tensors - What it depends on.
 * @param gradients - ∂ value / ∂ tensor, one for each, of its shape.
 */
export function withGradients<T extends tf.Tensor>(
  value: T,
  tensors: readonly tf.Tensor[],
  gradients: readonly tf.Tensor[],
): T {
  const attach = tf.customGrad((...args) => {
    (args[tensors.length] as unknown as tf.GradSaveFunc)([...gradients]);
    return {
      value: tf.clone(value),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => saved.map((gradient) => tf.mul(gradient, dy)),
    };
  });
  return attach(...tensors);
}
