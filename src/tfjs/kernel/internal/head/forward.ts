import * as tf from '@tensorflow/tfjs-core';
import { rowWriter, sliceMatrix, spans } from '../../../internal/memory/matrix-rows.js';
import { scope } from '../../../internal/memory/scope.js';
import { logSumExpOf } from '../logits/row-operations.js';
import { selectedLogits, type HeadStatistics, type OutputHead } from './output-head.js';

/**
 * Σ_j over the vocabulary of everything a token's loss needs, without `[N, V]`: the statistics of one piece of vocabulary
 * are those of a softmax over that piece alone, and pieces are merged by their log-sum-exp (Milakov & Gimelshein,
 * "Online normalizer calculation for softmax", arXiv 1805.02867).
 *
 * @param hidden - Shape [N, H].
 * @param withRows - Whether to find Σ_j p_j ∂z_j/∂hidden as well, which is all the gradient of a logprob with respect
 *   to `hidden` will want. It costs a matmul here and saves one in the backward pass, where `p` lies the other way.
 */
export function headForward(
  hidden: tf.Tensor2D,
  targets: tf.Tensor1D,
  head: OutputHead,
  withRows: boolean,
): HeadStatistics {
  return scope(() => {
    const expectedRows = withRows ? rowWriter(hidden.shape) : undefined;
    const blocks = [...spans(hidden.shape[0], head.chunk.blockTokens)].map(([start, end]) => {
      const block = scope(() => {
        const states = sliceMatrix(hidden, [start, 0], [end - start, hidden.shape[1]]);
        const selected = selectedLogits(states, tf.slice(targets, [start], [end - start]), head).logits;
        return { selected, ...blockForward(states, head, withRows) };
      });
      if (block.expectedRow !== undefined) expectedRows?.write(block.expectedRow);
      return block;
    });
    const join = (name: 'selected' | 'logSumExp' | 'meanLogit'): tf.Tensor1D =>
      concatenated(blocks.map((block) => block[name]));
    const logSumExp = join('logSumExp');
    return {
      selected: join('selected'),
      logSumExp,
      entropy: tf.sub(logSumExp, join('meanLogit')),
      expectedRow: expectedRows?.finish(),
    };
  });
}

function concatenated<T extends tf.Tensor>(parts: readonly T[]): T {
  return parts.length === 1 ? parts[0]! : tf.concat([...parts], 0);
}

interface BlockStatistics {
  readonly logSumExp: tf.Tensor1D;
  /** Σ_j p_j z_j. */
  readonly meanLogit: tf.Tensor1D;
  readonly expectedRow: tf.Tensor2D | undefined;
}

function blockForward(hidden: tf.Tensor2D, head: OutputHead, withRows: boolean): BlockStatistics {
  return scope(() => {
    const scale = 1 / (head.softcap ?? head.temperature);
    const pieces = [...spans(hidden.shape[0], head.chunk.tokens)].map(([start, end]) =>
      tf.mul<tf.Tensor2D>(sliceMatrix(hidden, [start, 0], [end - start, hidden.shape[1]]), scale),
    );
    const running: (Running | undefined)[] = pieces.map(() => undefined);
    for (const [start, end] of spans(head.matrix.vocabularySize, head.chunk.vocabulary)) {
      const merged = scope(() =>
        head.matrix.withBoth(start, end, (rows, columns) =>
          pieces.map((piece, i) => merge(running[i], measure(piece, rows, columns, head, withRows))),
        ),
      );
      merged.forEach((next, i) => {
        tf.dispose({ ...running[i] });
        running[i] = next;
      });
    }
    const join = <T extends tf.Tensor>(part: (statistics: Running) => T | undefined): T | undefined =>
      part(running[0]!) && concatenated(running.map((statistics) => part(statistics!)!));
    const weighted = join((r) => r.weightedRow);
    // Where z is linear in its row, Σ p z needs no pass of its own.
    const meanLogit = join((r) => r.meanLogit) ?? tf.sum<tf.Tensor2D>(tf.mul(concatenated(pieces), weighted!), 1, true);
    return {
      logSumExp: tf.squeeze<tf.Tensor1D>(
        join((r) => r.logSumExp)!,
        [1],
      ),
      meanLogit: tf.squeeze<tf.Tensor1D>(meanLogit, [1]),
      expectedRow: weighted && tf.mul<tf.Tensor2D>(weighted, 1 / head.temperature),
    };
  });
}

/**
 * Statistics of n tokens over the vocabulary seen so far: [n, 1], [n, 1], [n, H]. `weightedRow` is Σ p_j (1 − tanh²) W_j;
 * `meanLogit` is left out where it follows from that.
 */
interface Running {
  readonly logSumExp: tf.Tensor2D;
  readonly meanLogit: tf.Tensor2D | undefined;
  readonly weightedRow: tf.Tensor2D | undefined;
}

function measure(
  hidden: tf.Tensor2D,
  rows: tf.Tensor2D,
  columns: tf.Tensor2D,
  { softcap, temperature }: OutputHead,
  withRows: boolean,
): Running {
  return scope(() => {
    const raw: tf.Tensor2D = tf.matMul(hidden, columns);
    const tanh = softcap === undefined ? undefined : tf.tanh<tf.Tensor2D>(raw);
    const logits = tanh === undefined ? raw : tf.mul<tf.Tensor2D>(tanh, softcap! / temperature);
    const p = tf.softmax(logits);
    const weighted = tanh === undefined ? p : tf.mul<tf.Tensor2D>(p, tf.sub(1, tf.square(tanh)));
    return {
      logSumExp: logSumExpOf(logits, p),
      meanLogit: withRows && tanh === undefined ? undefined : tf.sum<tf.Tensor2D>(tf.mul(p, logits), 1, true),
      weightedRow: withRows ? tf.matMul(weighted, rows) : undefined,
    };
  });
}

function merge(before: Running | undefined, piece: Running): Running {
  if (before === undefined) return piece;
  return scope(() => {
    const gap = tf.sub(piece.logSumExp, before.logSumExp);
    // log(e^a + e^b) = a + softplus(b − a); the weights e^a / (e^a + e^b) are sigmoids of the gap.
    const share = tf.sigmoid(gap);
    const rest = tf.sigmoid(tf.neg(gap));
    const blend = (a: tf.Tensor2D | undefined, b: tf.Tensor2D | undefined): tf.Tensor2D | undefined =>
      a && b && tf.add(tf.mul(a, rest), tf.mul(b, share));
    return {
      logSumExp: tf.add(before.logSumExp, tf.softplus(gap)),
      meanLogit: blend(before.meanLogit, piece.meanLogit),
      weightedRow: blend(before.weightedRow, piece.weightedRow),
    };
  });
}
