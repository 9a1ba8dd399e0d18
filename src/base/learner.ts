import type { Objective, PolicyLoss } from './objective.js';
import type { PackedBatch } from './packed-batch.js';
import type { CallOptions, Policy } from './policy.js';
import type { RunStorage } from './run-storage.js';
import { LearnerError } from './errors.js';

/** What a learner minimises: an objective, or a loss alone. */
export type LearnerObjective = Objective | PolicyLoss;

/** The loss of one batch, with metrics. */
export interface LossReport {
  readonly loss: number;
  /** log π of each token (of `batch.targets` where they are given) before this step, shape [N]; 0 outside the mask. */
  readonly logprobs: Float32Array;
  /**
   * Under verl's names, and `tokens`, how many were counted. Losses and `actor/entropy` are sums with the loss's weights, as
   * the loss itself; the rest are means over the counted tokens. `mergeLossReports` joins those of parts.
   */
  readonly metrics: { readonly [name: string]: number };
}

/** A policy whose weights never change, whatever its learner does next. */
export interface PolicySnapshot extends Policy {
  /** The name of the weights, as in `Generation.weightVersions`. */
  readonly weightVersion: string;
  /** `Learner.logprobs` of these weights. Absent if the engine cannot score given tokens. */
  logprobs?(batch: PackedBatch, options?: CallOptions): Promise<Float32Array>;
  /** Releases its weights and caches. Pending requests reject with a PolicyError; a second call does nothing. */
  close(): Promise<void>;
}

/** Options of {@link Learner.logprobs}. */
export interface LogprobOptions extends CallOptions {
  /** `reference`: the weights at the start of training (an adapter is switched off). Default `current`. */
  readonly weights?: 'current' | 'reference' | undefined;
}

/**
 * The interface to training: in this process, or with an engine on other machines. One learner trains one model.
 *
 * Gradients accumulate over `forwardBackward` calls until `optimizerStep` applies and clears them. Calls of one learner must come one after
 * the other, except those that `capabilities.concurrentBatches` allows. Learners of one factory are independent and may be used at the same
 * time.
 *
 * Every method rejects with
 * - CapabilityError, before any work, when it is asked for what `capabilities` does not have;
 * - RangeError or TypeError, before any work, for a batch or options that do not fit;
 * - LearnerError when the engine failed. Accumulated gradients are then what they were before the call.
 */
export interface Learner {
  readonly capabilities: LearnerCapabilities;
  /**
   * Adds the gradient of a batch's loss, Σ_t lossWeights[t] · loss(token t) over counted tokens, to the accumulated gradient.
   *
   * For a loss of your own: take `logprobs`, compute ∂loss/∂logprob, and pass its negative as the signed weights of
   * `crossEntropyBatch`, with `{ kind: 'cross-entropy' }`.
   *
   * @throws LearnerError (rejecting) also for a loss or gradient that is not finite.
   */
  forwardBackward(batch: PackedBatch, objective: LearnerObjective, options?: CallOptions): Promise<LossReport>;
  /** Applies the accumulated gradient and clears it. */
  optimizerStep(parameters?: OptimizerParameters, options?: CallOptions): Promise<OptimizerReport>;
  /** Clears the accumulated gradient. Absent if the engine cannot. */
  discardGradients?(options?: CallOptions): Promise<void>;
  /** @returns log π of each token at the batch's temperature, shape [N]; 0 where the response mask is 0. No gradient. */
  logprobs(batch: PackedBatch, options?: LogprobOptions): Promise<Float32Array>;
  /** @returns A policy with the weights as they are now. It outlives later steps, and the learner, until it is closed. */
  policy(options?: CallOptions): Promise<PolicySnapshot>;
  /**
   * Writes weights, optimizer and schedule position, all or nothing. Accumulated gradients are not part of it.
   *
   * @param location - A directory; on an engine elsewhere, a name.
   * @param options - `storage`: `location` is a folder of this store, not of the file system. For learners with the capability
   *   `checkpointStorage`. An interrupted write may leave a part of the folder there: use a new name.
   * @returns The location for `loadCheckpoint`: the directory itself, or the engine's own path.
   */
  saveCheckpoint(
    location: string,
    options?: CallOptions & { readonly storage?: RunStorage | undefined },
  ): Promise<string>;
  /**
   * Writes the adapter as it is now into a new folder, in PEFT's format: `adapter_config.json` and `adapter_model.safetensors`,
   * which vLLM and SGLang load. The folder is written whole or not at all. Absent if the learner trains no adapter, or the engine cannot
   * return it.
   *
   * @throws RangeError (rejecting) for a folder that exists.
   */
  saveAdapter?(directory: string, options?: CallOptions): Promise<void>;
  /**
   * Restores the state of a checkpoint, and clears the accumulated gradient.
   *
   * @param options - `optimizer: false` loads only the weights; the optimizer then starts again. Default true. `storage` as in
   *   `saveCheckpoint`.
   */
  loadCheckpoint(
    location: string,
    options?: CallOptions & {
      readonly optimizer?: boolean | undefined;
      readonly storage?: RunStorage | undefined;
    },
  ): Promise<void>;
  /** Releases the learner's memory. Snapshots stay open until they are closed themselves. */
  close(): Promise<void>;
}

/** The model that a learner trains, in terms that all engines share. */
export interface LearnerModel {
  /** A name that the engine knows, as its `baseModels` lists them. */
  readonly baseModel: string;
  /** Trains an adapter beside frozen weights. Default: all weights are trained. */
  readonly lora?: LoraSettings | undefined;
  /** Seed of all random numbers: new weights, the initial weights of an adapter. */
  readonly seed?: string | number | undefined;
}

/** A low-rank adapter (arXiv 2106.09685). */
export interface LoraSettings {
  readonly rank: number;
  /** The adapter is scaled by alpha / rank. Default: the engine's. */
  readonly alpha?: number | undefined;
  /** The matrices that get an adapter, by the last part of their name (`q_proj`). Default: the engine's. */
  readonly targets?: readonly string[] | undefined;
}

/** The interface to an engine that trains several models: each `createLearner` makes a learner with its own optimizer. */
export interface LearnerFactory {
  readonly capabilities: LearnerCapabilities;
  /** The valid values of `LearnerModel.baseModel`. */
  readonly baseModels: readonly string[];
  /** Makes a learner. */
  createLearner(model: LearnerModel, options?: CallOptions): Promise<Learner>;
  /** Closes the learners that are still open. */
  close(): Promise<void>;
}

/** What a learner supports. It refuses anything else with a `CapabilityError` before any work. */
export interface LearnerCapabilities {
  readonly losses: readonly PolicyLoss['kind'][];
  /** An objective's KL term from `referenceLogprobs`. */
  readonly kl: boolean;
  /** Entropies of the distributions, and with them an entropy bonus. */
  readonly entropies: boolean;
  /** A value head. No learner of this package has one. */
  readonly values: boolean;
  /** `batch.targets` that are not the batch's own tokens. */
  readonly targets: boolean;
  /** `batch.segments`: rollouts with branches. Default: no. */
  readonly segments?: boolean | undefined;
  /** Temperatures other than 1. */
  readonly temperature: boolean;
  /** `logprobs` of the weights at the start of training. */
  readonly reference: boolean;
  /** Adapters instead of all weights. */
  readonly lora: boolean;
  /** `loadCheckpoint` with `optimizer: false`: weights without the optimizer that they were saved with. */
  readonly optimizerReset: boolean;
  /** Checkpoints in a `RunStorage`; or on the engine, which needs no store. Default: no. */
  readonly checkpointStorage?: boolean | undefined;
  /** The settings that can be replaced for a single optimizer step. */
  readonly optimizerParameters: readonly (keyof OptimizerParameters)[];
  /**
   * The best number of pending calls of `forwardBackward` or `logprobs`. Gradients are added in the order of the calls, and `optimizerStep`
   * and `discardGradients` wait for all of them. Default 1: one call after the other.
   */
  readonly concurrentBatches?: number | undefined;
}

/** A learner does not support the request. It did nothing. */
export class CapabilityError extends LearnerError {
  /** The missing capability. */
  readonly capability: keyof LearnerCapabilities;

  constructor(capability: keyof LearnerCapabilities, message: string) {
    super(message);
    this.capability = capability;
  }
}

/** Settings of one optimizer step that replace the learner's own. */
export interface OptimizerParameters {
  /** The learning rate of this step; no schedule changes it. */
  readonly learningRate?: number | undefined;
  readonly beta1?: number | undefined;
  readonly beta2?: number | undefined;
  readonly epsilon?: number | undefined;
  readonly weightDecay?: number | undefined;
  /** Gradients are scaled down to this global norm; Infinity disables this. */
  readonly maxGradientNorm?: number | undefined;
}

/** The result of one optimizer step. */
export interface OptimizerReport {
  /** Global norm of the accumulated gradient, before clipping; absent if the engine does not report it. */
  readonly gradientNorm?: number | undefined;
  readonly learningRate: number;
  /** Optimizer steps taken so far, this one included. */
  readonly step: number;
}
