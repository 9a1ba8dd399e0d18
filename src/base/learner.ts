import type { PackedBatch } from './packed-batch.js';
import type { CallOptions, Policy } from './policy.js';

/**
 * Which loss a learner computes for each counted token; the batch's `lossWeights` aggregate it.
 *
 * - `cross-entropy`: −log π, for supervised fine-tuning;
 * - `clip`: −min(ρA, clip(ρ, 1 − clipLow, 1 + clipHigh)A), PAPER "Objective".
 *
 * Engines may know more kinds; each says which.
 */
export type LearnerLoss =
  { readonly kind: 'cross-entropy' } | { readonly kind: 'clip'; readonly clipLow: number; readonly clipHigh: number };

/** The loss of one batch and what was measured on the way, under verl's metric names. */
export interface LossReport {
  readonly loss: number;
  readonly metrics: { readonly [name: string]: number };
}

export interface OptimizerReport {
  /** Global norm of the accumulated gradient, before clipping. */
  readonly gradientNorm: number;
  readonly learningRate: number;
  /** Optimizer steps taken so far, this one included. */
  readonly step: number;
}

/**
 * The seam to training: in-process tensors, or an engine on other machines.
 *
 * Gradients accumulate over `forwardBackward` calls until `optimizerStep` applies and clears them.
 * @throws LearnerError (rejecting) when the engine failed.
 */
export interface Learner<Loss = LearnerLoss> {
  forwardBackward(batch: PackedBatch, loss: Loss, options?: CallOptions): Promise<LossReport>;
  optimizerStep(options?: CallOptions): Promise<OptimizerReport>;
  /** @returns log π of each token at the batch's temperature, shape [N]; 0 where the response mask is 0. No gradient. */
  logprobs(batch: PackedBatch, options?: CallOptions): Promise<Float32Array>;
  /** @returns A policy that generates with the weights as they are now; older policies of this learner may stop working. */
  policy(options?: CallOptions): Promise<Policy>;
  /** Writes weights, optimizer and schedule position to a directory, all or nothing. */
  saveCheckpoint(directory: string, options?: CallOptions): Promise<void>;
  /** Goes on exactly where the checkpoint was written. */
  loadCheckpoint(directory: string, options?: CallOptions): Promise<void>;
  close(): Promise<void>;
}
