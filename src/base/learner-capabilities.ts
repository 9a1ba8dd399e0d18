import { LearnerError } from './errors.js';
import type { PolicyLoss } from './objective.js';
import type { OptimizerParameters } from './optimizer-step.js';

/** What a learner can be asked for. Whatever is beyond it is refused by a `CapabilityError` before any work. */
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
  /** Temperatures other than 1. */
  readonly temperature: boolean;
  /** `logprobs` of the weights that training started from. */
  readonly reference: boolean;
  /** Adapters instead of all weights. */
  readonly lora: boolean;
  /** `loadCheckpoint` with `optimizer: false`: weights without the optimizer that they were saved with. */
  readonly optimizerReset: boolean;
  /** What of a single optimizer step can be set. */
  readonly optimizerParameters: readonly (keyof OptimizerParameters)[];
}

/** A learner was asked for what it cannot do; nothing has been done. */
export class CapabilityError extends LearnerError {
  /** What it lacks. */
  readonly capability: keyof LearnerCapabilities;

  constructor(capability: keyof LearnerCapabilities, message: string) {
    super(message);
    this.capability = capability;
  }
}
