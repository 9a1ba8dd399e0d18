import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import {
  LearnerError,
  type CallOptions,
  type Learner,
  type LearnerCapabilities,
  type LearnerObjective,
  type LogprobOptions,
  type LossReport,
  type OptimizerParameters,
  type OptimizerReport,
  type PackedBatch,
} from '../../base/index.js';
import { checkArgument, checkCapabilities, parseOptions, wholeObjective } from '../../base/internal/index.js';
import { engineFailure } from '../internal/engine-failure.js';
import { requireLive } from '../internal/require-live.js';
import { gatherRows, logprobsFromHidden } from '../kernel/index.js';
import { createAdapter, type AdaptedDecoder, type AdapterOptions } from '../model/adapter.js';
import type { Decoder } from '../model/decoder.js';
import { createSampler, type Sampler } from '../sampler/sampler.js';
import { AccumulatedGradients } from './internal/accumulated-gradients.js';
import { AdamW } from './internal/adamw.js';
import { lossAndGradients } from './internal/batch-gradients.js';
import { ADAPTER_CAPABILITIES, TFJS_CAPABILITIES } from './internal/capabilities.js';
import { checkObjective } from './internal/check-objective.js';
import { checkTrainingRoom } from './internal/check-training-room.js';
import { readCheckpoint, writeCheckpoint } from './internal/checkpoint.js';
import { countedTokens, inPlace } from './internal/counted-tokens.js';
import { clipFactor, globalNorm } from './internal/gradient-norm.js';
import { learningRateFactor, type LearningRateSchedule } from './schedule.js';

/** Options of {@link createTfjsLearner}. */
export interface TfjsLearnerOptions {
  /** Trained in place, or its adapter is; the caller's, who disposes of it. */
  readonly model: Decoder;
  /**
   * Puts an adapter beside the model, as `createAdapter` does, and trains that alone; it goes with the learner. `model` of the
   * learner has it.
   */
  readonly lora?: AdapterOptions | undefined;
  /** Default: PyTorch's AdamW (0.9, 0.999, 1e-8, 0.01) at the paper's learning rate, 1e-6. */
  readonly optimizer?: Omit<OptimizerParameters, 'maxGradientNorm'> | undefined;
  /** Default: constant after 20 warm-up steps, as the paper trains. */
  readonly schedule?: LearningRateSchedule | undefined;
  /** Gradients are scaled down to this global norm; Infinity lets every norm through. Default 1. */
  readonly maxGradientNorm?: number | undefined;
}

/** The in-process `Learner`. */
export interface TfjsLearner extends Learner {
  readonly model: Decoder;
  optimizerStep(
    parameters?: OptimizerParameters,
    options?: CallOptions,
  ): Promise<OptimizerReport & { readonly gradientNorm: number }>;
  discardGradients(): Promise<void>;
  policy(options?: CallOptions): Promise<Sampler>;
}

/**
 * A `Learner` on the current tfjs backend: AdamW, warm-up and global-norm clipping. It trains all weights, or an adapter
 * (`lora`, or a model that has one): only that has gradients and moments then, and the model without it is the reference.
 *
 * The loss goes through the logprob kernel, so that logits are computed for counted tokens only and never all at once.
 * `policy()` copies nothing: it shares the weights until the next `optimizerStep` makes new ones, which then stand beside
 * the old (4 bytes a parameter) for as long as the policy is open.
 *
 * @throws TypeError or RangeError naming the option; TypeError for a model that was disposed of, and (rejecting) from every
 *   call after `close`; LearnerError on wasm for a model whose training its heap cannot hold.
 */
export function createTfjsLearner(options: TfjsLearnerOptions): TfjsLearner {
  checkLearnerOptions(options);
  return new ModelLearner(options);
}

function checkLearnerOptions(options: TfjsLearnerOptions): void {
  checkArgument(options, 'options', { model: { config: 'an object', parameters: 'a Map' } });
  parseOptions(optionNames, options);
  requireLive(options.model);
}

/** @returns A learner that tells once, when it is closed: its model is not its caller's to dispose of. */
export function createOwnedLearner(options: TfjsLearnerOptions, onClose: () => void): TfjsLearner {
  checkLearnerOptions(options);
  return new ModelLearner(options, onClose);
}

/** The options there are; what each may be is checked by what takes it. */
const optionNames = z.strictObject({
  model: z.unknown().optional(),
  optimizer: z.unknown().optional(),
  schedule: z.unknown().optional(),
  maxGradientNorm: z.unknown().optional(),
  lora: z.unknown().optional(),
});

const logprobOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  weights: z.enum(['current', 'reference']).optional(),
});
const maxGradientNormSchema = z.union([z.number().positive(), z.literal(Infinity)]).default(1);

class ModelLearner implements TfjsLearner {
  readonly capabilities: LearnerCapabilities;
  readonly model: Decoder;
  readonly #ownsAdapter: boolean;
  readonly #optimizer: AdamW;
  readonly #schedule: LearningRateSchedule;
  readonly #maxGradientNorm: number;
  readonly #gradients = new AccumulatedGradients();
  #closed = false;

  constructor(
    { model, lora, optimizer, schedule, maxGradientNorm }: TfjsLearnerOptions,
    private readonly onClose?: () => void,
  ) {
    this.#optimizer = new AdamW(optimizer);
    this.#schedule = schedule ?? { kind: 'constant', warmupSteps: 20 };
    learningRateFactor(this.#schedule, 1);
    this.#maxGradientNorm = parseOptions(maxGradientNormSchema, maxGradientNorm, 'options.maxGradientNorm');
    checkTrainingRoom(model, lora !== undefined);
    this.model = lora === undefined ? model : createAdapter(model, lora);
    this.#ownsAdapter = lora !== undefined;
    this.capabilities = this.model.adapter === undefined ? TFJS_CAPABILITIES : ADAPTER_CAPABILITIES;
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
    checkObjective(batch, whole);
    if (counted.at.length === 0)
      return { loss: 0, logprobs: new Float32Array(batch.tokens.length), metrics: { tokens: 0 } };
    const { loss, logprobs, metrics, gradients } = await engineFailure('forwardBackward', LearnerError, () =>
      lossAndGradients(this.model, batch, counted, whole),
    );
    this.#gradients.add(gradients);
    return {
      loss,
      logprobs: inPlace(logprobs, counted, batch),
      metrics: { ...metrics, tokens: counted.at.length },
    };
  }

  async optimizerStep(parameters: OptimizerParameters = {}, { signal }: CallOptions = {}) {
    this.#requireOpen();
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { parameters });
    const { maxGradientNorm = this.#maxGradientNorm, ...changes } = parameters;
    parseOptions(maxGradientNormSchema, maxGradientNorm, 'parameters.maxGradientNorm');
    if (this.#gradients.sums.size === 0) throw new TypeError('optimizerStep: expected forwardBackward before it');
    return engineFailure('optimizerStep', LearnerError, async () => {
      const gradientNorm = await globalNorm(this.#gradients.sums.values());
      if (!Number.isFinite(gradientNorm))
        throw new LearnerError(
          `optimizerStep: the gradient norm is ${gradientNorm}; discardGradients() goes on without it`,
        );
      const scheduled = learningRateFactor(this.#schedule, this.#optimizer.steps + 1);
      const learningRate = changes.learningRate ?? scheduled * this.#optimizer.options.learningRate;
      const gradientScale = clipFactor(gradientNorm, maxGradientNorm);
      this.#optimizer.step(this.model.trainable, this.#gradients.sums, { ...changes, learningRate, gradientScale });
      this.#gradients.clear();
      return { gradientNorm, learningRate, step: this.#optimizer.steps };
    });
  }

  discardGradients(): Promise<void> {
    return new Promise((resolve) => {
      this.#requireOpen();
      this.#gradients.clear();
      resolve();
    });
  }

  async logprobs(batch: PackedBatch, options: LogprobOptions = {}): Promise<Float32Array> {
    this.#requireOpen();
    const { signal, weights } = parseOptions(logprobOptionsSchema, options);
    signal?.throwIfAborted();
    checkCapabilities(this.capabilities, { batch, weights });
    const counted = countedTokens(batch, this.model.config);
    if (counted.at.length === 0) return new Float32Array(batch.tokens.length);
    return engineFailure('logprobs', LearnerError, async () => {
      const picked = tf.tidy(() => {
        const model = weights === 'reference' ? (this.model as AdaptedDecoder).base : this.model;
        const hidden = gatherRows(model.hidden(batch.tokens, batch.offsets), counted.rows);
        const { temperature } = batch;
        return logprobsFromHidden(hidden, model.outputWeight, counted.targets, { temperature }).logprobs;
      });
      try {
        return inPlace(await picked.data<'float32'>(), counted, batch);
      } finally {
        picked.dispose();
      }
    });
  }

  policy({ signal }: CallOptions = {}): Promise<Sampler> {
    return new Promise((resolve) => {
      this.#requireOpen();
      signal?.throwIfAborted();
      resolve(createSampler(this.model, { weightVersion: String(this.#optimizer.steps) }));
    });
  }

  async saveCheckpoint(directory: string, { signal }: CallOptions = {}): Promise<string> {
    this.#requireOpen();
    checkArgument(directory, 'directory', 'a string');
    signal?.throwIfAborted();
    await engineFailure('saveCheckpoint', LearnerError, () =>
      writeCheckpoint(directory, this.model, this.#optimizer, { signal }),
    );
    return directory;
  }

  async loadCheckpoint(
    directory: string,
    { signal, optimizer = true }: CallOptions & { readonly optimizer?: boolean | undefined } = {},
  ): Promise<void> {
    this.#requireOpen();
    checkArgument(directory, 'directory', 'a string');
    signal?.throwIfAborted();
    await engineFailure('loadCheckpoint', LearnerError, () =>
      readCheckpoint(directory, this.model, this.#optimizer, { withOptimizer: optimizer, signal }),
    );
    this.#gradients.clear();
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    if (this.#ownsAdapter) this.model.dispose();
    this.#gradients.clear();
    this.#optimizer.dispose();
    this.onClose?.();
    return Promise.resolve();
  }

  #requireOpen(): void {
    if (this.#closed) throw new TypeError('learner: expected an open one, got one that was closed');
    requireLive(this.model);
  }
}
