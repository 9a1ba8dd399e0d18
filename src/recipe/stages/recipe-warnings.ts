import { samplesPerPrompt } from '../internal/step-schemas.js';
import {
  budgetFinding,
  objectiveFindings,
  optimizerFindings,
  samplingFindings,
  type Findings,
} from './internal/findings.js';
import type { Recipe, RlStage, SftStage } from './recipe.js';
import { demonstrationsOf, evaluationSettings, heldOutOf, problemsOf, sftSteps } from './stage-rules.js';

/** Number of items in a run's sources, by name, if known. */
export interface RecipeSizes {
  readonly problems?: { readonly [name: string]: number };
  readonly demonstrations?: { readonly [name: string]: number };
  /** Number of held-out problems that a training list also has, by their prompts. */
  readonly alsoHeldOut?: { readonly [name: string]: number };
}

/** A setting that is valid but probably a mistake. */
export interface RecipeWarning {
  /** `recipe.stages.1.sampling.temperature`. */
  readonly path: string;
  /** The effect, and the usual value. */
  readonly message: string;
}

/**
 * Finds settings that are valid but probably a mistake: a temperature of 0 in RL, more mini-batches than rollouts, a warm-up
 * that is longer than its stage. Impossible settings are errors of `parseRecipe`.
 *
 * @param recipe - As `parseRecipe` gives it.
 * @param sizes - Sizes of the run's sources, if known; they allow more checks.
 * @returns In the order of the recipe; empty if nothing is unusual.
 *
 * @example
 * for (const { path, message } of recipeWarnings(RECIPES.paper)) console.warn(path, message);
 */
export function recipeWarnings(recipe: Recipe, sizes: RecipeSizes = {}): RecipeWarning[] {
  return [
    ...recipe.stages.flatMap((stage, i) => {
      const own = stage.kind === 'sft' ? sftFindings(stage, sizes) : rlFindings(stage, recipe, sizes);
      const isKept = i === 0 && stage.start?.optimizer === 'keep';
      const start = { 'start.optimizer': isKept && 'the first stage has no optimizer to keep: no stage is before it' };
      return warningsOf(`recipe.stages.${i}`, { ...start, ...own });
    }),
    ...warningsOf('recipe', { ...evaluationFindings(recipe, sizes), ...collapseFindings(recipe) }),
  ];
}

function warningsOf(at: string, findings: Findings): RecipeWarning[] {
  return Object.entries(findings).flatMap(([path, found]) =>
    (Array.isArray(found) ? found : [found]).flatMap((message: string | false | undefined) =>
      message ? { path: `${at}.${path}`, message } : [],
    ),
  );
}

function sftFindings(stage: SftStage, { demonstrations = {} }: RecipeSizes): Findings {
  const { epochs = 0, batchSize, start } = stage;
  const sequences = demonstrations[demonstrationsOf(stage)] ?? Infinity;
  return {
    'start.reference': start?.reference !== undefined && 'SFT has no KL term, so the reference has no effect',
    steps: stage.steps === 0 && 'a stage of 0 steps trains nothing',
    epochs: epochs > 100 && `${epochs} passes over the demonstrations are learnt by heart; usual are 1 to 5`,
    batchSize:
      batchSize > sequences &&
      `a step has ${batchSize} sequences, and there are ${sequences}: it has some of them more than once`,
    ...optimizerFindings(stage, sftSteps(stage, sequences)),
  };
}

function rlFindings(stage: RlStage, recipe: Recipe, { problems = {} }: RecipeSizes): Findings {
  const { promptsPerStep, groupSize, oversampling = 2, overProvision = 0, selection, miniBatches = 1, filter } = stage;
  const { steps, solvedGroups, plateau } = stage.until;
  const trained = promptsPerStep * groupSize;
  const known = problems[problemsOf(stage)] ?? Infinity;
  const available = Math.min(known, filter?.among ?? Infinity);
  const curve = evaluationsBeforeEnd(stage, recipe);
  return {
    'until.steps': steps === 0 && 'a stage of 0 steps trains nothing: it only measures its problems',
    'until.solvedGroups.steps':
      (solvedGroups?.steps ?? 1) > steps &&
      steps > 0 &&
      `the rule looks at ${solvedGroups?.steps} steps, and the stage has ${steps}: it never ends the stage`,
    'until.solvedGroups.above':
      solvedGroups?.above === 0 && 'the stage ends as soon as one group is solved; the paper has 0.7',
    'until.plateau.evaluations':
      plateau &&
      steps > 0 &&
      plateau.evaluations >= curve &&
      `the rule needs more than ${plateau.evaluations} evaluations, and the stage has ${curve} before its end: it never ends the stage`,
    'until.plateau.gain':
      plateau &&
      (plateau.metric ?? 'passAt1') === 'passAt1' &&
      (plateau.gain ?? 0) >= 1 &&
      `pass@1 cannot rise by ${plateau.gain}: the stage ends as soon as the rule looks`,
    ...samplingFindings(stage),
    promptsPerStep:
      promptsPerStep > available &&
      `a step has ${promptsPerStep} prompts, and there are ${available} problems: it has some of them more than once`,
    'selection.strategy':
      oversampling === 1 &&
      (selection?.strategy ?? 'uniform') !== 'uniform' &&
      'with an oversampling of 1 every rollout is kept: there is nothing to select; the paper has 2',
    overProvision:
      overProvision > samplesPerPrompt(stage) &&
      `${overProvision} rollouts of a group are cut off, and ${samplesPerPrompt(stage)} are kept: most of the work is wasted`,
    miniBatches:
      miniBatches > trained &&
      `${miniBatches} mini-batches of ${trained} rollouts (${promptsPerStep} prompts × ${groupSize}): some are empty`,
    filter:
      filter?.samples === 1 &&
      filter.drop === 'solved-or-unsolved' &&
      'one sample of a problem is either solved or not: every problem is left out',
    'filter.among': (filter?.among ?? 0) > known && `there are ${known} problems: all of them are measured`,
    ...objectiveFindings(stage),
    ...optimizerFindings(stage, steps * miniBatches),
  };
}

/** Number of evaluations before the last step of a stage. */
function evaluationsBeforeEnd({ name, until }: RlStage, { stages, evaluation }: Recipe): number {
  if (evaluation === undefined) return 0;
  const isFirst = stages.find(({ kind }) => kind === 'rl')?.name === name;
  return Math.floor(Math.max(0, until.steps - 1) / evaluation.everySteps) + Number(isFirst);
}

function evaluationFindings(recipe: Recipe, { alsoHeldOut = {} }: RecipeSizes): Findings {
  const { evaluation, stages } = recipe;
  if (evaluation === undefined) return {};
  const heldOut = heldOutOf(evaluation);
  const trained = stages.flatMap((stage) => (stage.kind === 'rl' ? { stage: stage.name, on: problemsOf(stage) } : []));
  const same = trained.find(({ on }) => on === heldOut);
  const overlapping = same === undefined ? trained.find(({ on }) => (alsoHeldOut[on] ?? 0) > 0) : undefined;
  const { temperature = 1 } = evaluationSettings(recipe).sampling;
  const { samples, sampling } = evaluation;
  return {
    'evaluation.problems': [
      overlapping &&
        `stage ${overlapping.stage} trains on ${overlapping.on}, which has ${alsoHeldOut[overlapping.on]} of the problems of ${heldOut} too (by their prompts): the evaluation measures what was learnt by heart`,
      same &&
        `stage ${same.stage} trains on ${heldOut}, so they are not held out: the evaluation measures what was learnt by heart`,
    ],
    'evaluation.sampling.maxTokens': sampling && budgetFinding(sampling.maxTokens),
    'evaluation.sampling.temperature':
      (sampling?.temperature ?? 0) > 2 &&
      `${temperature} draws noise: what is measured is not what the model can do; usual is 0 to 1`,
    'evaluation.samples':
      samples > 1 &&
      temperature === 0 &&
      `at a temperature of 0 all ${samples} samples of a problem are the same; 1 is enough`,
  };
}

function collapseFindings({ collapse, stages }: Recipe): Findings {
  const longest = Math.max(0, ...stages.map((stage) => (stage.kind === 'rl' ? stage.until.steps : 0)));
  return {
    'collapse.steps':
      collapse?.steps !== undefined &&
      collapse.steps >= longest &&
      `the alarm looks at ${collapse.steps} steps, and the longest RL stage has ${longest}: it is never raised`,
    'collapse.below': collapse?.below === 1 && 'every dip below the best counts as a collapse; usual is 0.5',
  };
}
