import * as tf from '@tensorflow/tfjs-core';
import { unbroadcast } from './unbroadcast.js';

type Parts = (
  dy: tf.Tensor,
  a: tf.Tensor,
  b: tf.Tensor,
) => { readonly a: () => tf.Tensor; readonly b: () => tf.Tensor };

/** A two-argument operation with broadcasting: each part is summed over the axes along which its input was repeated. */
function binary(kernelName: string, parts: Parts): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: ['a', 'b'],
    gradFunc: (dy, saved) => {
      const [a, b] = saved as [tf.Tensor, tf.Tensor];
      const gradient = parts(dy as tf.Tensor, a, b);
      return { a: () => unbroadcast(gradient.a(), a.shape), b: () => unbroadcast(gradient.b(), b.shape) };
    },
  };
}

/** @returns `dy` where the condition holds and zero elsewhere. */
function masked(dy: tf.Tensor, condition: tf.Tensor): tf.Tensor {
  return tf.mul(dy, tf.cast(condition, 'float32'));
}

/** Gradients of the operations on two tensors; a tie of minimum or maximum goes to the first, as in TensorFlow. */
export const arithmeticGradients: readonly tf.GradConfig[] = [
  binary(tf.Add, (dy) => ({ a: () => dy, b: () => dy })),
  binary(tf.Sub, (dy) => ({ a: () => dy, b: () => tf.neg(dy) })),
  binary(tf.Multiply, (dy, a, b) => ({
    a: () => tf.mul(dy, tf.cast(b, 'float32')),
    b: () => tf.mul(dy, tf.cast(a, 'float32')),
  })),
  binary(tf.RealDiv, (dy, a, b) => ({
    a: () => tf.div(dy, b),
    b: () => tf.neg(tf.div(tf.mul(dy, a), tf.square(b))),
  })),
  binary(tf.SquaredDifference, (dy, a, b) => ({
    a: () => tf.mul(dy, tf.mul(2, tf.sub(a, b))),
    b: () => tf.mul(dy, tf.mul(2, tf.sub(b, a))),
  })),
  binary(tf.Maximum, (dy, a, b) => ({
    a: () => masked(dy, tf.greaterEqual(a, b)),
    b: () => masked(dy, tf.less(a, b)),
  })),
  binary(tf.Minimum, (dy, a, b) => ({
    a: () => masked(dy, tf.lessEqual(a, b)),
    b: () => masked(dy, tf.greater(a, b)),
  })),
  binary(tf.Pow, (dy, a, b) => ({
    a: () => tf.mul(dy, tf.mul(b, tf.pow(a, tf.sub(b, 1)))),
    b: () => tf.mul(dy, tf.mul(tf.pow(a, b), tf.where(tf.greater(a, 0), tf.log(a), tf.zerosLike(a)))),
  })),
];
