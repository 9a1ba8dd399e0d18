import { LearnerError, type PackedBatch } from '../../../base/index.js';
import type { CountedTokens } from '../../../base/internal/index.js';
import type { FilledObjective } from '../../../objective/compat.js';
import { limitConcurrency } from '../../../io/index.js';
import { nextTurn } from '../../internal/next-turn.js';
import { engineFailure } from '../../internal/wasm-program.js';
import type { AdaptedDecoder } from '../../model/adapter.js';
import type { Decoder } from '../../model/decoder.js';
import { batchLogprobs } from '../../model/internal/index.js';
import { createSampler, type Sampler } from '../../sampler/sampler.js';
import { lossAndGradients, type BatchGradients } from './batch-gradients.js';

/** What computes a learner's batches with the weights of its model as they are at the call. */
export interface BatchEngine {
  /** How many batches are computed at once. */
  readonly workers: number;
  /** @param signal - Aborted before its turn, nothing is computed and the signal's reason thrown. */
  gradients(
    batch: PackedBatch,
    counted: CountedTokens,
    objective: FilledObjective,
    signal?: AbortSignal,
  ): Promise<BatchGradients>;
  logprobs(batch: PackedBatch, weights: 'current' | 'reference'): Promise<Float32Array>;
  policy(weightVersion: string): Sampler;
  /** Rejects what is pending, and releases what the engine has of its own; policies stay. */
  close(): Promise<void>;
}

/** The calling thread. */
export class LocalEngine implements BatchEngine {
  readonly workers = 1;
  readonly #model: Decoder;
  readonly #oneByOne = limitConcurrency(1);

  constructor(model: Decoder) {
    this.#model = model;
  }

  gradients(
    batch: PackedBatch,
    counted: CountedTokens,
    objective: FilledObjective,
    signal?: AbortSignal,
  ): Promise<BatchGradients> {
    return this.#oneByOne(async () => {
      // Timers, signals and requests have their turn between two batches.
      await nextTurn();
      signal?.throwIfAborted();
      return engineFailure('forwardBackward', LearnerError, () =>
        lossAndGradients(this.#model, batch, counted, objective),
      );
    }, signal);
  }

  logprobs(batch: PackedBatch, weights: 'current' | 'reference'): Promise<Float32Array> {
    const model = weights === 'reference' ? (this.#model as AdaptedDecoder).base : this.#model;
    return engineFailure('logprobs', LearnerError, () => batchLogprobs(model, batch, LearnerError));
  }

  policy(weightVersion: string): Sampler {
    return createSampler(this.#model, { weightVersion, workers: 1 });
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
