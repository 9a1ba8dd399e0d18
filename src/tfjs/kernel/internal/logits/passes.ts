import * as tf from '@tensorflow/tfjs-core';
import { rowWriter, spans, withRows } from '../../../internal/memory/matrix-rows.js';
import { scope } from '../../../internal/memory/scope.js';
import type { Upstream } from '../selected-logprobs.js';
import { addAtTargets, LEAST_LOGIT, logSumExpOf, rowDots, takeAtTargets } from './row-operations.js';

/** The statistics of each row of logits; shapes [N]. */
export interface RowStatistics {
  /** log p of the target. */
  readonly logprobs: tf.Tensor1D;
  /** log Σ_j e^{z_j}. */
  readonly logSumExp: tf.Tensor1D;
  /** −Σ_j p_j log p_j. */
  readonly entropy: tf.Tensor1D;
  /** Whether logits of −Infinity may be among the rows; their product with a probability of 0 is 0. */
  readonly mayHaveInfinity: boolean;
  /** p − onehot, shape [N, V], if the forward pass computes it anyway. */
  readonly residual?: tf.Tensor2D | undefined;
}

/** One way to compute `logprobsFromLogits`. */
export interface LogitsKernels {
  /** @param withGradient - Whether a backward pass may follow. */
  readonly forward: (
    logits: tf.Tensor2D,
    targets: tf.Tensor1D,
    temperature: number,
    withGradient: boolean,
  ) => RowStatistics;
  /** @returns ∂L/∂logits, [N, V]. */
  readonly backward: (
    logits: tf.Tensor2D,
    targets: tf.Tensor1D,
    temperature: number,
    statistics: Omit<RowStatistics, 'logprobs'>,
    upstream: Upstream,
  ) => tf.Tensor2D;
}

/** Logits that are worked on at a time, whatever `ChunkSizes` says of hidden states: 1 M numbers are 4 MB, which stays in cache. */
export const CHUNK_NUMBERS = 1 << 20;

function rowSpans(logits: tf.Tensor2D): Iterable<readonly [start: number, end: number]> {
  const [count, width] = logits.shape;
  return spans(count, Math.max(1, Math.floor(CHUNK_NUMBERS / width)));
}

function withScaledRows<T>(
  logits: tf.Tensor2D,
  [start, end]: readonly [number, number],
  temperature: number,
  use: (z: tf.Tensor2D) => T,
): T {
  return scope(() =>
    withRows(logits, start, end, (rows) => use(temperature === 1 ? rows : tf.mul(rows, 1 / temperature))),
  );
}

/** Reads the logits once, some rows at a time; nothing of the shape [N, V] is made. */
export function logitsForward(logits: tf.Tensor2D, targets: tf.Tensor1D, temperature: number): RowStatistics {
  return scope(() => {
    const parts = Array.from(rowSpans(logits), ([start, end]) =>
      withScaledRows(logits, [start, end], temperature, (z) => {
        const p = tf.softmax(z);
        const logSumExp = tf.squeeze<tf.Tensor1D>(logSumExpOf(z, p), [1]);
        const { sums, mayHaveInfinity } = rowDots(p, z);
        return {
          mayHaveInfinity,
          logprobs: tf.sub<tf.Tensor1D>(takeAtTargets(z, tf.slice(targets, [start], [end - start])), logSumExp),
          logSumExp,
          entropy: tf.sub<tf.Tensor1D>(logSumExp, sums),
        };
      }),
    );
    const join = (name: 'logprobs' | 'logSumExp' | 'entropy'): tf.Tensor1D =>
      tf.concat(parts.map((part) => part[name]));
    return {
      logprobs: join('logprobs'),
      logSumExp: join('logSumExp'),
      entropy: join('entropy'),
      mayHaveInfinity: parts.some((part) => part.mayHaveInfinity),
    };
  });
}

/**
 * ∂L/∂logits, written some rows at a time.
 *
 * ∂logprob/∂z_j = δ_j − p_j; ∂entropy/∂z_j = −p_j (log p_j + entropy)
 */
export function logitsBackward(
  logits: tf.Tensor2D,
  targets: tf.Tensor1D,
  temperature: number,
  statistics: Omit<RowStatistics, 'logprobs'>,
  upstream: Upstream,
): tf.Tensor2D {
  return scope(() => {
    const writer = rowWriter(logits.shape);
    for (const [start, end] of rowSpans(logits)) {
      const piece = withScaledRows(logits, [start, end], temperature, (z) => {
        const items = (x: tf.Tensor1D): tf.Tensor1D => tf.slice(x, [start], [end - start]);
        const column = (x: tf.Tensor1D): tf.Tensor2D => tf.expandDims(x, 1);
        const p = tf.softmax(z);
        const direct: tf.Tensor1D = tf.mul(items(upstream.logprobs), 1 / temperature);
        let gradient: tf.Tensor2D;
        if (upstream.entropy === undefined) gradient = tf.mul(p, column(tf.neg(direct)));
        else {
          // −p_j (direct + factor (z_j − (logSumExp − entropy)))
          const factor: tf.Tensor1D = tf.mul(items(upstream.entropy), -1 / temperature);
          const mean = tf.sub(items(statistics.logSumExp), items(statistics.entropy));
          const offset = tf.add<tf.Tensor1D>(direct, tf.mul(factor, mean));
          const finite = statistics.mayHaveInfinity ? tf.maximum<tf.Tensor2D>(z, LEAST_LOGIT) : z;
          gradient = tf.mul(p, tf.sub(tf.mul(finite, column(factor)), column(offset)));
        }
        return addAtTargets(gradient, items(targets), direct);
      });
      writer.write(piece);
    }
    return writer.finish();
  });
}
