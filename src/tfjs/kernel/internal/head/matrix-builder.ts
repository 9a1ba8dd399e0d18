import * as tf from '@tensorflow/tfjs-core';
import { addRowsInPlace, scatterAddRows } from '../../../internal/memory/row-kernels.js';
import { hostMemory, type HostMemory } from '../../../internal/memory/host-memory.js';
import { scope } from '../../../internal/memory/scope.js';
import type { OutputHead, OutputMatrix } from './output-head.js';

/**
 * A gradient of the output matrix that is put together piece by piece.
 *
 * On `cpu` and `wasm` every piece is added in place, so that one matrix is all there is; elsewhere the pieces are kept
 * and concatenated, which holds two for a moment.
 */
export interface MatrixBuilder {
  /** Adds to the rows of tokens [start, start + v); disposes the piece. @param piece - Shape [v, H]. */
  add(start: number, piece: tf.Tensor2D): void;
  /** Adds rows to the tokens they belong to, once every piece was added. @param rows - Shape [n, H]. @param ids - Shape [n]. */
  addRows(rows: tf.Tensor2D, ids: tf.Tensor1D): void;
  /** @returns The matrix in its layout; pieces that were never added are zero. */
  finish(): tf.Tensor2D;
  /** Frees what an unfinished matrix holds. */
  dispose(): void;
}

/** @returns The gradient of a head's matrix, empty, to be filled inside the same `tf.tidy`; undefined where none is asked for. */
export function weightBuilder({ matrix, chunk, weightGradient }: OutputHead): MatrixBuilder | undefined {
  if (!weightGradient) return undefined;
  const memory = hostMemory();
  return memory === undefined ? concatenatingBuilder(matrix, chunk.vocabulary) : inPlaceBuilder(matrix, memory);
}

function inPlaceBuilder({ vocabularySize, hiddenSize, layout }: OutputMatrix, memory: HostMemory): MatrixBuilder {
  const info = memory.zeros(layout === 'vh' ? [vocabularySize, hiddenSize] : [hiddenSize, vocabularySize]);
  const output = tf.engine().makeTensorFromTensorInfo(info) as tf.Tensor2D;
  const filled = new Set<number>();
  return {
    add: (start, piece) => {
      const laidOut = layout === 'vh' ? piece : tf.transpose(piece);
      const [to, from] = [memory.view(output), memory.view(laidOut)];
      const write = filled.has(start) ? addInto : copyInto;
      if (layout === 'vh') write(to, start * hiddenSize, from);
      else {
        const width = piece.shape[0];
        for (let k = 0; k < hiddenSize; k++)
          write(to, k * vocabularySize + start, from.subarray(k * width, (k + 1) * width));
      }
      filled.add(start);
      tf.dispose([piece, laidOut]);
    },
    addRows: (rows, ids) => {
      const [to, from, tokens] = [memory.view(output), memory.view(rows), memory.viewInt(ids)];
      if (layout === 'vh') addRowsInPlace(to, from, tokens, hiddenSize);
      else addColumnsInPlace(to, from, tokens, hiddenSize, vocabularySize);
    },
    finish: () => output,
    dispose: () => {},
  };
}

function copyInto(to: Float32Array, at: number, from: Float32Array): void {
  to.set(from, at);
}

function addInto(to: Float32Array, at: number, from: Float32Array): void {
  for (let i = 0; i < from.length; i++) to[at + i]! += from[i]!;
}

function addColumnsInPlace(to: Float32Array, rows: Float32Array, ids: Int32Array, height: number, width: number): void {
  for (let i = 0; i < ids.length; i++) {
    for (let k = 0; k < height; k++) to[k * width + ids[i]!]! += rows[i * height + k]!;
  }
}

/** @param step - Pieces start at multiples of it and are that long, except for the last. */
function concatenatingBuilder({ vocabularySize, layout }: OutputMatrix, step: number): MatrixBuilder {
  const pieces = new Map<number, tf.Tensor2D>();
  const addTo = (start: number, piece: tf.Tensor2D): void => {
    const before = pieces.get(start);
    pieces.set(start, tf.keep(before === undefined ? piece : tf.add(before, piece)));
    if (before !== undefined) tf.dispose([before, piece]);
  };
  const dispose = (): void => {
    tf.dispose([...pieces.values()]);
    pieces.clear();
  };
  return {
    add: addTo,
    addRows: (rows, ids) => {
      for (const start of pieces.keys())
        addTo(
          start,
          scope(() => scatterWithin(rows, ids, start, Math.min(step, vocabularySize - start))),
        );
    },
    finish: () => {
      const rows = tf.concat([...pieces.values()], 0);
      dispose();
      if (layout === 'vh') return rows;
      const columns = tf.transpose(rows);
      rows.dispose();
      return columns;
    },
    dispose,
  };
}

/** Scatters the rows whose ids are in [start, start + height); the others go to one more row, which is cut off. */
function scatterWithin(rows: tf.Tensor2D, ids: tf.Tensor1D, start: number, height: number): tf.Tensor2D {
  const local = tf.sub(ids, tf.scalar(start, 'int32'));
  const inside = tf.logicalAnd(
    tf.greaterEqual(local, tf.scalar(0, 'int32')),
    tf.less(local, tf.scalar(height, 'int32')),
  );
  const at = tf.where(inside, local, tf.fill(local.shape, height, 'int32')) as tf.Tensor1D;
  return tf.slice(scatterAddRows(rows, at, height + 1), [0, 0], [height, rows.shape[1]]);
}
