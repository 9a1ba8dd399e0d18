import * as tf from '@tensorflow/tfjs-core';
import { scope } from '../../../internal/memory/scope.js';
import {
  attentionProbabilities,
  causalMask,
  joinKeyHeads,
  keyHeads,
  queryGroups,
  ungroupQueries,
} from './grouped-attention.js';
import type { AttentionShape } from './grouped-attention.js';

/** Queries that are scored together: the scores take heads · 512 · T numbers at a time, whatever the length T. */
const BLOCK_ROWS = 512;

/**
 * Packed attention as tensor operations, all heads of a block of one sequence's queries at a time, for backends whose
 * memory is not this process's: nothing is read back.
 *
 * @returns Shape [N, heads · headDim].
 */
export function batchedAttention(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D, shape: AttentionShape): tf.Tensor2D {
  const outputs = queryBlocks(shape.offsets).map((block) =>
    tf.tidy(() => {
      const values = keyHeads(rows3d(v, block.start, block.seen), shape);
      const mixed = tf.matMul<tf.Tensor3D>(probabilitiesOf(q, k, block, shape), values);
      return tf.squeeze<tf.Tensor2D>(ungroupQueries(mixed, 1, shape), [0]);
    }),
  );
  return joined(outputs, q.shape[1]);
}

/** @returns dq, dk and dv, shaped as q, k and v; the probabilities are computed again. */
export function batchedAttentionGradients(
  [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
  out: tf.Tensor2D,
  dOut: tf.Tensor2D,
  shape: AttentionShape,
): [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D] {
  const dq: tf.Tensor2D[] = [];
  const dk: tf.Tensor2D[] = [];
  const dv: tf.Tensor2D[] = [];
  for (const block of queryBlocks(shape.offsets)) {
    const [dQuery, dKeys, dValues] = scope(() => {
      const probabilities = probabilitiesOf(q, k, block, shape);
      const ofQueries = (x: tf.Tensor2D) => queryGroups(rows3d(x, block.start + block.from, block.rows), shape);
      const ofKeys = (x: tf.Tensor2D) => keyHeads(rows3d(x, block.start, block.seen), shape);
      const scale = 1 / Math.sqrt(shape.headDim);
      const d = ofQueries(dOut);
      // dS = P ∘ (dO·Vᵀ − rowsum(dO ∘ O))
      const shared = tf.sum(tf.mul(d, ofQueries(out)), 2, true);
      const dProbabilities = tf.matMul(d, ofKeys(v), false, true);
      const dScores = tf.mul<tf.Tensor3D>(tf.mul(probabilities, tf.sub(dProbabilities, shared)), scale);
      const toRows = (x: tf.Tensor3D) => wholeSequence(tf.squeeze<tf.Tensor2D>(joinKeyHeads(x, 1, shape), [0]), block);
      return [
        tf.squeeze<tf.Tensor2D>(ungroupQueries(tf.matMul(dScores, ofKeys(k)), 1, shape), [0]),
        toRows(tf.matMul(dScores, ofQueries(q), true, false)),
        toRows(tf.matMul(probabilities, d, true, false)),
      ] as const;
    });
    dq.push(dQuery);
    if (block.from === 0) {
      dk.push(dKeys);
      dv.push(dValues);
    } else {
      addToLast(dk, dKeys);
      addToLast(dv, dValues);
    }
  }
  return [joined(dq, q.shape[1]), joined(dk, k.shape[1]), joined(dv, v.shape[1])];
}

/** Some consecutive queries of one sequence: rows [from, from + rows) of it, which see its first `seen` rows. */
interface QueryBlock {
  /** Where the sequence starts in the packed rows, and how long it is. */
  readonly start: number;
  readonly length: number;
  readonly from: number;
  readonly rows: number;
  readonly seen: number;
}

function queryBlocks(offsets: Int32Array): QueryBlock[] {
  const blocks: QueryBlock[] = [];
  for (let sequence = 0; sequence + 1 < offsets.length; sequence++) {
    const start = offsets[sequence]!;
    const length = offsets[sequence + 1]! - start;
    for (let from = 0; from < length; from += BLOCK_ROWS) {
      const seen = Math.min(length, from + BLOCK_ROWS);
      blocks.push({ start, length, from, rows: seen - from, seen });
    }
  }
  return blocks;
}

function probabilitiesOf(q: tf.Tensor2D, k: tf.Tensor2D, block: QueryBlock, shape: AttentionShape): tf.Tensor3D {
  const queries = queryGroups(rows3d(q, block.start + block.from, block.rows), shape);
  const keys = keyHeads(rows3d(k, block.start, block.seen), shape);
  return attentionProbabilities(queries, keys, causalMask(block.rows, block.seen), 1);
}

/** @returns Rows of a matrix as a batch of one; shape [1, rows, width]. */
function rows3d(x: tf.Tensor2D, start: number, rows: number): tf.Tensor3D {
  return tf.expandDims<tf.Tensor3D>(tf.slice(x, [start, 0], [rows, x.shape[1]]), 0);
}

/** Zeros below the rows that the block saw, down to the sequence's length. */
function wholeSequence(x: tf.Tensor2D, { seen, length }: QueryBlock): tf.Tensor2D {
  return seen === length
    ? x
    : tf.pad(x, [
        [0, length - seen],
        [0, 0],
      ]);
}

function addToLast(sums: tf.Tensor2D[], x: tf.Tensor2D): void {
  const last = sums.pop()!;
  sums.push(tf.add(last, x));
  tf.dispose([last, x]);
}

/** The pieces one below the other; they are freed. */
function joined(pieces: tf.Tensor2D[], width: number): tf.Tensor2D {
  if (pieces.length === 0) return tf.zeros([0, width]);
  const whole = tf.concat(pieces);
  tf.dispose(pieces);
  return whole;
}
