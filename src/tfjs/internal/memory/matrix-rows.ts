import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from './host-memory.js';

/**
 * A block of a matrix, without a gradient.
 *
 * @param begin - First row and column. @param size - Rows and columns.
 * @remarks tfjs's wasm backend copies the whole of `x` before it cuts a slice out of it, which is what reading a large
 *   matrix piece by piece must not do; on `cpu` and `wasm` the block is copied directly.
 */
export function sliceMatrix(
  x: tf.Tensor2D,
  begin: readonly [number, number],
  size: readonly [number, number],
): tf.Tensor2D {
  const memory = hostMemory();
  if (memory === undefined) return tf.slice(x, [...begin], [...size]);
  const [row, column] = begin;
  const [height, width] = size;
  const stride = x.shape[1];
  const output = memory.empty([height, width]);
  const [to, from] = [memory.view(output), memory.view(x)];
  if (width === stride) to.set(from.subarray(row * stride, (row + height) * stride));
  else if (width < 8) copyNarrow(to, from, row * stride + column, height, width, stride);
  else {
    for (let i = 0; i < height; i++) {
      const start = (row + i) * stride + column;
      to.set(from.subarray(start, start + width), i * width);
    }
  }
  return tf.engine().makeTensorFromTensorInfo(output) as tf.Tensor2D;
}

/**
 * Runs of rows of a matrix, without a gradient, copied only where they have to be.
 *
 * @param use - Must not return the rows themselves. Call inside `tf.tidy`.
 */
export function withRows<T>(x: tf.Tensor2D, start: number, end: number, use: (rows: tf.Tensor2D) => T): T {
  const borrow = hostMemory()?.borrowRows;
  return borrow === undefined ? use(sliceMatrix(x, [start, 0], [end - start, x.shape[1]])) : borrow(x, start, end, use);
}

/** A few numbers a row are copied faster one by one than through a view of each row. */
function copyNarrow(
  to: Float32Array,
  from: Float32Array,
  start: number,
  height: number,
  width: number,
  stride: number,
): void {
  for (let i = 0; i < height; i++) {
    for (let k = 0; k < width; k++) to[i * width + k] = from[start + i * stride + k]!;
  }
}

/** @returns [start, end) pieces of `size` that cover `total`. */
export function* spans(total: number, size: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < total; start += size) yield [start, Math.min(start + size, total)];
}

/**
 * A matrix that is written a few rows at a time, from the first on.
 *
 * On `cpu` and `wasm` there is one matrix; elsewhere the pieces are kept and concatenated, which holds two for a moment.
 */
export interface RowWriter {
  /** Takes the next rows over; they are disposed. @param rows - Shape [n, V]. */
  write(rows: tf.Tensor2D): void;
  finish(): tf.Tensor2D;
}

/** @returns A writer for a matrix of that shape, to be used inside one `tf.tidy`. */
export function rowWriter(shape: [number, number]): RowWriter {
  const memory = hostMemory();
  if (memory === undefined) {
    const pieces: tf.Tensor2D[] = [];
    return {
      write: (rows) => void pieces.push(rows),
      finish: () => (pieces.length === 1 ? pieces[0]! : tf.concat(pieces, 0)),
    };
  }
  const output = tf.engine().makeTensorFromTensorInfo(memory.empty(shape)) as tf.Tensor2D;
  let at = 0;
  return {
    write: (rows) => {
      memory.view(output).set(memory.view(rows), at);
      at += rows.size;
      rows.dispose();
    },
    finish: () => output,
  };
}
