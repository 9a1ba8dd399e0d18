import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../../internal/memory/host-memory.js';

/**
 * Adds one number to each row, in the row's own column: the `onehot` of a cross-entropy's gradient.
 *
 * @param matrix - Shape [n, V]; changed in place where memory is the process's own, so it must be fresh.
 * @param columns - Shape [n], int32.
 * @param values - Shape [n].
 */
export function addAtTargets(matrix: tf.Tensor2D, columns: tf.Tensor1D, values: tf.Tensor1D): tf.Tensor2D {
  const memory = hostMemory();
  if (memory === undefined) {
    const rows = tf.range(0, matrix.shape[0], 1, 'int32');
    return tf.add(matrix, tf.scatterND(tf.stack([rows, columns], 1), values, matrix.shape));
  }
  const width = matrix.shape[1];
  const [to, at, from] = [memory.view(matrix), memory.viewInt(columns), memory.view(values)];
  for (let i = 0; i < from.length; i++) to[i * width + at[i]!]! += from[i]!;
  return matrix;
}

/** @returns Each row's number in its own column, shape [n]. */
export function takeAtTargets(matrix: tf.Tensor2D, columns: tf.Tensor1D): tf.Tensor1D {
  const memory = hostMemory();
  if (memory === undefined) {
    const rows = tf.range(0, matrix.shape[0], 1, 'int32');
    return tf.gatherND(matrix, tf.stack([rows, columns], 1)) as tf.Tensor1D;
  }
  const [height, width] = matrix.shape;
  const output = memory.empty([height]);
  const [to, at, from] = [memory.view(output), memory.viewInt(columns), memory.view(matrix)];
  for (let i = 0; i < height; i++) to[i] = from[i * width + at[i]!]!;
  return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor1D;
}
