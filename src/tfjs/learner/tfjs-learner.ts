import * as tf from '@tensorflow/tfjs-core';
import { z } from 'zod';
import {
  LearnerError,
  type CallOptions,
  type Learner,
  type LearnerLoss,
  type LossReport,
  type OptimizerReport,
  type PackedBatch,
  type Policy,
} from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import type { Objective, PolicyLoss } from '../../base/index.js';
import { gatherRows, logprobsFromHidden, policyLossFromLogprobs } from '../kernel/index.js';
import type { Qwen3Model } from '../model/qwen3.js';
import { decodeSafetensors, encodeSafetensors, type NamedArray } from '../model/safetensors.js';
import { assignWeights, encodeWeights } from '../model/weights.js';
import { Qwen3Sampler } from '../sampler/sampler.js';
import { AdamW, type AdamWOptions } from './adamw.js';
import { writeDirectoryWhole } from '../../io/index.js';
import { readCheckpointFile } from './checkpoint.js';
import { countedBatch } from './counted-batch.js';
import { countedTokens, type CountedTokens } from './counted-tokens.js';
import { clipFactor, globalNorm } from './gradient-norm.js';
import { learningRateFactor, type LearningRateSchedule } from './schedule.js';

export interface TfjsLearnerOptions {
  readonly model: Qwen3Model;
  readonly optimizer?: AdamWOptions;
  /** Default: constant after 20 warm-up steps, as the paper trains. */
  readonly schedule?: LearningRateSchedule;
  /** Gradients are scaled down to this global norm. Default 1. */
  readonly maxGradientNorm?: number;
}

/** What this learner can be asked to minimise: a loss of the family by itself, or with its KL and entropy terms. */
export type TfjsLearnerLoss = LearnerLoss | PolicyLoss | Objective;

/**
 * The in-process `Learner`: a Qwen3 model on the current tfjs backend, AdamW, warm-up and global-norm clipping.
 *
 * Its loss is what the seam says: Σ lossWeights · loss(token) over counted tokens, through the logprob kernel, so that
 * logits are computed for counted tokens only and never all at once.
 */
export class TfjsLearner implements Learner<TfjsLearnerLoss> {
  readonly model: Qwen3Model;
  readonly #optimizer: AdamW;
  readonly #schedule: LearningRateSchedule;
  readonly #maxGradientNorm: number;
  readonly #sampler: Qwen3Sampler;
  readonly #gradients = new Map<string, tf.Tensor>();

  /** @throws TypeError or RangeError naming the option. */
  constructor({ model, optimizer, schedule, maxGradientNorm }: TfjsLearnerOptions) {
    this.model = model;
    this.#optimizer = new AdamW(optimizer);
    this.#schedule = schedule ?? { kind: 'constant', warmupSteps: 20 };
    learningRateFactor(this.#schedule, 1);
    this.#maxGradientNorm = parseOptions(z.number().positive().default(1), maxGradientNorm, 'options.maxGradientNorm');
    this.#sampler = new Qwen3Sampler(model, { weightVersion: () => String(this.#optimizer.steps) });
  }

  /**
   * @returns The loss, verl's metrics, `actor/entropy` and `tokens`; metrics are means over the `tokens` counted ones.
   */
  async forwardBackward(batch: PackedBatch, loss: TfjsLearnerLoss, { signal }: CallOptions = {}): Promise<LossReport> {
    signal?.throwIfAborted();
    const counted = countedTokens(batch);
    if (counted.at.length === 0) return { loss: 0, metrics: { tokens: 0 } };
    const { value, names, measured } = this.#accumulate(batch, counted, 'kind' in loss ? { loss: loss } : loss);
    const numbers = await measured.data();
    const total = (await value.data())[0]!;
    tf.dispose([value, measured]);
    if (!Number.isFinite(total)) throw new LearnerError(`forwardBackward: the loss is ${total}`);
    const metrics = Object.fromEntries(names.map((name, i) => [name, numbers[i]!]));
    return { loss: total, metrics: { ...metrics, tokens: counted.at.length } };
  }

  async optimizerStep({ signal }: CallOptions = {}): Promise<OptimizerReport> {
    signal?.throwIfAborted();
    if (this.#gradients.size === 0) throw new LearnerError('optimizerStep: expected forwardBackward before it');
    const gradientNorm = await globalNorm(this.#gradients.values());
    if (!Number.isFinite(gradientNorm)) throw new LearnerError(`optimizerStep: the gradient norm is ${gradientNorm}`);
    const factor = clipFactor(gradientNorm, this.#maxGradientNorm);
    const rate = learningRateFactor(this.#schedule, this.#optimizer.steps + 1);
    tf.tidy(() => {
      const clipped = new Map([...this.#gradients].map(([name, gradient]) => [name, tf.mul(gradient, factor)]));
      this.#optimizer.step(this.model.parameters, clipped, rate);
    });
    this.#clearGradients();
    this.#sampler.reset();
    return { gradientNorm, learningRate: rate * this.#optimizer.options.learningRate, step: this.#optimizer.steps };
  }

  async logprobs(batch: PackedBatch, { signal }: CallOptions = {}): Promise<Float32Array> {
    signal?.throwIfAborted();
    const { at, rows, targets } = countedTokens(batch);
    const logprobs = new Float32Array(batch.tokens.length);
    if (at.length === 0) return logprobs;
    const picked = tf.tidy(() => {
      const hidden = gatherRows(this.model.hidden(batch.tokens, batch.offsets), rows);
      return logprobsFromHidden(hidden, this.model.outputWeight, targets, {
        temperature: batch.temperature,
      }).logprobs;
    });
    const values = await picked.data();
    picked.dispose();
    at.forEach((t, i) => (logprobs[t] = values[i]!));
    return logprobs;
  }

  policy(): Promise<Policy> {
    this.#sampler.reset();
    return Promise.resolve(this.#sampler);
  }

  async saveCheckpoint(directory: string): Promise<void> {
    const { steps, moments } = this.#optimizer.state();
    const arrays = new Map<string, NamedArray>();
    for (const [name, tensor] of moments) {
      arrays.set(name, { shape: tensor.shape, values: (await tensor.data()) as Float32Array });
    }
    await writeDirectoryWhole(directory, {
      'model.safetensors': await encodeWeights(this.model.config, this.model.parameters),
      'optimizer.safetensors': encodeSafetensors(arrays, { optimizer: 'AdamW' }),
      'learner.json': `${JSON.stringify({ steps, optimizer: this.#optimizer.options, config: this.model.config }, null, 2)}\n`,
    });
  }

  async loadCheckpoint(directory: string): Promise<void> {
    const [weights, optimizer, description] = await Promise.all(
      ['model.safetensors', 'optimizer.safetensors', 'learner.json'].map((name) => readCheckpointFile(directory, name)),
    );
    const { steps } = JSON.parse(new TextDecoder().decode(description)) as { steps: number };
    const { tensors } = decodeSafetensors(optimizer!);
    assignWeights(this.model.config, this.model.parameters, weights!);
    this.#optimizer.restore(steps, tensors);
    this.#clearGradients();
    this.#sampler.reset();
  }

  close(): Promise<void> {
    this.#clearGradients();
    this.#optimizer.dispose();
    return Promise.resolve();
  }

  /** Adds the batch's gradient to what has accumulated. @returns The loss and the metrics, still on the device. */
  #accumulate(batch: PackedBatch, counted: CountedTokens, objective: Objective) {
    const variables = [...this.model.parameters.values()];
    const arrays = countedBatch(batch, counted);
    let names: string[] = [];
    let measured: tf.Tensor | undefined;
    const { value, grads } = tf.variableGrads(() => {
      const hidden = gatherRows(this.model.hidden(batch.tokens, batch.offsets), counted.rows);
      const { logprobs, entropy } = logprobsFromHidden(hidden, this.model.outputWeight, counted.targets, {
        temperature: batch.temperature,
      });
      const entropies = objective.entropy === undefined ? {} : { entropies: entropy };
      const { loss, metrics } = policyLossFromLogprobs({ ...arrays, logprobs, ...entropies }, objective);
      names = ['actor/entropy', ...Object.keys(metrics)];
      measured = tf.keep(tf.stack([tf.mean(entropy), ...Object.values(metrics)]));
      return loss;
    }, variables);
    for (const [name, parameter] of this.model.parameters) {
      const gradient = grads[parameter.name]!;
      const sum = this.#gradients.get(name);
      this.#gradients.set(name, sum === undefined ? gradient : tf.add(sum, gradient));
      if (sum !== undefined) tf.dispose([sum, gradient]);
    }
    return { value, names, measured: measured! };
  }

  #clearGradients(): void {
    tf.dispose([...this.#gradients.values()]);
    this.#gradients.clear();
  }
}
