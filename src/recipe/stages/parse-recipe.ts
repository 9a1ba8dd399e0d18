import { z } from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import { objectiveSchema } from '../../objective/index.js';
import { samplesPerPrompt } from '../internal/samples-per-prompt.js';
import { dynamicSamplingSchema } from '../steps/dynamic-sampling.js';
import { checkSelection, selectionSchema } from '../steps/select-for-step.js';
import { asynchronousSchema } from '../steps/step-sampler.js';
import { HELD_OUT_METRICS, OBJECTIVE_NAMES, STEP_METRICS, type Recipe } from './recipe.js';

const count = z.int().positive().max(1e7);
const share = z.number().min(0).max(1);
/** A stage's name is a file's name too. */
const name = z
  .string()
  .max(64)
  .regex(/^[\w-][\w.-]*$/, 'expected letters, digits, dots and dashes')
  .refine((text) => text.toLowerCase() !== 'eval', "expected another name: eval is the evaluations'");

const samplingFields = {
  maxTurns: count.optional(),
  temperature: z.number().nonnegative().optional(),
  topP: z.number().positive().max(1).optional(),
  turnTimeoutMs: z.number().positive().max(LONGEST_TIMER_MS).optional(),
};

const optimizerSchema = z.strictObject({
  learningRate: z.number().positive(),
  beta1: z.number().min(0).lt(1).optional(),
  beta2: z.number().min(0).lt(1).optional(),
  epsilon: z.number().positive().optional(),
  weightDecay: z.number().nonnegative().optional(),
  maxGradientNorm: z.number().positive().optional(),
  schedule: z
    .strictObject({
      kind: z.enum(['constant', 'cosine']),
      warmupSteps: z.int().nonnegative().optional(),
      warmupShare: share.optional(),
      finalShare: share.optional(),
    })
    .optional(),
});

const startSchema = z.strictObject({
  optimizer: z.enum(['keep', 'reset']).optional(),
  reference: z.enum(['initial', 'stage']).optional(),
});

const sftSchema = z.strictObject({
  kind: z.literal('sft'),
  name,
  demonstrations: z.string().optional(),
  steps: z.int().nonnegative().optional(),
  epochs: z.number().positive().max(1e6).optional(),
  batchSize: count,
  optimizer: optimizerSchema,
  start: startSchema.optional(),
});

const rlSchema = z.strictObject({
  kind: z.literal('rl'),
  name,
  problems: z.string().optional(),
  promptsPerStep: count,
  groupSize: z.int().min(2),
  oversampling: z.number().min(1).optional(),
  selection: selectionSchema.optional(),
  dynamicSampling: dynamicSamplingSchema.optional(),
  overProvision: z.int().nonnegative().optional(),
  asynchronous: asynchronousSchema.optional(),
  sampling: z.strictObject({
    maxTokens: z.union([count, z.strictObject({ from: count, to: count, overSteps: count })]),
    ...samplingFields,
  }),
  tools: z.array(z.string()).optional(),
  objective: z.union([z.enum(OBJECTIVE_NAMES), objectiveSchema]).optional(),
  miniBatches: count.optional(),
  optimizer: optimizerSchema,
  until: z.strictObject({
    steps: z.int().nonnegative(),
    solvedGroups: z.strictObject({ above: z.number().min(0).lt(1), steps: count.optional() }).optional(),
    plateau: z
      .strictObject({
        metric: z.enum(HELD_OUT_METRICS).optional(),
        evaluations: count,
        gain: z.number().nonnegative().optional(),
      })
      .optional(),
  }),
  order: z.enum(['shuffled', 'easy-first']).optional(),
  filter: z
    .strictObject({
      samples: count,
      drop: z.enum(['solved', 'solved-or-unsolved']).optional(),
      among: count.optional(),
    })
    .optional(),
  start: startSchema.optional(),
});

/** Reads a `Recipe`. */
export const recipeSchema = z.strictObject({
  $schema: z.string().optional(),
  name: z.string().min(1),
  stages: z.array(z.discriminatedUnion('kind', [sftSchema, rlSchema])).min(1),
  evaluation: z
    .strictObject({
      problems: z.string().optional(),
      everySteps: count,
      samples: count,
      sampling: z.strictObject({ maxTokens: count, ...samplingFields }).optional(),
    })
    .optional(),
  checkpointEverySteps: count.optional(),
  collapse: z
    .strictObject({
      metric: z.enum(STEP_METRICS).optional(),
      below: z.number().positive().max(1).optional(),
      steps: count.optional(),
      action: z.enum(['alarm', 'stop']).optional(),
    })
    .optional(),
});

/**
 * Checks a recipe, whatever it was written in.
 *
 * @returns A copy of the recipe, typed.
 * @throws TypeError or RangeError naming the path (`recipe.stages.2.until.steps: expected …`), before any work.
 */
export function parseRecipe(value: unknown): Recipe {
  parseOptions(recipeSchema, value, 'recipe');
  const recipe = structuredClone(value) as Recipe;
  const { evaluation } = recipe;
  if (
    evaluation !== undefined &&
    evaluation.sampling === undefined &&
    recipe.stages.every(({ kind }) => kind === 'sft')
  )
    throw new RangeError('recipe.evaluation.sampling: expected one: there is no RL stage to take it from');
  const names = new Set<string>();
  for (const [i, stage] of recipe.stages.entries()) {
    const at = `recipe.stages.${i}`;
    // Files of some disks do not tell RL from rl.
    if (names.has(stage.name.toLowerCase()))
      throw new RangeError(`${at}.name: expected another name, ${stage.name} comes twice`);
    names.add(stage.name.toLowerCase());
    const { schedule } = stage.optimizer;
    if (schedule?.warmupSteps !== undefined && schedule.warmupShare !== undefined)
      throw new RangeError(`${at}.optimizer.schedule: expected warmupSteps or warmupShare, got both`);
    if (stage.kind === 'sft') {
      if ((stage.steps === undefined) === (stage.epochs === undefined))
        throw new RangeError(`${at}: expected one of steps and epochs`);
      continue;
    }
    const { groupSize, selection, order, filter, sampling, until } = stage;
    if (until.plateau !== undefined && evaluation === undefined)
      throw new RangeError(`${at}.until.plateau: expected an evaluation in the recipe: it is its curve`);
    const samples = samplesPerPrompt(stage);
    if (!Number.isInteger(samples))
      throw new RangeError(`${at}.oversampling: expected a whole number of rollouts, got ${samples}`);
    if (order === 'easy-first' && filter === undefined)
      throw new RangeError(`${at}.order: expected a filter beside it: it measures how hard problems are`);
    if (typeof sampling.maxTokens === 'object' && sampling.maxTokens.from > sampling.maxTokens.to)
      throw new RangeError(`${at}.sampling.maxTokens: expected from at most to (${sampling.maxTokens.to})`);
    if (typeof sampling.maxTokens === 'object' && stage.asynchronous !== undefined)
      throw new RangeError(
        `${at}.sampling.maxTokens: expected a number: with asynchronous, rollouts of several steps are under way`,
      );
    checkSelection(selection, groupSize, `${at}.selection`);
  }
  return recipe;
}
