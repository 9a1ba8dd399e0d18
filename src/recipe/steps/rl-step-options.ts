import type { Objective, OptimizerParameters, Rollout } from '../../base/index.js';
import type { RolloutCorrectionOptions } from '../../objective/index.js';
import type { RolloutEnvironment, RolloutSampling } from './roll-out.js';
import type { StepSelection } from './select-for-step.js';
import type { UpdateOptions } from './update-policy.js';

/** Options of `rlStep`. */
export interface RlStepOptions extends RolloutEnvironment {
  /** Counts from 1; every draw of the step is named by it and by `seed`. Of a `StepSampler`, groups are drawn and selected by their names. */
  readonly step: number;
  /** For the record. Default `rl`. */
  readonly stage?: string | undefined;
  /** The run's or the stage's. */
  readonly seed: string;
  /** G: rollouts of a prompt that are trained on. */
  readonly groupSize: number;
  /** G times this many are sampled; 1 for plain GRPO. Default 2, as in the paper. */
  readonly oversampling?: number | undefined;
  readonly sampling: RolloutSampling;
  readonly selection?: StepSelection | undefined;
  /** Default `grpoRoc()`. */
  readonly objective?: Objective | undefined;
  /** Optimizer steps on the step's rollouts. Default 1. */
  readonly miniBatches?: number | undefined;
  /** Of one forward and backward pass: what fits, not what is learnt from. */
  readonly maxTokensPerPass: number;
  /** What optimizer step i of this step is taken with; counts from 1. Default: the learner's own. */
  readonly optimizer?: ((update: number) => OptimizerParameters) | undefined;
  /** As in {@link updatePolicy}. */
  readonly referenceLogprobs?: UpdateOptions['referenceLogprobs'];
  /**
   * For a policy that is another program than the learner, or has older weights: measures, by a forward pass more, how far apart their
   * probabilities are, and corrects for it where it says how. Default: neither; in asynchronous sampling token-level truncated importance
   * weights, `{ weights: { level: 'token' } }`.
   */
  readonly rolloutCorrection?: RolloutCorrectionOptions | undefined;
}

/** The rollouts of a step as they were sampled. */
export interface SampledRollouts {
  /** Those of every group that the step used, scored. */
  readonly rollouts: readonly Rollout[];
  /** Why each one's group was rejected; undefined where it was not. Shape [R]. */
  readonly rejections: readonly (string | undefined)[];
  /** What sampling came to: `train/num_gen_batches`, `sampling/…`; in asynchronous sampling `async/…`, `fully_async/partial/…`. */
  readonly metrics: { readonly [name: string]: number | null };
  /** Seed of the selection's draws. Default the step's `seed`; a batch whose problems come again in later steps puts the step's number in it. */
  readonly selectionSeed?: string | undefined;
}
