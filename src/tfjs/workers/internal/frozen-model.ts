import * as tf from '@tensorflow/tfjs-core';
import { hostMemory } from '../../internal/memory/host-memory.js';
import type { Decoder } from '../../model/decoder.js';
import { frozenCopy, type FrozenParameters, type ModelParameters } from '../../model/parameters.js';
import type { SentModel, SentParameters, SentTensor } from './messages.js';

/** The tensors that the workers of a pool have: all of them the same. A tensor of several models is there once. */
export class PoolTensors {
  readonly #numbers = new WeakMap<object, number>();
  readonly #users = new Map<number, number>();
  #last = 0;

  /** Counts one more user of each tensor. @returns Their numbers; `added` gets what no worker has. */
  add(parameters: FrozenParameters, added: SentTensor[]): SentParameters {
    return Array.from(parameters, ([name, tensor]) => {
      const number = this.#numbers.get(tensor.dataId) ?? ++this.#last;
      this.#numbers.set(tensor.dataId, number);
      const users = this.#users.get(number) ?? 0;
      if (users === 0) added.push({ tensor: number, shape: tensor.shape, values: sharedValues(tensor) });
      this.#users.set(number, users + 1);
      return [name, number] as const;
    });
  }

  /** Counts one user less of each. @returns Those that have none left. */
  remove(parameters: SentParameters): number[] {
    return parameters
      .map(([, number]) => number)
      .filter((number) => {
        const left = this.#users.get(number)! - 1;
        if (left === 0) this.#users.delete(number);
        else this.#users.set(number, left);
        return left === 0;
      });
  }
}

/** A model's weights at one moment, kept in this thread until the workers have them. */
export class FrozenModel {
  readonly #model: Decoder;
  readonly #parameters: FrozenParameters;
  readonly #adapter: FrozenParameters | undefined;

  constructor(model: Decoder) {
    this.#model = model;
    this.#parameters = frozenCopy(model.parameters);
    this.#adapter = model.adapter && frozenCopy(model.adapter.parameters);
  }

  /** Gives the weights away: what this thread kept of them is released. */
  send(tensors: PoolTensors): SentModel {
    const { config, adapter } = this.#model;
    const added: SentTensor[] = [];
    const parameters = tensors.add(this.#parameters, added);
    const sent = this.#adapter && tensors.add(this.#adapter, added);
    this.dispose();
    if (adapter === undefined || sent === undefined) return { config, parameters, tensors: added };
    const { rank, alpha, rankStabilized, targets } = adapter;
    const settings = { rank, alpha, rankStabilized, targets };
    return { config, parameters, adapter: { settings, parameters: sent }, tensors: added };
  }

  dispose(): void {
    tf.dispose([...this.#parameters.values(), ...(this.#adapter?.values() ?? [])]);
  }
}

/** @returns What tells these weights from later ones: a learner gives its variables new memory. */
export function memoryOf({ parameters, adapter }: Decoder): readonly object[] {
  const ids = (of: ModelParameters) => Array.from(of.values(), ({ dataId }) => dataId);
  return [...ids(parameters), ...(adapter === undefined ? [] : ids(adapter.parameters))];
}

function sharedValues(tensor: tf.Tensor): Float32Array {
  const values = new Float32Array(new SharedArrayBuffer(tensor.size * Float32Array.BYTES_PER_ELEMENT));
  values.set(hostMemory()!.view(tensor));
  return values;
}
