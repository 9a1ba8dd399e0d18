import type { Learner, Objective, Rollout } from '../../base/index.js';
import type { RolloutCorrectionOptions } from '../../objective/index.js';
import type { FailedRollout, RolloutEnvironment, RolloutSampling } from './roll-out.js';
import type { StepSelection } from './select-for-step.js';
import type { UpdateOptions } from './update-policy.js';

/** Options of `rlStep`. */
export interface RlStepOptions
  extends
    RolloutEnvironment,
    Pick<UpdateOptions, 'miniBatches' | 'maxTokensPerPass' | 'optimizer' | 'referenceLogprobs'> {
  /** Counts from 1. All random numbers depend on `seed` and `step`; with a `StepSampler`, on `seed` and the names of the groups. */
  readonly step: number;
  /** For the record. Default `rl`. */
  readonly stage?: string | undefined;
  /** The seed of the run or the stage. */
  readonly seed: string;
  /** G: rollouts of each prompt that are trained on. */
  readonly groupSize: number;
  /** G times this number of rollouts is sampled; 1 for plain GRPO. Default 2, as in the paper. */
  readonly oversampling?: number | undefined;
  readonly sampling: RolloutSampling;
  readonly selection?: StepSelection | undefined;
  /** Default `grpoRoc()`. */
  readonly objective?: Objective | undefined;
  /**
   * For a policy in another program than the learner, or with older weights: an extra forward pass measures the difference of their
   * probabilities, and `weights` and `rejection` correct for it. Default: off; in asynchronous sampling
   * `{ weights: { level: 'token' } }`, truncated importance weights.
   */
  readonly rolloutCorrection?: RolloutCorrectionOptions | undefined;
}

/** The sampled rollouts of a step. */
export interface SampledRollouts {
  /** The rollouts of every group that the step used, with their rewards. */
  readonly rollouts: readonly Rollout[];
  /** Why the rollout's group was rejected; undefined for accepted groups. Shape [R]. */
  readonly rejections: readonly (string | undefined)[];
  /** Rollouts of an agent that are not in `rollouts`, because the agent threw, or one of its services was down. Default: no rollouts. */
  readonly setApart?: readonly FailedRollout[] | undefined;
  /** Metrics of sampling: `train/num_gen_batches`, `sampling/…`; in asynchronous sampling `async/…`, `fully_async/partial/…`. */
  readonly metrics: { readonly [name: string]: number | null };
  /** Seed of the selection. Default: the step's `seed`. If group names occur again in later steps, it contains the step's number. */
  readonly selectionSeed?: string | undefined;
}

/** Gives each step its rollouts. `rlStep` accepts one instead of problems. */
export interface StepSampler {
  readonly isAsynchronous: boolean;
  /**
   * Samples the rollouts of a step, with the learner's weights and, in asynchronous sampling, with earlier ones. The signal of the
   * latest call ends pending rollouts; the other options are those of the call that started the generation.
   *
   * @throws SamplingLimitError at the limit of dynamic sampling; PolicyError if a rollout failed; RunError if no rollout could be judged.
   *   Then all running rollouts have ended, no prompt counts as used, and the next call starts again.
   */
  take(learner: Learner, options: RlStepOptions): Promise<SampledRollouts>;
  /** Ends and drops pending rollouts. A second call does nothing. @throws The error with which released weights failed to close. */
  close(): Promise<void>;
}
