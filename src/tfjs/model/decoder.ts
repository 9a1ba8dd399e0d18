import { checkArgument } from '../../base/internal/index.js';
import * as tf from '@tensorflow/tfjs-core';
import type { Seed } from '../../base/index.js';
import { decoderConfig, type DecoderConfig } from './config.js';
import { initializeParameters, parameterCount, type ModelParameters } from './parameters.js';
import { outputWeight, packedHidden } from './internal/decoder/transformer.js';

/** A language model: its configuration, and its parameters as tensors on the current backend. */
export interface Decoder {
  readonly config: DecoderConfig;
  /** A learner changes them in place. */
  readonly parameters: ModelParameters;
  /** The parameters that a learner changes: all, or those of an adapter. */
  readonly trainable: ModelParameters;
  /** The adapter, if there is one (`createAdapter`, `loadAdapter`); the other parameters are frozen. */
  readonly adapter?: LoraAdapter | undefined;
  /** The output matrix, shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  /** Number of trainable parameters. */
  readonly parameterCount: number;
  /**
   * Hidden states of packed sequences, differentiable with respect to every parameter.
   *
   * @param tokens - Shape [N].
   * @param offsets - The borders of sequences, which do not attend to each other; shape [S + 1]: `batch.segments ?? batch.offsets`.
   * @returns Shape [N, hiddenSize].
   */
  hidden(tokens: Int32Array, offsets: Int32Array): tf.Tensor2D;
  /** Frees the parameters. */
  dispose(): void;
}

/** An adapter without its weights: its rank, scale and targets. */
export interface AdapterSettings {
  readonly rank: number;
  readonly alpha: number;
  /** Whether `scale` is alpha / √rank (arXiv 2312.03732) instead of alpha / rank. */
  readonly rankStabilized: boolean;
  /** Last parts of the names of the adapted matrices: `q_proj`, … */
  readonly targets: readonly string[];
}

/** A low-rank adapter of a model's matrices: each W becomes W + scale · A·B (arXiv 2106.09685, Eq. 3). */
export interface LoraAdapter extends AdapterSettings {
  readonly scale: number;
  /**
   * A, shape [in, rank], and B, shape [rank, out], by the matrix's name: `model.layers.0.self_attn.q_proj.lora_A.weight`,
   * `….lora_B.weight`. A learner changes them in place.
   */
  readonly parameters: ModelParameters;
}

/**
 * The source of a model's parameters: a seed for random ones (equal seeds give equal parameters), or the result of `decodeWeights`.
 * `loadModel` reads them itself.
 */
export type DecoderWeights = { readonly seed: Seed } | { readonly parameters: ModelParameters };

/**
 * @returns A model on the current backend, which owns its parameters.
 * @throws TypeError or RangeError naming the field of the configuration; TypeError before `selectBackend`.
 *
 * @example
 * const model = createDecoder(decoderConfig({ ...SMALL_DECODER, vocabSize: 300 }), { seed: 1 });
 */
export function createDecoder(shape: DecoderConfig, weights: DecoderWeights): Decoder {
  const config = decoderConfig(shape);
  checkArgument(weights, 'weights', 'an object');
  if (!('seed' in weights)) checkArgument(weights, 'weights', { parameters: 'a Map' });
  const parameters = 'seed' in weights ? initializeParameters(config, weights.seed) : weights.parameters;
  return {
    config,
    parameters,
    trainable: parameters,
    get outputWeight() {
      return outputWeight(config, parameters);
    },
    parameterCount: parameterCount(parameters.values()),
    hidden: (tokens, offsets) => packedHidden(config, { parameters }, tokens, offsets),
    dispose: () => tf.dispose([...parameters.values()]),
  };
}
