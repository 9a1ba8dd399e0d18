import * as tf from '@tensorflow/tfjs-core';
import { LearnerError, type PackedBatch } from '../../../base/index.js';
import { countedTokens, type CountedTokens } from '../../../base/internal/index.js';
import type { FilledObjective } from '../../../objective/compat.js';
import type { AdaptedDecoder } from '../../model/adapter.js';
import type { Decoder } from '../../model/decoder.js';
import { samplerOver, type Sampler } from '../../sampler/sampler.js';
import { PoolFailure, type PoolWeights, type SentGradients, type WorkerPool } from '../../workers/internal/index.js';
import type { BatchEngine } from './batch-engine.js';
import type { BatchGradients } from './batch-gradients.js';

/** Workers, which get the weights once after each step, when they are first asked for something. */
export class PooledEngine implements BatchEngine {
  readonly #pool: WorkerPool;
  readonly #model: Decoder;
  /** Of an adapter: open as long as the engine, so that the workers get its weights once. */
  readonly #base: PoolWeights | undefined;
  #current: PoolWeights | undefined;

  constructor(pool: WorkerPool, model: Decoder) {
    this.#pool = pool;
    this.#model = model;
    if (model.adapter !== undefined) this.#base = pool.weightsOf((model as AdaptedDecoder).base);
  }

  get workers(): number {
    return this.#pool.size;
  }

  async gradients(batch: PackedBatch, counted: CountedTokens, objective: FilledObjective): Promise<BatchGradients> {
    const { gradients, ...measured } = (await asked('forwardBackward', () => {
      const weights = this.#weights();
      return weights.compute({ kind: 'gradients', weights: weights.number, batch, counted, objective });
    })) as SentGradients;
    const tensors = gradients.map(({ name, shape, values }) => [name, tf.tensor(values, shape, 'float32')] as const);
    return { ...measured, gradients: new Map(tensors) };
  }

  async logprobs(batch: PackedBatch, which: 'current' | 'reference'): Promise<Float32Array> {
    countedTokens(batch, this.#model.config);
    return (await asked('logprobs', () => {
      const weights = which === 'reference' ? this.#base! : this.#weights();
      return weights.compute({ kind: 'logprobs', weights: weights.number, batch, failure: 'LearnerError' });
    })) as Float32Array;
  }

  policy(weightVersion: string): Sampler {
    return samplerOver(this.#pool.weightsOf(this.#model), this.#model.config, { weightVersion });
  }

  async close(): Promise<void> {
    const error = new LearnerError('the learner was closed');
    this.#current?.abandon(error);
    this.#base?.abandon(error);
    await Promise.resolve();
  }

  /** The model's weights as they are now; older ones are released, for workers may not have memory for both. */
  #weights(): PoolWeights {
    this.#base?.load();
    if (this.#current?.isOf(this.#model) === true) return this.#current;
    this.#current?.release();
    this.#current = this.#pool.weightsOf(this.#model);
    return this.#current;
  }
}

async function asked(what: string, ask: () => Promise<unknown>): Promise<unknown> {
  try {
    return await ask();
  } catch (cause) {
    throw cause instanceof PoolFailure ? new LearnerError(`${what}: ${cause.message}`, { cause }) : cause;
  }
}
