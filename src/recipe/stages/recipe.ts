import type { Objective } from '../../base/index.js';
import type { ObjectiveName } from './internal/named-objectives.js';
import type { DynamicSampling } from '../steps/dynamic-sampling.js';
import type { OptimizerSettings } from '../steps/optimizer-schedule.js';
import type { RolloutSampling } from '../steps/roll-out.js';
import type { StepSelection } from '../steps/select-for-step.js';
import type { AsynchronousSampling } from '../steps/step-sampler.js';

/** A run of training as data: what is done in which order, and when one thing ends and the next begins. */
export interface Recipe {
  /** Where an editor finds the schema; nothing else. */
  readonly $schema?: string | undefined;
  readonly name: string;
  /** Done one after the other; names are unique. */
  readonly stages: readonly Stage[];
  /** Held-out evaluation. Default: none. */
  readonly evaluation?: EvaluationRule | undefined;
  /** Steps between two checkpoints of a stage; stages also end with one. Default 10. */
  readonly checkpointEverySteps?: number | undefined;
  /** The alarm. Default: that of `CollapseRule`'s defaults, which tells and goes on. */
  readonly collapse?: CollapseRule | undefined;
}

/** A part of a recipe. */
export type Stage = SftStage | RlStage;

/** Supervised fine-tuning. */
export interface SftStage {
  readonly kind: 'sft';
  readonly name: string;
  /** Which of the run's demonstrations. Default `demonstrations`. */
  readonly demonstrations?: string | undefined;
  /** In place of `epochs`. */
  readonly steps?: number | undefined;
  /** Rounded up to whole steps. */
  readonly epochs?: number | undefined;
  /** Sequences a step. */
  readonly batchSize: number;
  readonly optimizer: OptimizerSettings;
  readonly start?: StageStart | undefined;
}

/** Reinforcement learning: GRPO with Resample-on-Correct, or without. */
export interface RlStage {
  readonly kind: 'rl';
  readonly name: string;
  /** Which of the run's problems. Default `train`. */
  readonly problems?: string | undefined;
  readonly promptsPerStep: number;
  /** G: rollouts of a prompt that are trained on. */
  readonly groupSize: number;
  /** G times this many are sampled; 1 for plain GRPO. Default 2. */
  readonly oversampling?: number | undefined;
  readonly selection?: StepSelection | undefined;
  /** Default: a step has `promptsPerStep` prompts, whatever their rewards. */
  readonly dynamicSampling?: DynamicSampling | undefined;
  /** Rollouts that a group starts beyond those it needs; the slowest are cut, which favours short ones. Default 0. */
  readonly overProvision?: number | undefined;
  /** Generates while it learns. Default: it does one after the other. */
  readonly asynchronous?: AsynchronousSampling | undefined;
  readonly sampling: StageSampling;
  /** Names of the run's tools. Default: all. */
  readonly tools?: readonly string[] | undefined;
  /** A preset by its name, or an objective written out. Default `grpo-roc`. */
  readonly objective?: ObjectiveName | Objective | undefined;
  /** Optimizer steps on one step's rollouts. Default 1. */
  readonly miniBatches?: number | undefined;
  readonly optimizer: OptimizerSettings;
  /** When the stage is over. */
  readonly until: StageEnd;
  /** Default `shuffled`; `easy-first` goes by what `filter` measured, the easiest first, every epoch. */
  readonly order?: 'shuffled' | 'easy-first' | undefined;
  /** Leaves out, before the stage, what the policy solves already. Default: nothing is left out. */
  readonly filter?: DifficultyFilter | undefined;
  readonly start?: StageStart | undefined;
}

/** How long and how warm a stage's rollouts are. */
export interface StageSampling extends Omit<RolloutSampling, 'maxTokens'> {
  /** A number, or a length that grows evenly over the first `overSteps` steps. */
  readonly maxTokens: number | LengthExtension;
}

/** A response budget that grows within a stage. */
export interface LengthExtension {
  readonly from: number;
  readonly to: number;
  readonly overSteps: number;
}

/** A stage is over when one of these is true. */
export interface StageEnd {
  /** The stage ends after this many steps; 0 for a stage that only evaluates. */
  readonly steps: number;
  /**
   * More than `above` of the groups of a step are solved by all of their rollouts, on average over the last `steps` (default 1).
   * The paper's stage 3 begins above 0.7.
   */
  readonly solvedGroups?: { readonly above: number; readonly steps?: number | undefined } | undefined;
  /** The held-out `metric` (default `passAt1`) has not risen by `gain` (default 0.01) over the last `evaluations`. */
  readonly plateau?: PlateauRule | undefined;
}

/** What a rule may look at of a step of RL. */
export const STEP_METRICS = [
  'reward',
  'solvedGroups',
  'responseLength',
  'toolCalls',
  'entropy',
  'trainedRollouts',
] as const;
/** What a rule may look at of an evaluation. */
export const HELD_OUT_METRICS = ['passAt1', 'toolCalls', 'responseLength'] as const;

/** When a curve counts as flat. */
export interface PlateauRule {
  /** Default `passAt1`. */
  readonly metric?: (typeof HELD_OUT_METRICS)[number] | undefined;
  readonly evaluations: number;
  readonly gain?: number | undefined;
}

/** What a stage takes over from the one before. */
export interface StageStart {
  /** Default `reset`: the moments start anew, as in the paper's stage 3. */
  readonly optimizer?: 'keep' | 'reset' | undefined;
  /**
   * What a KL term is measured from: `initial` (default), what training started from, which the learner must have; `stage`, the
   * weights as the stage begins (the paper's stage 3 resets its reference), in a second learner.
   */
  readonly reference?: 'initial' | 'stage' | undefined;
}

/** Rolls problems out before a stage, with the policy as it is then, and leaves out those that teach nothing. */
export interface DifficultyFilter {
  /** Samples of each problem. The paper takes 8. */
  readonly samples: number;
  /** Which problems to drop. `solved` (default): problems that all samples solve, as in the paper; `solved-or-unsolved`: also problems that no sample solves. */
  readonly drop?: 'solved' | 'solved-or-unsolved' | undefined;
  /** Measures so many, drawn at random; the stage has these alone. Default: all. */
  readonly among?: number | undefined;
}

/** How a run is measured on held-out problems. */
export interface EvaluationRule {
  /** Which of the run's problems. Default `test`. */
  readonly problems?: string | undefined;
  /** RL steps between two; there is one before the first RL stage, and every stage ends with one. */
  readonly everySteps: number;
  /** Samples of each problem. */
  readonly samples: number;
  /** Default: that of the last RL stage, at its longest. Its tools are taken in any case. */
  readonly sampling?: RolloutSampling | undefined;
}

/**
 * When training counts as collapsed: the mean of `metric` over the last `steps` lies under `below` times the best such mean of
 * the stage, where that is above 0. The paper saw training collapse after some 500 steps.
 */
export interface CollapseRule {
  /** Default `reward`. */
  readonly metric?: (typeof STEP_METRICS)[number] | undefined;
  /** Default 0.5. */
  readonly below?: number | undefined;
  /** Default 20. */
  readonly steps?: number | undefined;
  /**
   * `alarm` (default): a warning, and training goes on; `stop`: training ends there. The checkpoint of the best evaluation is kept either
   * way.
   */
  readonly action?: 'alarm' | 'stop' | undefined;
}
