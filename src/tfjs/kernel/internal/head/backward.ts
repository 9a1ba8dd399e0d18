import * as tf from '@tensorflow/tfjs-core';
import { rowWriter, sliceMatrix, spans } from '../../../internal/memory/matrix-rows.js';
import { scope } from '../../../internal/memory/scope.js';
import type { Upstream } from '../selected-logprobs.js';
import { weightBuilder, type MatrixBuilder } from './matrix-builder.js';
import { selectedLogits, type HeadGradients, type HeadStatistics, type OutputHead } from './output-head.js';

/**
 * ∂L/∂hidden [N, H] and ∂L/∂weight, with the logits computed a second time, piece by piece.
 *
 * The gradient of a logprob has a part through the selected logit (one row of the matrix a token) and a part through
 * the log-sum-exp (all rows, by their probability). The second part of ∂L/∂hidden is known from the forward pass; a
 * gradient of the entropy has no such short cut and costs one matmul more. Where neither that nor the matrix's gradient is
 * wanted, the vocabulary is not gone through again.
 */
export function headBackward(
  hidden: tf.Tensor2D,
  targets: tf.Tensor1D,
  head: OutputHead,
  statistics: Omit<HeadStatistics, 'selected'>,
  upstream: Upstream,
): HeadGradients {
  const builder = weightBuilder(head);
  try {
    const gradient = rowWriter(hidden.shape);
    for (const [start, end] of spans(hidden.shape[0], head.chunk.blockTokens)) {
      const rows = (x: tf.Tensor2D): tf.Tensor2D => sliceMatrix(x, [start, 0], [end - start, x.shape[1]]);
      const items = (x: tf.Tensor1D): tf.Tensor1D => tf.slice(x, [start], [end - start]);
      const part = scope(() => {
        const block = {
          hidden: rows(hidden),
          targets: items(targets),
          logSumExp: items(statistics.logSumExp),
          entropy: items(statistics.entropy),
          expectedRow: rows(statistics.expectedRow!),
          logprobs: items(upstream.logprobs),
          entropyUpstream: upstream.entropy && items(upstream.entropy),
        };
        return blockBackward(block, head, builder);
      });
      gradient.write(part);
    }
    return { hidden: gradient.finish(), weight: builder?.finish() };
  } finally {
    builder?.dispose();
  }
}

function blockBackward(block: BlockSlices, head: OutputHead, builder: MatrixBuilder | undefined): tf.Tensor2D {
  const upstream = tf.expandDims(block.logprobs, 1);
  const selected = selectedLogits(block.hidden, block.targets, head);
  const direct = tf.mul(upstream, tf.expandDims(selected.derivative, 1));

  if (builder === undefined && block.entropyUpstream === undefined)
    return tf.sub(tf.mul(selected.rows, direct), tf.mul(block.expectedRow, upstream));
  const pieces = [...spans(block.hidden.shape[0], head.chunk.tokens)].map((span) => preparePiece(block, span, head));
  let entropyPart: tf.Tensor2D | undefined;
  for (const [start, end] of spans(head.matrix.vocabularySize, head.chunk.vocabulary)) {
    const { weight, hidden } = scope(() => {
      const parts = head.matrix.withRows(start, end, (rows) => pieces.map((piece) => pieceGradient(rows, piece, head)));
      const weights = parts.flatMap((part) => part.weight ?? []);
      const columns = parts.flatMap((part) => part.hidden ?? []);
      return {
        weight: builder && weights.reduce((sum, weight) => tf.add(sum, weight)),
        hidden: columns.length === 0 ? undefined : addTo(entropyPart, tf.concat(columns, 1)),
      };
    });
    if (weight !== undefined) builder?.add(start, weight);
    entropyPart?.dispose();
    entropyPart = hidden;
  }
  builder?.addRows(tf.mul(block.hidden, direct), block.targets);
  const indirect = entropyPart === undefined ? tf.neg(tf.mul(block.expectedRow, upstream)) : tf.transpose(entropyPart);
  return tf.add(tf.mul(selected.rows, direct), indirect);
}

function addTo(sum: tf.Tensor2D | undefined, part: tf.Tensor2D): tf.Tensor2D {
  return sum === undefined ? part : tf.add(sum, part);
}

/** A block of n tokens in the backward pass: [n, H], [n] or [n, 1] slices of what headBackward was given. */
interface BlockSlices {
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
interface TokenPiece {
  /** Scaled hidden states as columns, [H, n + 1]. */
  readonly columns: tf.Tensor2D;
  /** −logSumExp, 0 for the extra token; [n + 1]. */
  readonly bias: tf.Tensor1D;
  /** Hidden states as rows [n + 1, H], scaled by what is constant in a column of ∂L/∂z. */
  readonly rows: tf.Tensor2D;
  /** With an entropy gradient, ∂L/∂z = −p (factor · x + offset), both [1, n + 1]. */
  readonly entropy: { readonly factor: tf.Tensor2D; readonly offset: tf.Tensor2D } | undefined;
}

function preparePiece(block: BlockSlices, [start, end]: readonly [number, number], head: OutputHead): TokenPiece {
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
function pieceGradient(
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
