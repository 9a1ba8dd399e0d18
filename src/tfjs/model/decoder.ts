import { checkArgument } from '../../base/internal/index.js';
import * as tf from '@tensorflow/tfjs-core';
import type { Seed } from '../../base/index.js';
import type { DecoderConfig } from './config.js';
import { packedAttention } from './internal/packed-attention.js';
import { initializeParameters, type Parameters } from './parameters.js';
import { outputWeight, transformerHidden } from '../internal/decoder/transformer.js';

/** A language model: its configuration and its parameters, live tensors on the current backend. */
export interface Decoder {
  readonly config: DecoderConfig;
  /** A learner changes them in place. */
  readonly parameters: Parameters;
  /** The output matrix, shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  /** How many numbers the model learns. */
  readonly parameterCount: number;
  /**
   * Hidden states of packed sequences, differentiable with respect to every parameter.
   *
   * @param tokens - Shape [N].
   * @param offsets - Shape [S + 1].
   * @returns Shape [N, hiddenSize].
   */
  hidden(tokens: Int32Array, offsets: Int32Array): tf.Tensor2D;
  /** Frees the parameters. */
  dispose(): void;
}

/** Where a model's parameters come from: drawn (equal seeds give equal parameters), or read by `decodeWeights`. `loadModel` reads them itself. */
export type DecoderWeights = { readonly seed: Seed } | { readonly parameters: Parameters };

/** @returns A model on the current backend; it owns its parameters. @throws LearnerError before `selectBackend`. */
export function createDecoder(config: DecoderConfig, weights: DecoderWeights): Decoder {
  checkArgument(config, 'config', 'an object');
  checkArgument(weights, 'weights', 'an object');
  if (!('seed' in weights)) checkArgument(weights, 'weights', { parameters: 'a Map' });
  const parameters = 'seed' in weights ? initializeParameters(config, weights.seed) : weights.parameters;
  const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim } = config;
  return {
    config,
    parameters,
    get outputWeight() {
      return outputWeight(config, parameters);
    },
    parameterCount: [...parameters.values()].reduce((sum, parameter) => sum + parameter.size, 0),
    hidden: (tokens, offsets) =>
      transformerHidden(config, parameters, tokens, positionsOf(offsets), (_layer, q, k, v) =>
        packedAttention(q, k, v, { offsets, heads, kvHeads, headDim }),
      ),
    dispose: () => tf.dispose([...parameters.values()]),
  };
}

/** Each token's place in its own sequence; shape [N]. */
function positionsOf(offsets: Int32Array): Int32Array {
  const positions = new Int32Array(offsets.at(-1) ?? 0);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let at = offsets[s]!; at < offsets[s + 1]!; at++) positions[at] = at - offsets[s]!;
  }
  return positions;
}
