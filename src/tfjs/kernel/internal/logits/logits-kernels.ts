import type * as tf from '@tensorflow/tfjs-core';

/** What is known of each row of logits; shapes [N]. */
export interface RowStatistics {
  /** log p of the target. */
  readonly logprobs: tf.Tensor1D;
  /** log Σ_j e^{z_j}. */
  readonly logSumExp: tf.Tensor1D;
  /** −Σ_j p_j log p_j. */
  readonly entropy: tf.Tensor1D;
  /** Whether logits of −Infinity may be among the rows; their product with a probability of 0 is 0. */
  readonly mayHaveInfinity: boolean;
  /** p − onehot, shape [N, V], where the forward pass comes by it anyway. */
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
    upstream: { readonly logprobs: tf.Tensor1D; readonly entropy: tf.Tensor1D | undefined },
  ) => tf.Tensor2D;
}
