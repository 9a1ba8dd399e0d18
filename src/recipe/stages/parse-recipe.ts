import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS } from '../../io/index.js';
import { objectiveSchema } from '../../objective/index.js';
import { samplesPerPrompt } from '../internal/step-schemas.js';
import { dynamicSamplingSchema } from '../steps/dynamic-sampling.js';
import { checkSelection, selectionSchema } from '../steps/select-for-step.js';
import { asynchronousSchema } from '../steps/step-sampler.js';
import { NAMED_OBJECTIVES, type ObjectiveName } from './internal/named-objectives.js';
import { HELD_OUT_METRICS, STEP_METRICS, type Recipe } from './recipe.js';

const count = () => z.int().positive().max(1e7);
const share = () => z.number().min(0).max(1);
/** A stage's name is also part of file names. */
const name = () =>
  z
    .string()
    .max(64)
    .regex(/^[\w-][\w.-]*$/, 'expected letters, digits, dots and dashes')
    .refine((text) => text.toLowerCase() !== 'eval', 'expected another name: evaluations are called eval');

const samplingFields = () => ({
  maxTurns: count().optional().describe('Most turns of a rollout. Default 10.'),
  temperature: z.number().nonnegative().optional().describe('Sampling temperature. Default 1, as training needs.'),
  topP: z.number().positive().max(1).optional().describe('Nucleus sampling. Default 1 (off), as training needs.'),
  turnTimeoutMs: z
    .number()
    .positive()
    .max(LONGEST_TIMER_MS)
    .optional()
    .describe('Longest time for one turn with its tool calls, in milliseconds. Default 1800000, half an hour.'),
});

const optimizerSchema = () =>
  z
    .strictObject({
      learningRate: z.number().positive().describe('Peak learning rate.'),
      beta1: z.number().min(0).lt(1).optional().describe('Decay of the first moment.'),
      beta2: z.number().min(0).lt(1).optional().describe('Decay of the second moment.'),
      epsilon: z.number().positive().optional().describe('Added to the root of the second moment.'),
      weightDecay: z.number().nonnegative().optional().describe('Decoupled weight decay.'),
      maxGradientNorm: z.number().positive().optional().describe('Gradients are scaled down to this global norm.'),
      schedule: z
        .strictObject({
          kind: z.enum(['constant', 'cosine']).describe('After the warm-up: constant, or half a cosine over the rest.'),
          warmupSteps: z.int().nonnegative().optional().describe('Linear warm-up, in optimizer steps.'),
          warmupShare: share()
            .optional()
            .describe("In place of warmupSteps: a share of the stage's optimizer steps, rounded up."),
          finalShare: share()
            .optional()
            .describe('The rate at the end of a cosine, as a share of the peak. Default 0.'),
        })
        .optional()
        .describe('Learning-rate schedule. Default: constant, without a warm-up.'),
    })
    .describe('Settings of the optimizer (AdamW).');

const startSchema = () =>
  z
    .strictObject({
      optimizer: z
        .enum(['keep', 'reset'])
        .optional()
        .describe("The optimizer's moments: kept from the stage before, or reset (default)."),
      reference: z
        .enum(['initial', 'stage'])
        .optional()
        .describe(
          'The reference of a KL term: the weights at the start of training (default), or at the start of this stage.',
        ),
    })
    .describe('What this stage takes over from the stage before.');

const sftSchema = () =>
  z
    .strictObject({
      kind: z.literal('sft').describe('Supervised fine-tuning.'),
      name: name().describe("The stage's name, different from those of other stages."),
      demonstrations: z.string().optional().describe("Which of the run's demonstrations. Default demonstrations."),
      steps: z.int().nonnegative().optional().describe('Optimizer steps, in place of epochs.'),
      epochs: z.number().positive().max(1e6).optional().describe('Passes over the demonstrations, in place of steps.'),
      batchSize: count().describe('Sequences in each step.'),
      optimizer: optimizerSchema(),
      start: startSchema().optional(),
    })
    .describe('A stage of supervised fine-tuning.');

const rlSchema = () =>
  z
    .strictObject({
      kind: z.literal('rl').describe('Reinforcement learning.'),
      name: name().describe("The stage's name, different from those of other stages."),
      problems: z.string().optional().describe("Which of the run's problems. Default train."),
      promptsPerStep: count().describe('Prompts in each step; each has a group of rollouts.'),
      groupSize: z.int().min(2).describe('G: rollouts of each prompt that are trained on.'),
      oversampling: z
        .number()
        .min(1)
        .optional()
        .describe('G times this number of rollouts is sampled; 1 for plain GRPO. Default 2.'),
      selection: selectionSchema
        .optional()
        .describe('How the G rollouts of a group are chosen and weighted. Default: Resample-on-Correct.'),
      dynamicSampling: dynamicSamplingSchema
        .optional()
        .describe('Replaces groups without a training signal by more prompts. Default: off.'),
      overProvision: z
        .int()
        .nonnegative()
        .optional()
        .describe('Additional rollouts of each group; the slowest are cancelled. Default 0.'),
      asynchronous: asynchronousSchema
        .optional()
        .describe('Generates rollouts during the learner steps. Default: off.'),
      sampling: z
        .strictObject({
          maxTokens: z
            .union([
              count(),
              z.strictObject({
                from: count().describe('Budget of the first step.'),
                to: count().describe('Budget from step overSteps on.'),
                overSteps: count().describe('Number of steps in which the budget grows linearly.'),
              }),
            ])
            .describe('Tokens after the prompt, tool responses included: a number, or a budget that grows.'),
          ...samplingFields(),
        })
        .describe('Length and temperature of rollouts.'),
      tools: z.array(z.string()).optional().describe("Names of the run's tools. Default: all."),
      objective: z
        .union([z.enum(Object.keys(NAMED_OBJECTIVES) as [ObjectiveName]), objectiveSchema])
        .optional()
        .describe('The name of a preset, or an objective. Default grpo-roc.'),
      miniBatches: count().optional().describe('Optimizer steps on the rollouts of one step. Default 1.'),
      optimizer: optimizerSchema(),
      until: z
        .strictObject({
          steps: z.int().nonnegative().describe('Most steps of the stage; 0 only measures its problems.'),
          solvedGroups: z
            .strictObject({
              above: z.number().min(0).lt(1).describe('Share of groups; the paper has 0.7.'),
              steps: count().optional().describe('Number of last steps whose mean counts. Default 1.'),
            })
            .optional()
            .describe('Ends when more than this share of groups is solved by all of their rollouts.'),
          plateau: z
            .strictObject({
              metric: z.enum(HELD_OUT_METRICS).optional().describe('Default passAt1.'),
              evaluations: count().describe('Number of last evaluations to compare.'),
              gain: z.number().nonnegative().optional().describe('Smallest increase that counts. Default 0.01.'),
            })
            .optional()
            .describe('Ends when a held-out metric has stopped rising.'),
        })
        .describe('The stage ends when one of these is true.'),
      order: z
        .enum(['shuffled', 'easy-first'])
        .optional()
        .describe('Order of problems. Default shuffled; easy-first needs a filter, which measures the difficulty.'),
      filter: z
        .strictObject({
          samples: count().describe('Rollouts of each problem; the paper has 8.'),
          drop: z
            .enum(['solved', 'solved-or-unsolved'])
            .optional()
            .describe('Removes problems that all samples solve (default), or also those that no sample solves.'),
          among: count()
            .optional()
            .describe('Number of random problems to measure; the stage uses only these. Default: all.'),
        })
        .optional()
        .describe('Measures problems before the stage and removes those that teach nothing.'),
      start: startSchema().optional(),
    })
    .describe('A stage of reinforcement learning.');

/** Reads a `Recipe`; the descriptions are those of the JSON schema. Built at first use, because that takes milliseconds. */
const recipeSchema = once(() =>
  z
    .strictObject({
      $schema: z.string().optional().describe('For editors: the location of this schema.'),
      name: z.string().min(1).describe('Name of the recipe.'),
      stages: z
        .array(z.discriminatedUnion('kind', [sftSchema(), rlSchema()]))
        .min(1)
        .describe('The stages, in order.'),
      evaluation: z
        .strictObject({
          problems: z.string().optional().describe("Which of the run's problems. Default test."),
          everySteps: count().describe('RL steps between two evaluations. Each stage also ends with one.'),
          samples: count().describe('Samples of each problem.'),
          sampling: z
            .strictObject({
              maxTokens: count().describe('Tokens after the prompt, tool responses included.'),
              ...samplingFields(),
            })
            .optional()
            .describe('Default: that of the last RL stage, with its largest budget.'),
        })
        .optional()
        .describe('Evaluation on held-out problems. Default: none.'),
      checkpointEverySteps: count()
        .optional()
        .describe('Steps between two checkpoints. Each stage also ends with one. Default 10.'),
      collapse: z
        .strictObject({
          metric: z.enum(STEP_METRICS).optional().describe('Default reward.'),
          below: z.number().positive().max(1).optional().describe('Share of the best mean. Default 0.5.'),
          steps: count().optional().describe('Number of steps in a mean. Default 20.'),
          action: z
            .enum(['alarm', 'stop'])
            .optional()
            .describe('alarm (default) warns and continues; stop ends training.'),
        })
        .optional()
        .describe("Warns or stops when the mean of a metric falls below a share of the stage's best mean."),
    })
    .describe('A training run as data: its stages, their order, and when each ends.'),
);

/**
 * Checks a recipe.
 *
 * @returns A typed copy of the recipe.
 * @throws TypeError or RangeError naming the path (`recipe.stages.2.until.steps: expected …`), before any work.
 *
 * @example
 * const recipe = parseRecipe(JSON.parse(readFileSync('recipe.json', 'utf8')));
 */
export function parseRecipe(value: unknown): Recipe {
  parseOptions(recipeSchema(), value, 'recipe');
  const recipe = structuredClone(value) as Recipe;
  const { evaluation } = recipe;
  if (
    evaluation !== undefined &&
    evaluation.sampling === undefined &&
    recipe.stages.every(({ kind }) => kind === 'sft')
  )
    throw new RangeError(
      'recipe.evaluation.sampling: expected an object, because there is no RL stage to take it from; got undefined',
    );
  const names = new Set<string>();
  for (const [i, stage] of recipe.stages.entries()) {
    const at = `recipe.stages.${i}`;
    // Files of some disks do not tell RL from rl.
    if (names.has(stage.name.toLowerCase()))
      throw new RangeError(`${at}.name: expected a unique name, got ${stage.name} twice`);
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
      throw new RangeError(`${at}.until.plateau: expected an evaluation in the recipe: the rule needs its results`);
    const samples = samplesPerPrompt(stage);
    if (!Number.isInteger(samples))
      throw new RangeError(`${at}.oversampling: expected a whole number of rollouts, got ${samples}`);
    if (order === 'easy-first' && filter === undefined)
      throw new RangeError(`${at}.order: expected a filter as well: the filter measures how hard problems are`);
    if (typeof sampling.maxTokens === 'object' && sampling.maxTokens.from > sampling.maxTokens.to)
      throw new RangeError(`${at}.sampling.maxTokens: expected from at most to (${sampling.maxTokens.to})`);
    if (typeof sampling.maxTokens === 'object' && stage.asynchronous !== undefined)
      throw new RangeError(
        `${at}.sampling.maxTokens: expected a number with asynchronous: rollouts of several steps run at the same time`,
      );
    checkSelection(selection, groupSize, `${at}.selection`);
  }
  return recipe;
}

/**
 * The JSON schema of a recipe (draft 2020-12), for editors. The package has it as `rstar2-agent/recipe.schema.json`:
 * `# yaml-language-server: $schema=node_modules/rstar2-agent/dist/recipe.schema.json` on a recipe's first line.
 *
 * @example
 * writeFileSync('recipe.schema.json', JSON.stringify(recipeJsonSchema()));
 */
export function recipeJsonSchema(): { readonly [key: string]: unknown } {
  return z.toJSONSchema(recipeSchema(), { io: 'input', unrepresentable: 'any' });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
