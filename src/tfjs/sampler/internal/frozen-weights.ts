import * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import type { FrozenParameters } from '../../model/parameters.js';
import { outputWeight, type TrunkWeights } from '../../model/internal/index.js';
import type { Decoder } from '../../model/decoder.js';
import { sameMemory } from '../../internal/memory/scope.js';

/** A model's weights at one moment. */
export interface FrozenWeights {
  readonly config: DecoderConfig;
  readonly trunk: TrunkWeights;
  /** Shape [vocabSize, hiddenSize]. */
  readonly outputWeight: tf.Tensor2D;
  dispose(): void;
}

/**
 * @returns The weights as they are now, under names of their own for the same memory. A learner gives its variables new
 *   tensors and never writes into old ones, so these stay as they are.
 */
export function freezeWeights({ config, parameters, adapter }: Decoder): FrozenWeights {
  const frozen = freeze(parameters);
  const adapted = adapter === undefined ? undefined : { scale: adapter.scale, parameters: freeze(adapter.parameters) };
  return {
    config,
    trunk: { parameters: frozen, adapter: adapted },
    outputWeight: outputWeight(config, frozen),
    dispose: () => tf.dispose([...frozen.values(), ...(adapted?.parameters.values() ?? [])]),
  };
}

function freeze(parameters: FrozenParameters): FrozenParameters {
  return new Map(Array.from(parameters, ([name, one]) => [name, tf.keep(sameMemory(one))] as const));
}
