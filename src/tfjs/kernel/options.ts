import type * as tf from '@tensorflow/tfjs-core';

/** Token ids. They are checked if this costs nothing: not on WebGL and WebGPU, where reading ids in a tensor would wait for the device. */
export type TokenIds = Int32Array | readonly number[] | tf.Tensor1D;

/** Log-probability of each selected token and the entropy of its distribution, shape [N] each, in nats. */
export interface SelectedLogprobs {
  readonly logprobs: tf.Tensor1D;
  readonly entropies: tf.Tensor1D;
}

/** Options of `logprobsFromLogits`. */
export interface LogitsLogprobOptions {
  /** The divisor of the logits, above 0. Default 1. */
  readonly temperature?: number;
  /** `auto` (default) takes the backend's own programs where there are any; `portable` the composite of tfjs operations. */
  readonly kernel?: 'auto' | 'portable';
}

/** Options of `logprobsFromHidden`; z_j = softcap · tanh(hidden · W_j / softcap) / temperature. */
export interface HiddenLogprobOptions {
  /** The divisor of the logits, above 0. Default 1. */
  readonly temperature?: number;
  /** Soft-caps the logits to (−softcap, softcap) before the temperature, as in Gemma 2. Default: no cap. */
  readonly softcap?: number;
  /** `vh` (default): weight is [V, H], as an embedding is; `hv`: weight is [H, V]. */
  readonly layout?: OutputLayout;
  /**
   * Whether the weight gets a gradient. Default true; false for a frozen head: its gradient [V, H] is not computed. The backward pass then
   * needs no matmul, unless the loss depends on the entropies; the WebGPU programs still read the vocabulary once more for the gradient of
   * the hidden states.
   */
  readonly weightGradient?: boolean;
  /** How much of `[N, V]` is in memory at once. Smaller sizes need less memory; the default is fast. */
  readonly chunk?: Partial<ChunkSizes>;
  /** `auto` (default) takes the backend's own programs where there are any; `portable` the composite of tfjs operations. */
  readonly kernel?: 'auto' | 'portable';
}

/** The layout of the output matrix: `vh` is [V, H] (tied to the embedding), `hv` is [H, V]. */
export type OutputLayout = 'vh' | 'hv';

/**
 * The size of a piece of `[N, V]` in memory.
 *
 * A piece of the vocabulary is read and packed once for every `blockTokens` tokens, and multiplied with `tokens` of them at a time: the
 * piece of `[N, V]` has `tokens × vocabulary` numbers.
 */
export interface ChunkSizes {
  readonly tokens: number;
  readonly vocabulary: number;
  readonly blockTokens: number;
}
