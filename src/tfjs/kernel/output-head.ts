import type * as tf from '@tensorflow/tfjs-core';
import type { OutputMatrix } from './output-matrix.js';

/** One call of entry 3 after its arguments were checked. N tokens, H hidden units, V words. */
export interface OutputHead {
  readonly matrix: OutputMatrix;
  readonly temperature: number;
  /** c in z = c · tanh(raw / c) / temperature; undefined for none. */
  readonly softcap: number | undefined;
  readonly chunk: ChunkSizes;
}

/**
 * How large a piece of `[N, V]` is alive at once.
 *
 * A piece of vocabulary is read, laid out and packed once for every `blockTokens` tokens, and met by `tokens` of them
 * at a time: the piece of `[N, V]` has `tokens × vocabulary` numbers.
 */
export interface ChunkSizes {
  readonly tokens: number;
  readonly vocabulary: number;
  readonly blockTokens: number;
}

/** What the forward pass finds out about each token. */
export interface HeadStatistics {
  /** log Σ_j exp(z_j), shape [N]. */
  readonly logSumExp: tf.Tensor1D;
  /** Σ_j p_j z_j, shape [N]. */
  readonly meanLogit: tf.Tensor1D;
  /** Σ_j p_j ∂z_j/∂hidden, shape [N, H]; only where a gradient will be wanted. */
  readonly expectedRow: tf.Tensor2D | undefined;
}

/** @returns [start, end) pieces of `size` that cover `total`. */
export function* spans(total: number, size: number): Generator<readonly [start: number, end: number]> {
  for (let start = 0; start < total; start += size) yield [start, Math.min(start + size, total)];
}
