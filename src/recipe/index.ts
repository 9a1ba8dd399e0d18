/** From problems on disk to a run: the data, the steps of training, and recipes of stages. */
export { createCurator, type CurateOptions, type Curator, type Removal } from './data/curator.js';
export { inspectData, type ColumnReport, type DataReport, type InspectDataOptions } from './data/inspect-data.js';
export { integerAnswer } from './data/integer-answer.js';
export { NAMED_DATASETS, type NamedDataset, type ProblemColumns } from './data/named-datasets.js';
export { prepareData, type PrepareDataOptions, type PreparedCounts, type PreparedData } from './data/prepare-data.js';
export type { Problem } from './data/problem.js';
export { readProblems, type ReadProblemsOptions } from './data/read-problems.js';
export {
  readRows,
  type BadRow,
  type DataFormat,
  type DataProgress,
  type DataRow,
  type ReadRowsOptions,
} from './data/read-rows.js';
export { summarizeProblems, type NumberSummary, type ProblemStatistics } from './data/summarize-problems.js';
export { MIXES, mixStreams, type MixStreamsOptions } from './data/mix-streams.js';
export { packSequences, type PackSequencesOptions, type SequencePack } from './data/pack-sequences.js';
export {
  readConversations,
  type TrainingConversation,
  type ReadConversationsOptions,
} from './data/read-conversations.js';
export {
  trainingSequences,
  type RefusedConversation,
  type TrainingSequence,
  type TrainingSequencesOptions,
} from './data/training-sequences.js';
export { RECIPES } from './stages/recipes.js';
export { HELD_OUT_METRICS, OBJECTIVE_NAMES, STEP_METRICS } from './stages/recipe.js';
export type {
  CollapseRule,
  DifficultyFilter,
  EvaluationRule,
  LengthExtension,
  ObjectiveName,
  PlateauRule,
  Recipe,
  RlStage,
  SftStage,
  Stage,
  StageEnd,
  StageSampling,
  StageStart,
} from './stages/recipe.js';
export { parseRecipe } from './stages/parse-recipe.js';
export { readRecipe } from './stages/read-recipe.js';
export { recipeWarnings, type RecipeSizes, type RecipeWarning } from './stages/recipe-warnings.js';
export { recipeJsonSchema } from './stages/recipe-json-schema.js';
export { collapseOf, stageEnd, type StageEndReason } from './stages/stage-rules.js';
export { easiestFirst, filterByDifficulty, measureDifficulty, type Difficulty } from './stages/difficulty.js';
export {
  rewardRollouts,
  rollOut,
  type RolloutEnvironment,
  type RollOutOptions,
  type RolloutSampling,
  type TrainingProblem,
} from './steps/roll-out.js';
export { rolloutMetrics, type RolloutMetrics } from './steps/rollout-metrics.js';
export { createEpochSampler, type EpochSampler, type EpochSamplerOptions } from './steps/epoch-sampler.js';
export { scheduledOptimizer, type OptimizerSettings, type StageSchedule } from './steps/optimizer-schedule.js';
export { createStepSampler } from './steps/step-sampler.js';
export type { AsynchronousSampling, StepSampler, StepSamplerOptions } from './steps/step-sampler.js';
export type { SampledRollouts } from './steps/sampled-rollouts.js';
export type { DynamicSampling } from './steps/dynamic-sampling.js';
export { sequenceOfRollout } from './steps/sequence-of-rollout.js';
export { sftStep, type SftStepOptions } from './steps/sft-step.js';
export { rlStep, type RlStepResult } from './steps/rl-step.js';
export type { RlStepOptions } from './steps/rl-step-options.js';
export type { StepSelection } from './steps/select-for-step.js';
export { updatePolicy, type UpdateMetrics, type UpdateOptions } from './steps/update-policy.js';
export { evaluateHeldOut, type HeldOutOptions } from './steps/evaluate-held-out.js';
export { openRunStore, removeRun, type RunPosition, type RunStore, type RunStoreOptions } from './run/run-store.js';
export { RunError } from './run-error.js';
export {
  describeRunEvent,
  isWarning,
  type DataSource,
  type DataSourceProgress,
  type RunEvent,
  type RunOptions,
} from './run/run-options.js';
export { readRun, type RunContents } from './run/read-run.js';
export { runRecipe, type RunResult } from './run/run-recipe.js';
export { dryRun, dryRunMarkdown, type RunEstimate, type StageEstimate } from './run/dry-run.js';
