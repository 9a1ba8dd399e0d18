import * as tf from '@tensorflow/tfjs-core';
import {
  LearnerError,
  learningRateFactor,
  type CallOptions,
  type Learner,
  type LearnerCapabilities,
  type LearnerObjective,
  type LearningRateSchedule,
  type LogprobOptions,
  type LossReport,
  type OptimizerParameters,
  type PackedBatch,
} from '../../../base/index.js';
import {
  checkArgument,
  checkCapabilities,
  countedTokens,
  logprobOptionsSchema,
  parseOptions,
  wholeObjective,
} from '../../../base/internal/index.js';
import { giveUpOnAbort, limitConcurrency } from '../../../io/index.js';
import { engineFailure } from '../../internal/wasm-program.js';
import { requireLive, inPlace } from '../../model/internal/index.js';
import { createAdapter } from '../../model/adapter.js';
import type { Decoder } from '../../model/decoder.js';
import type { Sampler } from '../../sampler/sampler.js';
import type { WorkerPool } from '../../workers/internal/index.js';
import { AdamW } from './adamw.js';
import { LocalEngine, type BatchEngine } from './batch-engine.js';
import type { BatchGradients } from './batch-gradients.js';
import { checkBatch } from '../../../objective/index.js';
import { readCheckpoint, writeCheckpoint } from './checkpoint.js';
import { clipFactor, globalNorm } from './gradient-norm.js';
import { ownBatch } from './own-batch.js';
import { PooledEngine } from './pooled-engine.js';
import {
  ADAPTER_CAPABILITIES,
  checkTrainingRoom,
  maxGradientNormSchema,
  TFJS_CAPABILITIES,
  type LearnerSettings,
} from './learner-settings.js';

/** A learner of a model's weights, or of an adapter's beside them; see `createTfjsLearner`. */
export class ModelLearner implements Learner {
  readonly capabilities: LearnerCapabilities;
  readonly model: Decoder;
  readonly #ownsAdapter: boolean;
  readonly #optimizer: AdamW;
  readonly #schedule: LearningRateSchedule;
  readonly #maxGradientNorm: number;
  /** Sums until the next step, by the names of the parameters; owned here. */
  readonly #gradients = new Map<string, tf.Tensor>();
  readonly #engine: BatchEngine;
  /** Ends when every `forwardBackward` so far has added its gradient or failed. */
  #added: Promise<void> = Promise.resolve();
  /** Steps and checkpoints, which read or write all weights. */
  readonly #whole = limitConcurrency(1);
  #closed = false;

  /**
   * @param pool - Computes the batches; undefined for this thread.
   * @param onClose - Called once on close, to release what the learner does not own.
   */
  constructor(
    base: Decoder,
    { optimizer, schedule, maxGradientNorm, lora }: Omit<LearnerSettings, 'workers'>,
    pool: WorkerPool | undefined,
    private readonly onClose: () => void | Promise<void>,
  ) {
    checkTrainingRoom(base.config, lora ?? base.adapter);
    this.#optimizer = new AdamW(optimizer);
    this.#schedule = schedule;
    this.#maxGradientNorm = maxGradientNorm;
    this.model = lora === undefined ? base : createAdapter(base, lora);
    this.#ownsAdapter = lora !== undefined;
    this.#engine = pool === undefined ? new LocalEngine(this.model) : new PooledEngine(pool, this.model);
    const capabilities = this.model.adapter === undefined ? TFJS_CAPABILITIES : ADAPTER_CAPABILITIES;
    // One that is computed and one that waits, a worker.
    this.capabilities = pool === undefined ? capabilities : { ...capabilities, concurrentBatches: 2 * pool.size };
  }

  get workers(): number {
    return this.#engine.workers;
  }

  async forwardBackward(
    batch: PackedBatch,
    objective: LearnerObjective,
    { signal }: CallOptions = {},
  ): Promise<LossReport> {
    this.#requireOpen();
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, objective });
    const whole = wholeObjective(objective);
    const counted = countedTokens(batch, this.model.config);
    const parsed = checkBatch(batch, whole);
    if (counted.at.length === 0)
      return { loss: 0, logprobs: new Float32Array(batch.tokens.length), metrics: { tokens: 0 } };
    const own = ownBatch(batch);
    const { loss, logprobs, metrics } = await this.#inTurn(
      this.#engine.gradients(own, counted, parsed, signal),
      signal,
    );
    return {
      loss,
      logprobs: inPlace(logprobs, counted, own),
      metrics: { ...metrics, tokens: counted.at.length },
    };
  }

  async optimizerStep(parameters: OptimizerParameters = {}, { signal }: CallOptions = {}) {
    this.#requireOpen();
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { parameters });
    const { maxGradientNorm = this.#maxGradientNorm, ...changes } = parameters;
    parseOptions(maxGradientNormSchema, maxGradientNorm, 'parameters.maxGradientNorm');
    return this.#whole(async () => {
      await giveUpOnAbort(this.#added, signal);
      this.#requireOpen();
      if (this.#gradients.size === 0) throw new TypeError('optimizerStep: expected forwardBackward before it');
      return this.#step({ ...changes, maxGradientNorm });
    }, signal);
  }

  #step({ maxGradientNorm, ...changes }: OptimizerParameters & { readonly maxGradientNorm: number }) {
    return engineFailure('optimizerStep', LearnerError, async () => {
      const gradientNorm = await globalNorm(this.#gradients.values());
      if (!Number.isFinite(gradientNorm))
        throw new LearnerError(
          `optimizerStep: the gradient norm is ${gradientNorm}; call discardGradients() to continue without it`,
        );
      const scheduled = learningRateFactor(this.#schedule, this.#optimizer.steps + 1);
      const learningRate = changes.learningRate ?? scheduled * this.#optimizer.options.learningRate;
      const gradientScale = clipFactor(gradientNorm, maxGradientNorm);
      this.#optimizer.step(this.model.trainable, this.#gradients, { ...changes, learningRate, gradientScale });
      this.#clearGradients();
      return { gradientNorm, learningRate, step: this.#optimizer.steps };
    });
  }

  async discardGradients(): Promise<void> {
    this.#requireOpen();
    await this.#added;
    this.#clearGradients();
  }

  async logprobs(batch: PackedBatch, options: LogprobOptions = {}): Promise<Float32Array> {
    this.#requireOpen();
    const { signal, weights = 'current' } = parseOptions(logprobOptionsSchema, options);
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, weights });
    return giveUpOnAbort(this.#engine.logprobs(ownBatch(batch), weights), signal);
  }

  policy({ signal }: CallOptions = {}): Promise<Sampler> {
    return new Promise((resolve) => {
      this.#requireOpen();
      signal?.throwIfAborted();
      resolve(this.#engine.policy(String(this.#optimizer.steps)));
    });
  }

  async saveCheckpoint(directory: string, options: Parameters<Learner['saveCheckpoint']>[1] = {}): Promise<string> {
    const { signal, storage } = options;
    this.#requireOpen();
    checkArgument(directory, 'directory', 'a string');
    signal?.throwIfAborted();
    await this.#whole(() => {
      this.#requireOpen();
      return engineFailure('saveCheckpoint', LearnerError, () =>
        writeCheckpoint(directory, this.model, this.#optimizer, { signal, storage }),
      );
    }, signal);
    return directory;
  }

  async loadCheckpoint(
    directory: string,
    { signal, storage, optimizer = true }: Parameters<Learner['loadCheckpoint']>[1] = {},
  ): Promise<void> {
    this.#requireOpen();
    checkArgument(directory, 'directory', 'a string');
    signal?.throwIfAborted();
    await this.#whole(async () => {
      await this.#added;
      this.#requireOpen();
      await engineFailure('loadCheckpoint', LearnerError, () =>
        readCheckpoint(directory, this.model, this.#optimizer, { withOptimizer: optimizer, signal, storage }),
      );
      this.#clearGradients();
    }, signal);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const closing = this.#engine.close();
    if (this.#ownsAdapter) this.model.dispose();
    this.#clearGradients();
    this.#optimizer.dispose();
    await Promise.all([closing, this.onClose()]);
  }

  /** Adds the gradients once those of all earlier calls are added; those of an aborted call never. */
  #inTurn(computed: Promise<BatchGradients>, signal: AbortSignal | undefined): Promise<BatchGradients> {
    const earlier = this.#added;
    const settled = Promise.allSettled([computed]);
    const added = earlier.then(async () => {
      await settled;
      const result = await computed;
      if (signal?.aborted === true) tf.dispose([...result.gradients.values()]);
      signal?.throwIfAborted();
      this.#add(result.gradients);
      return result;
    });
    this.#added = added.then(
      () => undefined,
      () => undefined,
    );
    return giveUpOnAbort(added, signal);
  }

  #add(gradients: BatchGradients['gradients']): void {
    if (this.#closed) {
      tf.dispose([...gradients.values()]);
      throw new LearnerError('the learner was closed');
    }
    for (const [name, gradient] of gradients) {
      const sum = this.#gradients.get(name);
      this.#gradients.set(name, sum === undefined ? gradient : tf.add(sum, gradient));
      if (sum !== undefined) tf.dispose([sum, gradient]);
    }
  }

  #clearGradients(): void {
    tf.dispose([...this.#gradients.values()]);
    this.#gradients.clear();
  }

  #requireOpen(): void {
    if (this.#closed) throw new TypeError('learner: expected an open learner, got a closed one');
    requireLive(this.model);
  }
}
