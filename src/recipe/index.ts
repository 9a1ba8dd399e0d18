/** From problems on disk to a run: the data, the steps of training, and recipes of stages. */
export { createCurator } from './data/curator.js';
export { integerAnswer } from './data/integer-answer.js';
export { prepareData } from './data/prepare-data.js';
export type { Problem } from './data/problem.js';
export { readProblems, type ReadProblemsOptions } from './data/read-problems.js';
export { readRows, type BadRow } from './data/read-rows.js';
export { summarizeProblems } from './data/summarize-problems.js';
export { mixStreams } from './data/mix-streams.js';
export { packSequences } from './data/pack-sequences.js';
export { readConversations, type TrainingConversation } from './data/read-conversations.js';
export { trainingSequences, type TrainingSequence } from './data/training-sequences.js';
export { RECIPES } from './stages/recipes.js';
export type { Recipe, RlStage, SftStage, Stage } from './stages/recipe.js';
export { parseRecipe } from './stages/parse-recipe.js';
export { readRecipe } from './stages/read-recipe.js';
export { recipeWarnings } from './stages/recipe-warnings.js';
export { recipeJsonSchema } from './stages/recipe-json-schema.js';
export { rewardRollouts, rollOut, type RolloutEnvironment, type TrainingProblem } from './steps/roll-out.js';
export { createEpochSampler } from './steps/epoch-sampler.js';
export { scheduledOptimizer, type OptimizerSettings } from './steps/optimizer-schedule.js';
export { createStepSampler } from './steps/step-sampler.js';
export type { StepSampler } from './steps/step-sampler.js';
export { sequenceOfRollout } from './steps/sequence-of-rollout.js';
export { sftStep, type SftStepOptions } from './steps/sft-step.js';
export { rlStep, type RlStepResult } from './steps/rl-step.js';
export type { RlStepOptions } from './steps/rl-step-options.js';
export { updatePolicy } from './steps/update-policy.js';
export { evaluateHeldOut } from './steps/evaluate-held-out.js';
export { removeRun } from './run/run-store.js';
export { RunError } from './run-error.js';
export {
  describeRunEvent,
  type DataSource,
  type DataSourceProgress,
  type RunEvent,
  type RunOptions,
} from './run/run-options.js';
export { readRun } from './run/read-run.js';
export { runRecipe, type RunResult } from './run/run-recipe.js';
export { dryRun, dryRunMarkdown } from './run/dry-run.js';
