import * as tf from '@tensorflow/tfjs-core';

/** @returns The same values, through which no gradient flows. */
export function detach<T extends tf.Tensor>(tensor: T): T {
  return tf.customGrad((x) => ({ value: tf.clone(x as tf.Tensor), gradFunc: (dy: tf.Tensor) => tf.zerosLike(dy) }))(
    tensor,
  ) as T;
}
