import type { MetricRecord } from '../../base/index.js';
import { formatDuration } from '../../base/internal/index.js';
import { join, mkdtempSync, rmSync, tmpdir } from '../../io/index.js';
import { samplesPerPrompt } from '../internal/step-schemas.js';
import { parseRecipe } from '../stages/parse-recipe.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';
import type { TrainingProblem } from '../steps/roll-out.js';
import type { Recipe, Stage } from '../stages/recipe.js';
import { recipeWarnings, type RecipeWarning } from '../stages/recipe-warnings.js';
import { demonstrationsOf, heldOutOf, maxTokensAt, problemsOf, sftSteps } from '../stages/stage-rules.js';
import { checkRun } from './internal/check-run.js';
import { itemsOf, sizesOf } from './internal/sources.js';
import { type DataSource, type RunOptions, isWarning } from './run-options.js';
import { memoryStorage } from '../storage/memory-storage.js';
import { runRecipe } from './run-recipe.js';

/** The estimate for a stage. */
export interface StageEstimate {
  readonly name: string;
  readonly kind: Stage['kind'];
  /** Most steps. */
  readonly steps: number;
  /** Rollouts of a step; in SFT, sequences. */
  readonly itemsPerStep: number;
  /** Tokens of a step in the measured steps: generated in RL, trained on in SFT. */
  readonly tokensPerStep: number;
  /** Most tokens that a step may generate by its limits; undefined in SFT, and with `dynamicSampling`, which has no fixed number of prompts. */
  readonly mostTokensPerStep: number | undefined;
  readonly secondsPerStep: number;
  /** Seconds to measure the difficulty of problems, before the stage. */
  readonly filterSeconds: number;
  readonly evaluations: number;
  readonly evaluationSeconds: number;
  /** Estimate for the whole recipe. */
  readonly seconds: number;
}

/** The estimate for a run. */
export interface RunEstimate {
  readonly name: string;
  readonly stages: readonly StageEstimate[];
  readonly seconds: number;
  readonly tokens: number;
  /** Peak resident memory of this process so far, in bytes. 0 in a browser, which does not report it. */
  readonly peakBytes: number;
  /** Settings that are valid but probably a mistake. */
  readonly warnings: readonly RecipeWarning[];
}

/** Steps of a stage that are taken: the second one is free of what happens once. */
const STEPS = 2;

/**
 * Runs the first two steps of every stage, in a temporary directory (in memory for a run with a `storage`), and estimates the whole run.
 * Later stages start from almost untrained weights, so their rollouts and steps may be longer or shorter in a real run.
 *
 * @throws As `runRecipe`; no files are left.
 *
 * @example
 * console.log(dryRunMarkdown(await dryRun(recipe, runOptions)));
 */
export async function dryRun(recipe: Recipe, options: RunOptions): Promise<RunEstimate> {
  const whole = parseRecipe(recipe);
  await checkRun(whole, options);
  const { read, sources } = readOnce(options);
  const directory = options.storage === undefined ? mkdtempSync(join(tmpdir(), 'rstar2-dry-run-')) : undefined;
  try {
    const shortened: Recipe = { name: whole.name, stages: whole.stages.map(shorten) };
    // Two steps are shorter than a warm-up: the warnings are those of the whole recipe.
    const onEvent: RunOptions['onEvent'] = (event) => isWarning(event) || options.onEvent?.(event);
    const storage = directory === undefined ? memoryStorage() : undefined;
    const changed = { directory, storage, onEvent, sinks: undefined, startFrom: undefined };
    const { records } = await runRecipe(shortened, { ...options, ...sources, ...changed });
    const { evaluation } = whole;
    if (evaluation !== undefined) await itemsOf('problems', sources.problems, heldOutOf(evaluation));
    const stages = whole.stages.map((stage) => estimate(stage, whole, records, read));
    return {
      name: whole.name,
      stages,
      seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
      tokens: stages.reduce((sum, { steps, tokensPerStep }) => sum + steps * tokensPerStep, 0),
      peakBytes: 1024 * (globalThis.process?.resourceUsage?.().maxRSS ?? 0),
      warnings: recipeWarnings(whole, sizesOf(read, whole)),
    };
  } finally {
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  }
}

/**
 * @returns An estimate as a Markdown table.
 *
 * @example
 * console.log(dryRunMarkdown(await dryRun(recipe, runOptions)));
 */
export function dryRunMarkdown({ name, stages, seconds, tokens, peakBytes, warnings }: RunEstimate): string {
  const rows = stages.map((stage) =>
    [
      stage.name,
      stage.steps,
      `${stage.itemsPerStep} ${stage.kind === 'rl' ? 'rollouts' : 'sequences'}`,
      Math.round(stage.tokensPerStep).toLocaleString('en'),
      stage.mostTokensPerStep?.toLocaleString('en') ?? '',
      stage.secondsPerStep.toPrecision(2),
      stage.filterSeconds === 0 ? '' : formatDuration(stage.filterSeconds),
      stage.evaluations === 0 ? '' : `${stage.evaluations}, ${formatDuration(stage.evaluationSeconds)}`,
      formatDuration(stage.seconds),
    ].join(' | '),
  );
  return [
    `${name}: about ${formatDuration(seconds)}, ${Math.round(tokens).toLocaleString('en')} tokens, ${(peakBytes / 1e9).toFixed(2)} GB in this process`,
    '',
    '| stage | steps, at most | a step | tokens a step | at most | s a step | filter | evaluations | in all |',
    '| --- | ---: | --- | ---: | ---: | ---: | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
    ...warnings.map(({ path, message }) => `- warning: ${path}: ${message}`),
    ...(warnings.length === 0 ? [] : ['']),
  ].join('\n');
}

function shorten(stage: Stage): Stage {
  return stage.kind === 'sft'
    ? { ...stage, steps: STEPS, epochs: undefined }
    : { ...stage, until: { steps: STEPS }, filter: undefined, order: undefined };
}

/** The items of a run's sources that were read. */
interface ReadSources {
  readonly problems: { [name: string]: readonly TrainingProblem[] };
  readonly demonstrations: { [name: string]: readonly ConversationLayout[] };
}

/** @returns The same sources, each read at most once because items may take long to make, and what was read. */
function readOnce({ problems, demonstrations = {} }: RunOptions) {
  const read: ReadSources = { problems: {}, demonstrations: {} };
  const once = <T>(
    option: keyof ReadSources,
    from: { readonly [name: string]: DataSource<T> },
    to: { [name: string]: readonly T[] },
  ): { readonly [name: string]: DataSource<T> } =>
    Object.fromEntries(
      Object.keys(from).map((name) => [
        name,
        async (onProgress) => (to[name] ??= await itemsOf(option, from, name, onProgress)),
      ]),
    );
  const sources = {
    problems: once('problems', problems, read.problems),
    demonstrations: once('demonstrations', demonstrations, read.demonstrations),
  };
  return { read, sources };
}

function estimate(
  stage: Stage,
  { evaluation }: Recipe,
  records: readonly MetricRecord[],
  { problems, demonstrations }: ReadSources,
): StageEstimate {
  const measured = records.findLast((record) => record.stage === stage.name)!;
  const secondsPerStep = Number(measured['seconds']);
  const { name, kind } = stage;
  if (kind === 'sft') {
    const steps = sftSteps(stage, demonstrations[demonstrationsOf(stage)]!.length);
    return {
      ...{ name, kind, steps, itemsPerStep: stage.batchSize, secondsPerStep, seconds: steps * secondsPerStep },
      tokensPerStep: Number(measured['tokensPerSecond']) * secondsPerStep,
      ...{ filterSeconds: 0, evaluations: 0, evaluationSeconds: 0, mostTokensPerStep: undefined },
    };
  }
  const { promptsPerStep, sampling, filter, until } = stage;
  const { 'sampling/prompts': prompts = promptsPerStep } = measured;
  const itemsPerStep = Number(prompts) * samplesPerPrompt(stage);
  const perRollout = Number(measured['rolloutSeconds']) / itemsPerStep;
  const count = problems[problemsOf(stage)]!.length;
  const filterSeconds = perRollout * (filter?.samples ?? 0) * Math.min(count, filter?.among ?? count);
  const evaluations = evaluation === undefined ? 0 : Math.ceil(until.steps / evaluation.everySteps);
  const evaluated = evaluation === undefined ? 0 : problems[heldOutOf(evaluation)]!.length * evaluation.samples;
  const evaluationSeconds = perRollout * evaluated;
  return {
    ...{ name, kind, steps: until.steps, itemsPerStep, secondsPerStep, filterSeconds, evaluations, evaluationSeconds },
    tokensPerStep: Number(measured['responseLength']) * itemsPerStep,
    mostTokensPerStep: stage.dynamicSampling === undefined ? maxTokensAt(sampling, Infinity) * itemsPerStep : undefined,
    seconds: until.steps * secondsPerStep + filterSeconds + evaluations * evaluationSeconds,
  };
}
