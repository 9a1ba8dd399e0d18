import type { RecipeSizes } from './recipe-sizes.js';
import type { Recipe, RlStage, SftStage, Stage } from './recipe.js';
import { evaluationFindings } from '../internal/findings/evaluation-findings.js';
import type { Finding } from '../internal/findings/finding.js';
import { objectiveFindings } from '../internal/findings/objective-findings.js';
import { optimizerFindings } from '../internal/findings/optimizer-findings.js';
import { samplingFindings } from '../internal/findings/sampling-findings.js';
import { samplesPerPrompt } from '../internal/samples-per-prompt.js';
import { sftSteps } from './stage-rules.js';

/** A setting that is valid but probably a mistake. */
export interface RecipeWarning {
  /** `recipe.stages.1.sampling.temperature`. */
  readonly path: string;
  /** The effect, and the usual value. */
  readonly message: string;
}

/**
 * Finds settings that are valid but probably a mistake: a temperature of 0 in RL, more mini-batches than rollouts, a warm-up
 * that is longer than its stage. What no run can do is an error of `parseRecipe`.
 *
 * @param recipe - As `parseRecipe` gives it.
 * @param sizes - Of the run's sources, where they are known: more can be said then.
 * @returns In the order of the recipe; empty if nothing is unusual.
 *
 * @example
 * for (const { path, message } of recipeWarnings(RECIPES.paper)) console.warn(path, message);
 */
export function recipeWarnings(recipe: Recipe, sizes: RecipeSizes = {}): RecipeWarning[] {
  const findings = [
    ...recipe.stages.flatMap((stage, i) => {
      const at = `recipe.stages.${i}`;
      const own = stage.kind === 'sft' ? sftFindings(stage, at, sizes) : rlFindings(stage, at, recipe, sizes);
      return [...startFindings(stage, i, at), ...own];
    }),
    ...evaluationFindings(recipe, sizes),
    ...collapseFindings(recipe),
  ];
  return findings.flatMap(([path, isFound, message]) => (isFound ? { path, message } : []));
}

function startFindings({ kind, start }: Stage, i: number, at: string): Finding[] {
  return [
    [
      `${at}.start.optimizer`,
      i === 0 && start?.optimizer === 'keep',
      'the first stage has no optimizer to keep: no stage is before it',
    ],
    [
      `${at}.start.reference`,
      kind === 'sft' && start?.reference !== undefined,
      'SFT has no KL term, so the reference is used for nothing',
    ],
  ];
}

function sftFindings(stage: SftStage, at: string, { demonstrations = {} }: RecipeSizes): Finding[] {
  const sequences = demonstrations[stage.demonstrations ?? 'demonstrations'];
  const steps = stage.steps ?? (sequences === undefined ? undefined : sftSteps(stage, sequences));
  return [
    [`${at}.steps`, stage.steps === 0, 'a stage of 0 steps trains nothing'],
    [
      `${at}.epochs`,
      (stage.epochs ?? 0) > 100,
      `${stage.epochs} passes over the demonstrations are learnt by heart; usual are 1 to 5`,
    ],
    [
      `${at}.batchSize`,
      stage.batchSize > (sequences ?? Infinity),
      `a step has ${stage.batchSize} sequences, and there are ${sequences}: it has some of them more than once`,
    ],
    ...optimizerFindings(stage, at, steps),
  ];
}

function rlFindings(stage: RlStage, at: string, recipe: Recipe, { problems = {} }: RecipeSizes): Finding[] {
  const { promptsPerStep, groupSize, oversampling = 2, overProvision = 0, selection, miniBatches = 1, filter } = stage;
  const { steps, solvedGroups, plateau } = stage.until;
  const trained = promptsPerStep * groupSize;
  const known = problems[stage.problems ?? 'train'] ?? Infinity;
  const available = Math.min(known, filter?.among ?? Infinity);
  const curve = evaluationsBeforeEnd(stage, recipe);
  return [
    [`${at}.until.steps`, steps === 0, 'a stage of 0 steps trains nothing: its problems are measured, and that is all'],
    [
      `${at}.until.solvedGroups.steps`,
      (solvedGroups?.steps ?? 1) > steps && steps > 0,
      `the rule looks at ${solvedGroups?.steps} steps, and the stage has ${steps}: it never ends the stage`,
    ],
    [
      `${at}.until.solvedGroups.above`,
      solvedGroups?.above === 0,
      'the stage ends as soon as one group is solved; the paper has 0.7',
    ],
    [
      `${at}.until.plateau.evaluations`,
      plateau !== undefined && steps > 0 && plateau.evaluations >= curve,
      `the rule needs more than ${plateau?.evaluations} evaluations, and the stage has ${curve} before its end: it never ends the stage`,
    ],
    [
      `${at}.until.plateau.gain`,
      plateau !== undefined && (plateau.metric ?? 'passAt1') === 'passAt1' && (plateau.gain ?? 0) >= 1,
      `pass@1 cannot rise by ${plateau?.gain}: the stage ends as soon as the rule looks`,
    ],
    ...samplingFindings(stage, at),
    [
      `${at}.promptsPerStep`,
      promptsPerStep > available,
      `a step has ${promptsPerStep} prompts, and there are ${available} problems: it has some of them more than once`,
    ],
    [
      `${at}.selection.strategy`,
      oversampling === 1 && (selection?.strategy ?? 'uniform') !== 'uniform',
      'with an oversampling of 1 every rollout is kept: there is nothing to select; the paper has 2',
    ],
    [
      `${at}.overProvision`,
      overProvision > samplesPerPrompt(stage),
      `${overProvision} rollouts of a group are cut off, and ${samplesPerPrompt(stage)} are kept: most of the work is thrown away`,
    ],
    [
      `${at}.miniBatches`,
      miniBatches > trained,
      `${miniBatches} mini-batches of ${trained} rollouts (${promptsPerStep} prompts × ${groupSize}): some have none`,
    ],
    [
      `${at}.filter`,
      filter?.samples === 1 && filter.drop === 'solved-or-unsolved',
      'one sample of a problem is either solved or not: every problem is left out',
    ],
    [`${at}.filter.among`, (filter?.among ?? 0) > known, `there are ${known} problems: all of them are measured`],
    ...objectiveFindings(stage, at),
    ...optimizerFindings(stage, at, steps * miniBatches),
  ];
}

/** How many evaluations of a stage its rules can have seen before its last step. */
function evaluationsBeforeEnd({ name, until }: RlStage, { stages, evaluation }: Recipe): number {
  if (evaluation === undefined) return 0;
  const isFirst = stages.find(({ kind }) => kind === 'rl')?.name === name;
  return Math.floor(Math.max(0, until.steps - 1) / evaluation.everySteps) + Number(isFirst);
}

function collapseFindings({ collapse, stages }: Recipe): Finding[] {
  const longest = Math.max(0, ...stages.map((stage) => (stage.kind === 'rl' ? stage.until.steps : 0)));
  return [
    [
      'recipe.collapse.steps',
      collapse?.steps !== undefined && collapse.steps >= longest,
      `the alarm looks at ${collapse?.steps} steps, and the longest RL stage has ${longest}: it is never raised`,
    ],
    ['recipe.collapse.below', collapse?.below === 1, 'every dip below the best counts as a collapse; usual is 0.5'],
  ];
}
