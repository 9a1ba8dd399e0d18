import * as tf from '@tensorflow/tfjs-core';
import type { NativeValue } from '../../../../internal/native/backend.js';
import { nativeResult, runNatively, type Operations } from '../../../../internal/native/operations.js';
import { causalMask, type AttentionShape } from '../grouped-attention.js';

/** Queries that are scored together; later keys than theirs are not scored. */
const BLOCK_ROWS = 128;

/** Rows [start + from, start + from + rows) of q, which see rows [start, start + seen) of k and v. */
interface Block {
  readonly start: number;
  readonly from: number;
  readonly rows: number;
  readonly seen: number;
}

/** `packedAttention` on TensorFlow: one block of a sequence's queries after the other, all heads of it together. */
export function nativeAttention(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D, shape: AttentionShape): tf.Tensor2D {
  const blocks = sequencesOf(shape.offsets).flatMap((sequence) => sequence.blocks);
  return tf.tidy(() => {
    const masks = masksOf(blocks);
    return nativeResult([q, k, v, ...masks.tensors], (run, queries, keys, values, ...mask) => {
      const layout = new HeadValues(run, shape);
      const parts = blocks.flatMap((block, i) =>
        run.within(() => {
          const seen = layout.keys(run.slice(values, block.start, block.seen));
          const { probabilities } = scored(layout, queries, keys, mask[masks.of[i]!]!, block);
          return [layout.joinQueries(run.batchMatMul(probabilities, seen))];
        }),
      );
      return run.concat(parts, 0);
    });
  });
}

/** @returns dq, dk and dv, shaped as q, k and v; the probabilities are computed again. */
export function nativeAttentionGradients(
  [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
  out: tf.Tensor2D,
  dOut: tf.Tensor2D,
  shape: AttentionShape,
): [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D] {
  const sequences = sequencesOf(shape.offsets);
  const gradients = tf.tidy(() => {
    const masks = masksOf(sequences.flatMap(({ blocks }) => blocks));
    return runNatively(
      [q, k, v, out, dOut, ...masks.tensors],
      (run, ...[queries, keys, values, result, upstream, ...mask]) => {
        const layout = new HeadValues(run, shape);
        const scale = run.scalar(1 / Math.sqrt(shape.headDim));
        let at = 0;
        const parts = sequences.map(({ blocks, length }) =>
          run.within(() => {
            /** The gradients of keys and values, summed over the blocks so far. */
            let sums: readonly NativeValue[] = [];
            const dq = blocks.map((block) => {
              const [part, ...next] = run.within(() => {
                const rows = (x: NativeValue) => run.slice(x, block.start + block.from, block.rows);
                const dRows = rows(upstream!);
                // dS = P ∘ (dO·Vᵀ − rowsum(dO ∘ O)), where a row is a head's.
                const shared = layout.querySums(run.mul(dRows, rows(result!)));
                const d = layout.queries(dRows);
                const { probabilities, asked, seen } = scored(layout, queries!, keys!, mask[masks.of[at++]!]!, block);
                const seenValues = layout.keys(run.slice(values!, block.start, block.seen));
                const dProbabilities = run.batchMatMul(d, seenValues, false, true);
                const dScores = run.mul(probabilities, run.sub(dProbabilities, shared));
                const added = [run.batchMatMul(dScores, asked, true), run.batchMatMul(probabilities, d, true)].map(
                  (x, i) => {
                    const joined = layout.joinKeys(x);
                    const missing = length - block.seen;
                    const whole = missing === 0 ? joined : run.concat([joined, run.zeros([missing, k.shape[1]])], 0);
                    return sums[i] === undefined ? whole : run.add(sums[i], whole);
                  },
                );
                // The queries of dk are scaled already.
                return [run.mul(layout.joinQueries(run.batchMatMul(dScores, seen)), scale), ...added];
              });
              for (const sum of sums) run.free(sum);
              sums = next;
              return part;
            });
            return [run.concat(dq, 0), ...sums];
          }),
        );
        return [0, 1, 2].map((which) =>
          run.concat(
            parts.map((part) => part[which]!),
            0,
          ),
        );
      },
    );
  });
  return gradients as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
}

/** @returns softmax of a block's scaled and masked scores, shape [kvHeads, G · rows, seen], and the operands of the product. */
function scored(layout: HeadValues, q: NativeValue, k: NativeValue, mask: NativeValue, block: Block) {
  const { run, shape } = layout;
  const rows = run.slice(q, block.start + block.from, block.rows);
  const asked = layout.queries(run.mul(rows, run.scalar(1 / Math.sqrt(shape.headDim))));
  const seen = layout.keys(run.slice(k, block.start, block.seen));
  const scores = run.batchMatMul(asked, seen, false, true);
  // Earlier keys than the block's own are seen by all of its rows.
  const earlier = block.seen - block.rows;
  const whole = earlier === 0 ? mask : run.concat([run.zeros([1, 1, block.rows, earlier]), mask], 3);
  const perQuery = run.add(run.reshapeFreely(scores, [1, shape.heads, block.rows, block.seen]), whole);
  return { probabilities: run.map('Softmax', run.reshapeFreely(perQuery, scores.shape)), asked, seen };
}

/** The layout of `grouped-attention.ts`: the queries that share a key head are rows of one matrix. */
class HeadValues {
  constructor(
    readonly run: Operations,
    readonly shape: AttentionShape,
  ) {}

  /** @param x - Shape [n, heads · headDim]. @returns Shape [kvHeads, G · n, headDim]. */
  queries(x: NativeValue): NativeValue {
    const { heads, kvHeads, headDim } = this.shape;
    const byHead = this.run.transpose(this.run.reshape(x, [-1, heads, headDim]), [1, 0, 2]);
    return this.run.reshape(byHead, [kvHeads, -1, headDim]);
  }

  /** @param x - Shape [n, heads · headDim]. @returns Its sums by head, shape [kvHeads, G · n, 1]. */
  querySums(x: NativeValue): NativeValue {
    const { heads, kvHeads, headDim } = this.shape;
    const sums = this.run.reduce('Sum', this.run.reshape(x, [-1, heads, headDim]));
    return this.run.reshape(this.run.transpose(sums, [1, 0, 2]), [kvHeads, -1, 1]);
  }

  /** The inverse of `queries`. */
  joinQueries(x: NativeValue): NativeValue {
    const { heads, headDim } = this.shape;
    const byHead = this.run.reshape(x, [heads, -1, headDim]);
    return this.run.reshape(this.run.transpose(byHead, [1, 0, 2]), [-1, heads * headDim]);
  }

  /** @param x - Shape [n, kvHeads · headDim]. @returns Shape [kvHeads, n, headDim]. */
  keys(x: NativeValue): NativeValue {
    const { kvHeads, headDim } = this.shape;
    return this.run.transpose(this.run.reshape(x, [-1, kvHeads, headDim]), [1, 0, 2]);
  }

  /** The inverse of `keys`. */
  joinKeys(x: NativeValue): NativeValue {
    const { kvHeads, headDim } = this.shape;
    return this.run.reshape(this.run.transpose(x, [1, 0, 2]), [-1, kvHeads * headDim]);
  }
}

function sequencesOf(offsets: Int32Array): { readonly length: number; readonly blocks: readonly Block[] }[] {
  return Array.from({ length: offsets.length - 1 }, (_, s) => {
    const [start, end] = [offsets[s]!, offsets[s + 1]!];
    const length = end - start;
    const blocks = Array.from({ length: Math.ceil(length / BLOCK_ROWS) }, (_, i) => {
      const seen = Math.min(length, (i + 1) * BLOCK_ROWS);
      return { start, from: i * BLOCK_ROWS, rows: seen - i * BLOCK_ROWS, seen };
    });
    return { length, blocks };
  }).filter(({ length }) => length > 0);
}

/** The masks of blocks for the keys of their own rows, one for those of one length, and which each block has. */
function masksOf(blocks: readonly Block[]): { readonly tensors: readonly tf.Tensor[]; readonly of: readonly number[] } {
  const lengths = [...new Set(blocks.map(({ rows }) => rows))];
  return {
    tensors: lengths.map((rows) => causalMask(rows, rows)),
    of: blocks.map(({ rows }) => lengths.indexOf(rows)),
  };
}
