import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from './host-memory.js';

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
