import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../../internal/memory/host-memory.js';

/** What stands for a logit of −Infinity where 0 · −Infinity has to be 0: far below any, and finite. */
export const LEAST_LOGIT = -1e30;

/** Sums of products by row, and whether a 0 · −Infinity was among them (or may have been, where nobody could look). */
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
