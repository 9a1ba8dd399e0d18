import type * as tf from '@tensorflow/tfjs-core';

/** Token ids as a caller has them: checked wherever reading them costs nothing (not on WebGL and WebGPU, where ids in a tensor would have to be waited for). */
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
  /** Soft-caps the logits to (−softcap, softcap) before the temperature, as Gemma 2 does. Default none. */
  readonly softcap?: number;
  /** `vh` (default): weight is [V, H], as an embedding is; `hv`: weight is [H, V]. */
  readonly layout?: OutputLayout;
  /**
   * Whether the weight is one that is differentiated. Default true; false for a frozen head, whose gradient [V, H] is not
   * made. The backward pass then multiplies nothing, unless the loss depends on the entropies; the programs for WebGPU
   * still go through the vocabulary once more, for the gradient of the hidden states.
   */
  readonly weightGradient?: boolean;
  /** How much of `[N, V]` is alive at once. The default is good; smaller takes less memory. */
  readonly chunk?: Partial<ChunkSizes>;
  /** `auto` (default) takes the backend's own programs where there are any; `portable` the composite of tfjs operations. */
  readonly kernel?: 'auto' | 'portable';
}

/** How the output matrix lies: `vh` is [V, H] (tied to the embedding), `hv` is [H, V]. */
export type OutputLayout = 'vh' | 'hv';

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
