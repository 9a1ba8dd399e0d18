import * as tf from '@tensorflow/tfjs-core';
import { spans } from '../../../internal/memory/matrix-rows.js';
import { scope } from '../../../internal/memory/scope.js';
import { weightBuilder } from '../head/matrix-builder.js';
import type { HeadKernels, HeadStatistics, OutputHead } from '../head/output-head.js';
import type { LogitsKernels } from '../logits/passes.js';
import type { Upstream } from '../selected-logprobs.js';
import { rowGradient, type LogitShape } from './row-gradient.js';
import { rowStates, rowStatistics, statisticsOf } from './row-statistics.js';

/**
 * `logprobsFromHidden` on WebGPU: tfjs's matmul for the raw logits of some tokens and some words, then one program over them.
 *
 * A device wants large pieces: 1024 × 8192 numbers are 32 MB. Matmuls with a transposed operand are as fast as others
 * here, so pieces lie as [n, v] throughout.
 */
export const WEBGPU_HEAD: HeadKernels = {
  chunk: { tokens: 1024, vocabulary: 8192, blockTokens: 1024 },
  forward: (hidden, targets, head) =>
    scope(() => {
      const parts = [...spans(hidden.shape[0], head.chunk.tokens)].map(([start, end]) =>
        forwardTokens(
          tf.slice(hidden, [start, 0], [end - start, hidden.shape[1]]),
          tf.slice(targets, [start], [end - start]),
          head,
        ),
      );
      const join = (name: 'selected' | 'logSumExp' | 'entropy'): tf.Tensor1D =>
        tf.concat(parts.map((part) => part[name]));
      return {
        selected: join('selected'),
        logSumExp: join('logSumExp'),
        entropy: join('entropy'),
        expectedRow: undefined,
      };
    }),
  backward: (hidden, targets, head, statistics, upstream) =>
    scope(() => {
      const { hiddenSize } = head.matrix;
      const builder = weightBuilder(head);
      try {
        const rows = gradientRows(statistics, upstream);
        const parts: tf.Tensor2D[] = [];
        for (const [start, end] of spans(hidden.shape[0], head.chunk.tokens)) {
          const size = end - start;
          parts.push(
            scope(() =>
              backwardTokens(
                tf.slice(hidden, [start, 0], [size, hiddenSize]),
                tf.slice(targets, [start], [size]),
                tf.slice(rows, [start, 0], [size, 4]),
                head,
                (word, piece) => builder?.add(word, piece),
              ),
            ),
          );
        }
        return { hidden: tf.concat(parts, 0), weight: builder?.finish() };
      } finally {
        builder?.dispose();
      }
    }),
};

function logitShape(start: number, { temperature, softcap }: OutputHead): LogitShape {
  return { start, scale: 1 / temperature, softcap };
}

function forwardTokens(
  hidden: tf.Tensor2D,
  targets: tf.Tensor1D,
  head: OutputHead,
): Omit<HeadStatistics, 'expectedRow'> {
  return scope(() => {
    let states = rowStates(hidden.shape[0]);
    for (const [start, end] of spans(head.matrix.vocabularySize, head.chunk.vocabulary)) {
      const before = states;
      states = scope(() =>
        head.matrix.withRows(start, end, (words) => {
          const logits: tf.Tensor2D = tf.matMul(hidden, words, false, true);
          return rowStatistics(logits, targets, before, logitShape(start, head));
        }),
      );
      before.dispose();
    }
    return statisticsOf(states);
  });
}

/** @param onWeight - Takes ∂L/∂(rows of the matrix from that word on) over; it is called outside any inner scope. */
function backwardTokens(
  hidden: tf.Tensor2D,
  targets: tf.Tensor1D,
  rows: tf.Tensor2D,
  head: OutputHead,
  onWeight: (word: number, piece: tf.Tensor2D) => void,
): tf.Tensor2D {
  let sum: tf.Tensor2D | undefined;
  for (const [start, end] of spans(head.matrix.vocabularySize, head.chunk.vocabulary)) {
    const before = sum;
    const { next, weight } = scope(() =>
      head.matrix.withRows(start, end, (words) => {
        const logits: tf.Tensor2D = tf.matMul(hidden, words, false, true);
        const gradient = rowGradient(logits, targets, rows, logitShape(start, head));
        const part: tf.Tensor2D = tf.matMul(gradient, words);
        return {
          next: before === undefined ? part : tf.add<tf.Tensor2D>(before, part),
          weight: head.weightGradient ? tf.matMul<tf.Tensor2D>(gradient, hidden, true, false) : undefined,
        };
      }),
    );
    if (weight !== undefined) onWeight(start, weight);
    before?.dispose();
    sum = next;
  }
  return sum!;
}

/** `logprobsFromLogits` on WebGPU: forward one program and one read of the logits, backward one read and one write of [N, V]. */
export const WEBGPU_LOGITS: LogitsKernels = {
  forward: (logits, targets, temperature) =>
    scope(() => {
      const shape = { start: 0, scale: 1 / temperature, softcap: undefined };
      const { selected, ...rest } = statisticsOf(rowStatistics(logits, targets, rowStates(logits.shape[0]), shape));
      return { logprobs: tf.sub(selected, rest.logSumExp), ...rest, mayHaveInfinity: true };
    }),
  backward: (logits, targets, temperature, statistics, upstream) =>
    scope(() => {
      const shape = { start: 0, scale: 1 / temperature, softcap: undefined };
      return rowGradient(logits, targets, gradientRows(statistics, upstream), shape);
    }),
};

/** @returns The input of `rowGradient` for each row, [n, 4]. */
function gradientRows(
  { logSumExp, entropy }: Pick<HeadStatistics, 'logSumExp' | 'entropy'>,
  upstream: Upstream,
): tf.Tensor2D {
  return tf.stack([logSumExp, entropy, upstream.logprobs, upstream.entropy ?? tf.zerosLike(entropy)], 1) as tf.Tensor2D;
}
