import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../../internal/memory/host-memory.js';

/**
 * Products with a transposed operand. On `cpu` and `wasm` a transpose flag falls to a slow loop, ten times slower than an
 * explicit transpose, and whatever stands on the right is copied to be multiplied; elsewhere the flag costs nothing.
 */

/**
 * x·Wᵀ. On `cpu` and `wasm` the smaller operand is the one that is turned round: a large weight is never copied.
 *
 * @param x - Shape [N, out].
 * @param weight - Shape [in, out].
 * @returns Shape [N, in].
 */
export function timesTransposed(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  if (hostMemory() === undefined) return tf.matMul(x, weight, false, true);
  if (x.shape[0] >= weight.shape[0]) return tf.matMul(x, tf.transpose(weight));
  return tf.transpose(tf.matMul(weight, tf.transpose(x)));
}

/**
 * xᵀ·y.
 *
 * @param x - Shape [N, in].
 * @param y - Shape [N, out].
 * @returns Shape [in, out].
 */
export function transposedTimes(x: tf.Tensor2D, y: tf.Tensor2D): tf.Tensor2D {
  return hostMemory() === undefined ? tf.matMul(x, y, true, false) : tf.matMul(tf.transpose(x), y);
}
