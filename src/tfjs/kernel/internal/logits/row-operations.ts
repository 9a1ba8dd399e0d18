import * as tf from '@tensorflow/tfjs-core';
import { hostMemory, type HostMemory } from '../../../internal/memory/host-memory.js';

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

/**
 * log Σ_j e^{z_j} of every row, from the softmax that was computed anyway: log p_j = z_j − log Σ e^z for any j.
 *
 * @param z - Shape [n, v].
 * @param p - softmax(z), shape [n, v].
 * @returns Shape [n, 1].
 * @remarks Any j will do whose p has not underflowed. On `cpu` and `wasm` the first such is read in place; elsewhere it
 *   is the largest of the row, which is at least 1 / v.
 */
export function logSumExpOf(z: tf.Tensor2D, p: tf.Tensor2D): tf.Tensor2D {
  const memory = hostMemory();
  if (memory === undefined) return tf.sub(tf.max(z, 1, true), tf.log(tf.max(p, 1, true)));
  return readLogSumExp(z, p, memory);
}

/** Far above what float32 loses its last digits at, and small enough that nearly every word will do. */
const SAFE_PROBABILITY = 1e-20;

function readLogSumExp(z: tf.Tensor2D, p: tf.Tensor2D, memory: HostMemory): tf.Tensor2D {
  const [n, v] = z.shape;
  const output = memory.empty([n, 1]);
  const [to, logits, probabilities] = [memory.view(output), memory.view(z), memory.view(p)];
  for (let i = 0; i < n; i++) {
    let at = i * v;
    const last = at + v - 1;
    // A row of NaN has no safe word; its last one gives NaN.
    while (at < last && !(probabilities[at]! > SAFE_PROBABILITY)) at++;
    to[i] = logits[at]! - Math.log(probabilities[at]!);
  }
  return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor2D;
}

/** Replaces a logit of −Infinity where 0 · −Infinity has to be 0: finite, and far below any logit. */
export const LEAST_LOGIT = -1e30;

/** Sums of products by row, and whether they may include 0 · −Infinity. */
export interface RowDots {
  /** Shape [n]. */
  readonly sums: tf.Tensor1D;
  readonly mayHaveInfinity: boolean;
}

/**
 * Σ_j a_ij b_ij of every row, without a gradient; a product with a = 0 is 0, also where b is −Infinity.
 *
 * @param a - Shape [n, v]. @param b - Shape [n, v].
 * @remarks wasm's own sum goes through its numbers one by one, each waiting for the last; on `cpu` and `wasm` four sums
 *   are kept side by side instead, in float64.
 */
export function rowDots(a: tf.Tensor2D, b: tf.Tensor2D): RowDots {
  const memory = hostMemory();
  if (memory === undefined) return { sums: tf.sum(tf.mul(a, tf.maximum(b, LEAST_LOGIT)), 1), mayHaveInfinity: true };
  const [rows, columns] = a.shape;
  const output = memory.empty([rows]);
  const [to, left, right] = [memory.view(output), memory.view(a), memory.view(b)];
  let mayHaveInfinity = false;
  for (let i = 0; i < rows; i++) {
    const sum = dot(left, right, i * columns, (i + 1) * columns);
    to[i] = Number.isNaN(sum) ? dotWithoutZeros(left, right, i * columns, (i + 1) * columns) : sum;
    mayHaveInfinity ||= Number.isNaN(sum);
  }
  return { sums: tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor1D, mayHaveInfinity };
}

function dot(a: Float32Array, b: Float32Array, start: number, end: number): number {
  let s0 = 0;
  let s1 = 0;
  let s2 = 0;
  let s3 = 0;
  let k = start;
  for (; k + 4 <= end; k += 4) {
    s0 += a[k]! * b[k]!;
    s1 += a[k + 1]! * b[k + 1]!;
    s2 += a[k + 2]! * b[k + 2]!;
    s3 += a[k + 3]! * b[k + 3]!;
  }
  for (; k < end; k++) s0 += a[k]! * b[k]!;
  return s0 + s1 + (s2 + s3);
}

/** The same with zeros of `a` left out, which is slower and wanted where 0 · −Infinity stands among the products. */
function dotWithoutZeros(a: Float32Array, b: Float32Array, start: number, end: number): number {
  let sum = 0;
  for (let k = start; k < end; k++) if (a[k] !== 0) sum += a[k]! * b[k]!;
  return sum;
}
