import * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import type { FrozenParameters } from '../../model/parameters.js';
import { outputWeight } from '../../internal/decoder/transformer.js';
import type { Decoder } from '../../model/decoder.js';

/** A model's weights at one moment. */
export interface FrozenWeights {
  readonly config: DecoderConfig;
  readonly parameters: FrozenParameters;
  /** Shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  dispose(): void;
}

/**
 * @returns The weights as they are now, under names of their own for the same memory. A learner gives its variables new
 *   tensors and never writes into old ones, so these stay as they are.
 */
export function freezeWeights({ config, parameters }: Decoder): FrozenWeights {
  // Not `clone`, which on wasm copies.
  const frozen = new Map(
    Array.from(parameters, ([name, variable]) => [name, tf.keep(tf.reshape(variable, variable.shape))] as const),
  );
  return {
    config,
    parameters: frozen,
    outputWeight: outputWeight(config, frozen),
    dispose: () => tf.dispose([...frozen.values()]),
  };
}
