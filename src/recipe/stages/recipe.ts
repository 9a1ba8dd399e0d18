import type { Objective } from '../../base/index.js';
import type { ObjectiveName } from './internal/named-objectives.js';
import type { DynamicSampling } from '../steps/dynamic-sampling.js';
import type { OptimizerSettings } from '../steps/optimizer-schedule.js';
import type { RolloutSampling } from '../steps/roll-out.js';
import type { StepSelection } from '../steps/select-for-step.js';
import type { AsynchronousSampling } from '../steps/step-sampler.js';

/** A training run as data: its stages, their order, and when each ends. */
export interface Recipe {
  /** For editors: the location of the schema. */
  readonly $schema?: string | undefined;
  readonly name: string;
  /** The stages, in order; names are unique. */
  readonly stages: readonly Stage[];
  /** Held-out evaluation. Default: none. */
  readonly evaluation?: EvaluationRule | undefined;
  /** Steps between two checkpoints of a stage; stages also end with one. Default 10. */
  readonly checkpointEverySteps?: number | undefined;
  /** The rule for collapsed training. Default: the defaults of `CollapseRule`, which warn and continue. */
  readonly collapse?: CollapseRule | undefined;
}

/** A part of a recipe. */
export type Stage = SftStage | RlStage;

/** Supervised fine-tuning. */
export interface SftStage {
  readonly kind: 'sft';
  readonly name: string;
  /** The name of the demonstrations. Default `demonstrations`. */
  readonly demonstrations?: string | undefined;
  /** Optimizer steps, instead of `epochs`. */
  readonly steps?: number | undefined;
  /** Passes over the demonstrations, rounded up to whole steps. */
  readonly epochs?: number | undefined;
  /** Sequences in each step. */
  readonly batchSize: number;
  readonly optimizer: OptimizerSettings;
  readonly start?: StageStart | undefined;
}

/** Reinforcement learning: GRPO with or without Resample-on-Correct. */
export interface RlStage {
  readonly kind: 'rl';
  readonly name: string;
  /** The name of the problems. Default `train`. */
  readonly problems?: string | undefined;
  readonly promptsPerStep: number;
  /** G: rollouts of each prompt that are trained on. */
  readonly groupSize: number;
  /** G times this number of rollouts is sampled; 1 for plain GRPO. Default 2. */
  readonly oversampling?: number | undefined;
  readonly selection?: StepSelection | undefined;
  /** Default: off; a step has exactly `promptsPerStep` prompts. */
  readonly dynamicSampling?: DynamicSampling | undefined;
  /** Additional rollouts of each group; the slowest are cancelled, which favours short rollouts. Default 0. */
  readonly overProvision?: number | undefined;
  /** Generates rollouts during the learner steps. Default: one after the other. */
  readonly asynchronous?: AsynchronousSampling | undefined;
  readonly sampling: StageSampling;
  /** Names of the run's tools. Default: all. */
  readonly tools?: readonly string[] | undefined;
  /** The name of a preset, or an objective. Default `grpo-roc`. */
  readonly objective?: ObjectiveName | Objective | undefined;
  /** Optimizer steps on the rollouts of one step. Default 1. */
  readonly miniBatches?: number | undefined;
  readonly optimizer: OptimizerSettings;
  /** When the stage ends. */
  readonly until: StageEnd;
  /** Default `shuffled`; `easy-first` sorts every epoch by the difficulty that `filter` measured. */
  readonly order?: 'shuffled' | 'easy-first' | undefined;
  /** Removes problems that the policy already solves, before the stage. Default: keeps all. */
  readonly filter?: DifficultyFilter | undefined;
  readonly start?: StageStart | undefined;
}

/** Length and temperature of a stage's rollouts. */
export interface StageSampling extends Omit<RolloutSampling, 'maxTokens'> {
  /** A number, or a limit that grows linearly over the first `overSteps` steps. */
  readonly maxTokens: number | LengthExtension;
}

/** A token limit that grows within a stage. */
export interface LengthExtension {
  readonly from: number;
  readonly to: number;
  readonly overSteps: number;
}

/** A stage ends when one of these is true. */
export interface StageEnd {
  /** The stage ends after this many steps; 0 for a stage that only evaluates. */
  readonly steps: number;
  /**
   * In more than this share of groups (`above`), all rollouts are right, on average over the last `steps` (default 1). The paper's stage 3
   * begins above 0.7.
   */
  readonly solvedGroups?: { readonly above: number; readonly steps?: number | undefined } | undefined;
  /** The held-out `metric` (default `passAt1`) has not risen by `gain` (default 0.01) over the last `evaluations`. */
  readonly plateau?: PlateauRule | undefined;
}

/** Metrics of RL steps that a rule may use. */
export const STEP_METRICS = [
  'reward',
  'solvedGroups',
  'responseLength',
  'toolCalls',
  'entropy',
  'trainedRollouts',
] as const;
/** Metrics of evaluations that a rule may use. */
export const HELD_OUT_METRICS = ['passAt1', 'toolCalls', 'responseLength'] as const;

/** When a metric counts as flat. */
export interface PlateauRule {
  /** Default `passAt1`. */
  readonly metric?: (typeof HELD_OUT_METRICS)[number] | undefined;
  readonly evaluations: number;
  readonly gain?: number | undefined;
}

/** What a stage takes over from the stage before. */
export interface StageStart {
  /** Default `reset`: the optimizer's moments start at 0, as in the paper's stage 3. */
  readonly optimizer?: 'keep' | 'reset' | undefined;
  /**
   * The reference of a KL term: `initial` (default), the weights at the start of training, which the learner must have; or `stage`, the
   * weights at the start of this stage, in a second learner (the paper's stage 3 resets its reference).
   */
  readonly reference?: 'initial' | 'stage' | undefined;
}

/** Measures problems before a stage, with the current policy, and removes those that teach nothing. */
export interface DifficultyFilter {
  /** Samples of each problem. The paper takes 8. */
  readonly samples: number;
  /** Which problems to drop. `solved` (default): problems that all samples solve, as in the paper; `solved-or-unsolved`: also problems that no sample solves. */
  readonly drop?: 'solved' | 'solved-or-unsolved' | undefined;
  /** Number of random problems to measure; the stage uses only these. Default: all. */
  readonly among?: number | undefined;
}

/** The evaluation on held-out problems. */
export interface EvaluationRule {
  /** The name of the problems. Default `test`. */
  readonly problems?: string | undefined;
  /** RL steps between two evaluations. The first comes before the first RL stage, and every stage ends with one. */
  readonly everySteps: number;
  /** Samples of each problem. */
  readonly samples: number;
  /** Default: that of the last RL stage, with its largest token limit. Its tools are always used. */
  readonly sampling?: RolloutSampling | undefined;
}

/**
 * Training has collapsed if the mean of `metric` over the last `steps` is below `below` times the best such mean of the stage, if that is
 * above 0. The paper saw training collapse after about 500 steps.
 */
export interface CollapseRule {
  /** Default `reward`. */
  readonly metric?: (typeof STEP_METRICS)[number] | undefined;
  /** Default 0.5. */
  readonly below?: number | undefined;
  /** Default 20. */
  readonly steps?: number | undefined;
  /**
   * `alarm` (default): training continues with a warning; `stop`: training ends. The checkpoint of the best evaluation is always kept.
   */
  readonly action?: 'alarm' | 'stop' | undefined;
}
