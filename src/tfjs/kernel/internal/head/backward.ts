import * as tf from '@tensorflow/tfjs-core';
import { pieceGradient, preparePiece, type BlockSlices } from './piece-gradient.js';
import { selectedLogits } from './selected-logits.js';
import { matrixBuilder, type MatrixBuilder } from './matrix-builder.js';
import type { HeadGradients, HeadStatistics, HeadUpstream, OutputHead } from './output-head.js';
import { sliceMatrix, spans } from '../../../internal/memory/slice-matrix.js';
import { rowWriter } from '../../../internal/memory/row-writer.js';
import { scope } from '../../../internal/memory/scope.js';

/**
 * ∂L/∂hidden [N, H] and ∂L/∂weight, with the logits worked out a second time, piece by piece.
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
  upstream: HeadUpstream,
): HeadGradients {
  const { vocabularySize, hiddenSize, layout } = head.matrix;
  const builder = head.weightGradient
    ? matrixBuilder({ vocabularySize, hiddenSize, layout, step: head.chunk.vocabulary })
    : undefined;
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
