import type * as tf from '@tensorflow/tfjs-core';
import { adaptedDecoder } from '../../../model/adapter.js';
import { createDecoder, type Decoder } from '../../../model/decoder.js';
import { variableFrom } from '../../../model/parameters.js';
import type { SentModel, SentParameters } from '../../../workers/internal/index.js';

/** The models that a worker was sent, over tensors that several may share. */
export class WorkerModels {
  readonly #tensors = new Map<number, tf.Variable>();
  /** What made a model fail to load is thrown by every call that asks for it. */
  readonly #models = new Map<number, Decoder | { readonly error: unknown }>();

  load(weights: number, model: SentModel): void {
    try {
      for (const { tensor, shape, values } of model.tensors) this.#tensors.set(tensor, variableFrom(values, shape));
      this.#models.set(weights, this.#decoder(model));
    } catch (error) {
      this.#models.set(weights, { error });
    }
  }

  /** @returns The model, when it is asked for. */
  get(weights: number): () => Decoder {
    return () => {
      const model = this.#models.get(weights)!;
      if ('error' in model) throw model.error;
      return model;
    };
  }

  free(weights: number, tensors: readonly number[]): void {
    this.#models.delete(weights);
    for (const number of tensors) {
      this.#tensors.get(number)?.dispose();
      this.#tensors.delete(number);
    }
  }

  #decoder({ config, parameters, adapter }: SentModel): Decoder {
    const named = (sent: SentParameters) =>
      new Map(sent.map(([name, number]) => [name, this.#tensors.get(number)!] as const));
    const base = createDecoder(config, { parameters: named(parameters) });
    return adapter === undefined ? base : adaptedDecoder(base, adapter.settings, named(adapter.parameters));
  }
}
