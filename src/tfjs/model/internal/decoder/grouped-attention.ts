import * as tf from '@tensorflow/tfjs-core';

/** How the heads of an attention are laid out: query head h reads key/value head ⌊h · kvHeads / heads⌋. */
export interface HeadLayout {
  readonly heads: number;
  readonly kvHeads: number;
  readonly headDim: number;
}

/** How a packed attention is laid out. */
export interface AttentionShape extends HeadLayout {
  /** Shape [S + 1]: sequence i holds rows [offsets[i], offsets[i + 1]). */
  readonly offsets: Int32Array;
}

/**
 * Grouped-query attention's products, batched over key/value heads, for backends that multiply batches well.
 *
 * The queries that share a key head are rows of one matrix, [B · kvHeads, G · n, headDim] with G = heads / kvHeads: no key
 * is repeated for them, and its gradient sums over them by itself. What conversations share stands once in each of the B.
 */

/** @param x - Shape [B, n, heads · headDim]. @returns Shape [B · kvHeads, G · n, headDim]. */
export function queryGroups(x: tf.Tensor3D, { heads, kvHeads, headDim }: HeadLayout): tf.Tensor3D {
  const [batch, rows] = x.shape;
  const byHead = tf.transpose(tf.reshape(x, [batch, rows, heads, headDim]), [0, 2, 1, 3]);
  return tf.reshape(byHead, [batch * kvHeads, (heads / kvHeads) * rows, headDim]);
}

/** The inverse of `queryGroups`. @returns Shape [B, n, heads · headDim]. */
export function ungroupQueries(x: tf.Tensor3D, batch: number, { heads, headDim }: HeadLayout): tf.Tensor3D {
  const rows = x.size / (batch * heads * headDim);
  const byHead = tf.reshape(x, [batch, heads, rows, headDim]);
  return tf.reshape(tf.transpose(byHead, [0, 2, 1, 3]), [batch, rows, heads * headDim]);
}

/** @param x - Shape [B, L, kvHeads · headDim]. @returns Shape [B · kvHeads, L, headDim]. */
export function keyHeads(x: tf.Tensor3D, { kvHeads, headDim }: HeadLayout): tf.Tensor3D {
  const [batch, rows] = x.shape;
  const byHead = tf.transpose(tf.reshape(x, [batch, rows, kvHeads, headDim]), [0, 2, 1, 3]);
  return tf.reshape(byHead, [batch * kvHeads, rows, headDim]);
}

/** The inverse of `keyHeads`. @returns Shape [B, L, kvHeads · headDim]. */
export function joinKeyHeads(x: tf.Tensor3D, batch: number, { kvHeads, headDim }: HeadLayout): tf.Tensor3D {
  const rows = x.shape[1];
  const byHead = tf.reshape(x, [batch, kvHeads, rows, headDim]);
  return tf.reshape(tf.transpose(byHead, [0, 2, 1, 3]), [batch, rows, kvHeads * headDim]);
}

/** @returns softmax of `attentionScores`. */
export function attentionProbabilities(...[q, k, mask, batch]: Parameters<typeof attentionScores>): tf.Tensor3D {
  return tf.softmax(attentionScores(q, k, mask, batch));
}

/**
 * q·kᵀ / √headDim + mask.
 *
 * @param q - Of `queryGroups`.
 * @param k - Of `keyHeads`.
 * @param mask - Shape [B, 1, n, L]: 0 where a query may look, `MASKED_SCORE` where not.
 * @param batch - B.
 * @returns Shape [B · kvHeads, G · n, L].
 */
export function attentionScores(q: tf.Tensor3D, k: tf.Tensor3D, mask: tf.Tensor4D, batch: number): tf.Tensor3D {
  const scores = tf.mul(tf.matMul(q, k, false, true), 1 / Math.sqrt(q.shape[2]));
  const length = k.shape[1];
  const rows = mask.shape[2];
  const perQuery = tf.reshape(scores, [batch, scores.size / (batch * rows * length), rows, length]);
  return tf.reshape(tf.add(perQuery, mask), scores.shape as [number, number, number]);
}

/** @returns The mask of n queries that are the last of L positions, each seeing up to itself; shape [1, 1, n, L], for a batch of one. */
export function causalMask(rows: number, length: number): tf.Tensor4D {
  const mask = new Float32Array(rows * length);
  for (let row = 0; row < rows; row++)
    mask.fill(MASKED_SCORE, row * length + (length - rows) + row + 1, (row + 1) * length);
  return tf.tensor4d(mask, [1, 1, rows, length]);
}

/** Added to a score that must not count: its exponential is 0, and no sum of it overflows. */
export const MASKED_SCORE = -1e9;
