import * as tf from '@tensorflow/tfjs-core';

/** @returns The gradient of something broadcast: the sum over the axes along which it was, in its own shape. */
export function unbroadcast(gradient: tf.Tensor, shape: number[]): tf.Tensor {
  const axes = tf.broadcast_util.getReductionAxes(shape, gradient.shape);
  return tf.reshape(axes.length === 0 ? gradient : tf.sum(gradient, axes), shape);
}
