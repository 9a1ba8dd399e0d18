import type { PolicyLoss } from '../../base/index.js';
import type { Recipe, RlStage, SftStage, Stage } from './recipe.js';
import { evaluationSettings, maxTokensAt, objectiveOf, sftSteps } from './stage-rules.js';

/** A setting that is valid but probably a mistake. */
export interface RecipeWarning {
  /** `recipe.stages.1.sampling.temperature`. */
  readonly path: string;
  /** The effect, and the usual value. */
  readonly message: string;
}

/** How many items a run's sources have, by name, as far as that is known. */
export interface RecipeSizes {
  readonly problems?: { readonly [name: string]: number };
  readonly demonstrations?: { readonly [name: string]: number };
}

/** What is found at a place of the recipe; undefined where all is well. */
type Finding = readonly [path: string, isFound: boolean, message: string];

/**
 * Finds settings that are valid but probably a mistake: a temperature of 0 in RL, more mini-batches than rollouts, a warm-up
 * that is longer than its stage. What no run can do is an error of `parseRecipe`.
 *
 * @param recipe - As `parseRecipe` gives it.
 * @param sizes - Of the run's sources, where they are known: more can be said then.
 * @returns In the order of the recipe; empty if nothing is unusual.
 */
export function recipeWarnings(recipe: Recipe, sizes: RecipeSizes = {}): RecipeWarning[] {
  const findings = [
    ...recipe.stages.flatMap((stage, i) => {
      const at = `recipe.stages.${i}`;
      const own = stage.kind === 'sft' ? sftFindings(stage, at, sizes) : rlFindings(stage, at, recipe, sizes);
      return [...startFindings(stage, i, at), ...own];
    }),
    ...evaluationFindings(recipe),
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

/** @param totalSteps - Optimizer steps of the stage; undefined where the number of demonstrations is open. */
function optimizerFindings({ optimizer }: Stage, at: string, totalSteps: number | undefined): Finding[] {
  const { learningRate, weightDecay = 0, schedule } = optimizer;
  const { kind, warmupSteps = 0, warmupShare = 0, finalShare } = schedule ?? { kind: 'constant' };
  const steps = totalSteps ?? Infinity;
  return [
    [
      `${at}.optimizer.learningRate`,
      learningRate > 0.1,
      `${learningRate} is far above what any model learns at; usual are 1e-6 to 1e-3`,
    ],
    [`${at}.optimizer.weightDecay`, weightDecay > 1, `${weightDecay} is far above what is usual, 0 to 0.1`],
    [
      `${at}.optimizer.schedule.warmupSteps`,
      warmupSteps > steps && steps > 0,
      `${warmupSteps} optimizer steps of warm-up, and the stage has ${steps}: the learning rate never comes to ${learningRate}`,
    ],
    [
      `${at}.optimizer.schedule.warmupShare`,
      warmupShare === 1,
      'the whole stage is warm-up: the learning rate comes to its peak at the last step alone',
    ],
    [
      `${at}.optimizer.schedule.finalShare`,
      kind === 'constant' && finalShare !== undefined,
      'a constant schedule has no use for it; a cosine ends there',
    ],
  ];
}

function sftFindings(stage: SftStage, at: string, { demonstrations = {} }: RecipeSizes): Finding[] {
  const sequences = demonstrations[stage.demonstrations ?? 'demonstrations'];
  const steps = stage.steps ?? (sequences === undefined ? undefined : sftSteps(stage, sequences));
  return [
    [`${at}.steps`, stage.steps === 0, 'a stage of 0 steps trains nothing'],
    [
      `${at}.batchSize`,
      stage.batchSize > (sequences ?? Infinity),
      `a step has ${stage.batchSize} sequences, and there are ${sequences}: it has some of them more than once`,
    ],
    ...optimizerFindings(stage, at, steps),
  ];
}

function rlFindings(stage: RlStage, at: string, recipe: Recipe, { problems = {} }: RecipeSizes): Finding[] {
  const { promptsPerStep, groupSize, oversampling = 2, selection, sampling, tools, miniBatches = 1, filter } = stage;
  const { temperature = 1, topP = 1, maxTurns = 10, maxTokens } = sampling;
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
      `${at}.until.plateau.evaluations`,
      plateau !== undefined && steps > 0 && plateau.evaluations >= curve,
      `the rule needs more than ${plateau?.evaluations} evaluations, and the stage has ${curve} before its end: it never ends the stage`,
    ],
    [
      `${at}.until.plateau.gain`,
      plateau !== undefined && (plateau.metric ?? 'passAt1') === 'passAt1' && (plateau.gain ?? 0) >= 1,
      `pass@1 cannot rise by ${plateau?.gain}: the stage ends as soon as the rule looks`,
    ],
    [
      `${at}.sampling.temperature`,
      temperature === 0,
      'a temperature of 0 draws the same rollout every time: all rewards of a group are equal, and nothing is learnt; training needs 1',
    ],
    [`${at}.sampling.temperature`, temperature > 2, `${temperature} draws noise; training needs 1`],
    [
      `${at}.sampling.topP`,
      topP < 0.1,
      `${topP} leaves hardly a token to choose: rollouts of a group are equal, and nothing is learnt; training needs 1`,
    ],
    [
      `${at}.sampling.maxTurns`,
      maxTurns === 1 && (tools?.length ?? 0) > 0,
      'with one turn no tool response is ever read: a rollout that calls a tool has no answer',
    ],
    [
      `${at}.sampling.maxTokens.overSteps`,
      typeof maxTokens === 'object' && maxTokens.overSteps > steps && steps > 0,
      `the budget grows over ${typeof maxTokens === 'object' ? maxTokens.overSteps : ''} steps, and the stage has ${steps}: it ends at ${maxTokensAt(sampling, steps)} tokens`,
    ],
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
    ...referenceFindings(stage, at),
    ...lossFindings(stage, at),
    ...optimizerFindings(stage, at, steps * miniBatches),
  ];
}

/** How many evaluations of a stage its rules can have seen before its last step. */
function evaluationsBeforeEnd({ name, until }: RlStage, { stages, evaluation }: Recipe): number {
  if (evaluation === undefined) return 0;
  const isFirst = stages.find(({ kind }) => kind === 'rl')?.name === name;
  return Math.floor(Math.max(0, until.steps - 1) / evaluation.everySteps) + Number(isFirst);
}

function referenceFindings(stage: RlStage, at: string): Finding[] {
  const { kl } = objectiveOf(stage);
  return [
    [
      `${at}.start.reference`,
      kl === undefined && stage.start?.reference !== undefined,
      'the objective has no KL term, so the reference is used for nothing; add kl to the objective, or leave the reference out',
    ],
    [
      `${at}.objective.kl.coefficient`,
      kl !== undefined && kl.coefficient === 0,
      'the KL term is weighted by 0: the reference is computed for nothing; leave kl out',
    ],
  ];
}

/** Where a loss clips the ratio itself, 1 − ε and 1 + ε; CISPO's upper bound may be far above 1. */
const RATIO_CLIPS: readonly PolicyLoss['kind'][] = ['clip', 'gspo', 'clip-cov', 'gmpo'];

function lossFindings(stage: RlStage, at: string): Finding[] {
  const { objective } = stage;
  if (objective === undefined || typeof objective === 'string') return [];
  const { loss } = objective;
  const path = `${at}.objective.loss`;
  const clip = (
    name: 'clipLow' | 'clipHigh' | 'limitLow' | 'limitHigh',
    kinds: readonly string[],
    usual: string,
  ): Finding => {
    const value = Object.entries(loss).find(([key]) => key === name)?.[1] as unknown;
    const isFound = kinds.includes(loss.kind) && typeof value === 'number' && value > 1;
    return [
      `${path}.${name}`,
      isFound,
      `${String(value)} clips next to nothing: it is a distance from 1; usual is ${usual}`,
    ];
  };
  const usual = loss.kind === 'gspo' ? '3e-4' : '0.2 to 0.4';
  return [
    clip('clipLow', [...RATIO_CLIPS, 'cispo'], usual),
    clip('clipHigh', RATIO_CLIPS, usual),
    // A total variation is at most 1.
    ...(loss.kind === 'dppo' && loss.divergence !== 'kl'
      ? [clip('limitLow', ['dppo'], '0.2'), clip('limitHigh', ['dppo'], '0.2')]
      : []),
  ];
}

function evaluationFindings(recipe: Recipe): Finding[] {
  const { evaluation, stages } = recipe;
  if (evaluation === undefined) return [];
  const heldOut = evaluation.problems ?? 'test';
  const trainedOn = stages.find((stage) => stage.kind === 'rl' && (stage.problems ?? 'train') === heldOut);
  const { temperature = 1 } = evaluationSettings(recipe).sampling;
  return [
    [
      'recipe.evaluation.problems',
      trainedOn !== undefined,
      `stage ${trainedOn?.name} trains on ${heldOut}, so they are not held out: the evaluation measures what was learnt by heart`,
    ],
    [
      'recipe.evaluation.samples',
      evaluation.samples > 1 && temperature === 0,
      `at a temperature of 0 all ${evaluation.samples} samples of a problem are the same; 1 says as much`,
    ],
  ];
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
