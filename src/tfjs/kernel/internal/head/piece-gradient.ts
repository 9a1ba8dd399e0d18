import * as tf from '@tensorflow/tfjs-core';
import type { OutputHead } from './output-head.js';
import { scope } from '../../../internal/memory/scope.js';
import { sliceMatrix } from '../../../internal/memory/slice-matrix.js';

/** A block of n tokens in the backward pass: [n, H], [n] or [n, 1] slices of what headBackward was given. */
export interface BlockSlices {
  readonly hidden: tf.Tensor2D;
  readonly targets: tf.Tensor1D;
  readonly logSumExp: tf.Tensor1D;
  readonly entropy: tf.Tensor1D;
  readonly expectedRow: tf.Tensor2D;
  readonly logprobs: tf.Tensor1D;
  readonly entropyUpstream: tf.Tensor1D | undefined;
}

/**
 * Some tokens laid out as the right-hand side of matmuls, with one more token of zeros at the end; made once and met by
 * every piece of vocabulary.
 */
export interface TokenPiece {
  /** Scaled hidden states as columns, [H, n + 1]. */
  readonly columns: tf.Tensor2D;
  /** −logSumExp, 0 for the extra token; [n + 1]. */
  readonly bias: tf.Tensor1D;
  /** Hidden states as rows [n + 1, H], scaled by what is constant in a column of ∂L/∂z. */
  readonly rows: tf.Tensor2D;
  /** With an entropy gradient, ∂L/∂z = −p (factor · x + offset), both [1, n + 1]. */
  readonly entropy: { readonly factor: tf.Tensor2D; readonly offset: tf.Tensor2D } | undefined;
}

export function preparePiece(
  block: BlockSlices,
  [start, end]: readonly [number, number],
  head: OutputHead,
): TokenPiece {
  return scope(() => {
    const items = (x: tf.Tensor1D): tf.Tensor1D => tf.slice(x, [start], [end - start]);
    const withZero = (x: tf.Tensor1D): tf.Tensor1D => tf.pad(x, [[0, 1]]);
    const { softcap, temperature } = head;
    const hidden: tf.Tensor2D = tf.pad(sliceMatrix(block.hidden, [start, 0], [end - start, block.hidden.shape[1]]), [
      [0, 1],
      [0, 0],
    ]);
    const upstream = withZero(items(block.logprobs));
    const piece = {
      columns: tf.transpose(tf.mul(hidden, 1 / (softcap ?? temperature))),
      bias: withZero(tf.neg(items(block.logSumExp))),
    };
    if (block.entropyUpstream === undefined) {
      const rows = tf.mul(hidden, tf.expandDims(tf.mul(upstream, -1 / temperature), 1));
      return { ...piece, rows, entropy: undefined } as TokenPiece;
    }
    const factor = withZero(items(block.entropyUpstream));
    const offset = tf.add(upstream, tf.mul(factor, withZero(items(block.entropy))));
    return {
      ...piece,
      rows: tf.mul(hidden, -1 / temperature),
      entropy: { factor: tf.expandDims(factor, 0), offset: tf.expandDims(offset, 0) },
    } as TokenPiece;
  });
}

/**
 * The part of the gradients that goes through the log-sum-exp and the entropy, for some words and some tokens.
 *
 * ∂logprob/∂z_j = δ_j − p_j; ∂entropy/∂z_j = −p_j (log p_j + entropy)
 *
 * Pieces lie as [v, n], words by tokens, so that no matmul has a transposed operand and the small one (the tokens) is
 * the one that gets packed. `p` is then wanted along columns, while the fast exponential that every backend has is the
 * softmax, along rows. With x = z − logSumExp ≤ 0 and an extra column of zeros, softmax(x)_i = e^{x_i} / S where
 * S = 1 + Σ_tokens e^{x_i} ≤ n + 1 is the reciprocal of what stands in the extra column: exact, and nothing can
 * underflow that is not negligible. S is constant along a row, so it goes on after the matmul, on [v, H].
 *
 * @param rows - Some words of the output matrix, [v, H].
 * @returns `weight` [v, H], where the head asks for it; `hidden` as columns [H, n], only with an entropy gradient.
 */
export function pieceGradient(
  rows: tf.Tensor2D,
  piece: TokenPiece,
  { softcap, temperature, weightGradient }: OutputHead,
): { readonly weight: tf.Tensor2D | undefined; readonly hidden: tf.Tensor2D | undefined } {
  return scope(() => {
    let x: tf.Tensor2D;
    let tanh: tf.Tensor2D | undefined;
    if (softcap === undefined) {
      x = tf.fused.matMul({ a: rows, b: piece.columns, bias: piece.bias }) as tf.Tensor2D;
    } else {
      tanh = tf.tanh<tf.Tensor2D>(tf.matMul(rows, piece.columns));
      x = tf.add<tf.Tensor2D>(tf.mul(tanh, softcap / temperature), tf.expandDims(piece.bias, 0));
    }
    let p = tf.softmax(x);
    const last = piece.bias.shape[0] - 1;
    const sums = tf.reciprocal(sliceMatrix(p, [0, last], [rows.shape[0], 1]));
    if (piece.entropy !== undefined) p = tf.mul(p, tf.add(tf.mul(x, piece.entropy.factor), piece.entropy.offset));
    if (tanh !== undefined) p = tf.mul(p, tf.sub(1, tf.square(tanh)));
    const weight = weightGradient ? tf.mul<tf.Tensor2D>(tf.matMul(p, piece.rows), sums) : undefined;
    if (piece.entropy === undefined) return { weight, hidden: undefined };
    const scaled = tf.transpose(tf.mul(rows, tf.mul(sums, -1 / temperature)));
    return { weight, hidden: sliceMatrix(tf.matMul(scaled, p), [0, 0], [rows.shape[1], last]) };
  });
}
