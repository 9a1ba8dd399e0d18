import type * as tf from '@tensorflow/tfjs-core';
import type { ChunkSizes } from '../../options.js';
import type { OutputMatrix } from './output-matrix.js';

/** One call of `logprobsFromHidden` after its arguments were checked. N tokens, H hidden units, V words. */
export interface OutputHead {
  readonly matrix: OutputMatrix;
  readonly temperature: number;
  /** c in z = c · tanh(raw / c) / temperature; undefined for none. */
  readonly softcap: number | undefined;
  readonly chunk: ChunkSizes;
  /** Whether the backward pass is asked for the matrix's gradient. */
  readonly weightGradient: boolean;
}

/** What the forward pass finds out about each token; what the backward pass needs of it. */
export interface HeadStatistics {
  /** z of the target, shape [N]. */
  readonly selected: tf.Tensor1D;
  /** log Σ_j exp(z_j), shape [N]. */
  readonly logSumExp: tf.Tensor1D;
  /** −Σ_j p_j log p_j, shape [N]. */
  readonly entropy: tf.Tensor1D;
  /** Σ_j p_j ∂z_j/∂hidden, shape [N, H], where the backward pass takes it from here. */
  readonly expectedRow: tf.Tensor2D | undefined;
}

/** What the backward pass starts from, for every token. */
export interface HeadUpstream {
  /** ∂L/∂logprob, shape [N]. */
  readonly logprobs: tf.Tensor1D;
  /** ∂L/∂entropy, shape [N]; undefined when nothing depends on the entropy. */
  readonly entropy: tf.Tensor1D | undefined;
}

/** One way to compute `logprobsFromHidden`. */
export interface HeadKernels {
  readonly chunk: ChunkSizes;
  /** @param withGradient - Whether a backward pass may follow. */
  readonly forward: (
    hidden: tf.Tensor2D,
    targets: tf.Tensor1D,
    head: OutputHead,
    withGradient: boolean,
  ) => HeadStatistics;
  /** @returns ∂L/∂hidden [N, H] and ∂L/∂weight, in the weight's layout; undefined where the head does not ask for it. */
  readonly backward: (
    hidden: tf.Tensor2D,
    targets: tf.Tensor1D,
    head: OutputHead,
    statistics: Omit<HeadStatistics, 'selected'>,
    upstream: HeadUpstream,
  ) => HeadGradients;
}

/** What the backward pass finds out. */
export interface HeadGradients {
  readonly hidden: tf.Tensor2D;
  readonly weight: tf.Tensor2D | undefined;
}
