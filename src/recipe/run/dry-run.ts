import type { MetricRecord } from '../../base/index.js';
import { formatDuration } from '../../base/internal/index.js';
import { join, mkdtempSync, rmSync, tmpdir } from '../../io/index.js';
import { samplesPerPrompt } from '../internal/step-schemas.js';
import { parseRecipe } from '../stages/parse-recipe.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';
import type { TrainingProblem } from '../steps/roll-out.js';
import type { Recipe, Stage } from '../stages/recipe.js';
import { recipeWarnings, type RecipeWarning } from '../stages/recipe-warnings.js';
import { maxTokensAt, sftSteps } from '../stages/stage-rules.js';
import { checkRun } from './internal/check-run.js';
import { demonstrationsOf, heldOutOf, itemsOf, problemsOf, sizesOf } from './internal/sources.js';
import { type DataSource, type DataSourceProgress, type RunOptions, isWarning } from './run-options.js';
import { runRecipe } from './run-recipe.js';

/** What a stage would take. */
export interface StageEstimate {
  readonly name: string;
  readonly kind: Stage['kind'];
  /** At most. */
  readonly steps: number;
  /** Rollouts, or sequences in SFT. */
  readonly itemsPerStep: number;
  /** Generated in RL, learnt from in SFT; as in the steps that were made. */
  readonly tokensPerStep: number;
  /** The most that a step may generate: the response budget; undefined in SFT, and where the number of prompts is open (`dynamicSampling`). */
  readonly mostTokensPerStep: number | undefined;
  readonly secondsPerStep: number;
  /** To measure how hard problems are, before the stage. */
  readonly filterSeconds: number;
  readonly evaluations: number;
  readonly evaluationSeconds: number;
  /** Of all of it. */
  readonly seconds: number;
}

/** What a run would take. */
export interface RunEstimate {
  readonly name: string;
  readonly stages: readonly StageEstimate[];
  readonly seconds: number;
  readonly tokens: number;
  /** Most resident memory of this process so far; on the machine that ran it. */
  readonly peakBytes: number;
  /** Settings that are valid but probably a mistake. */
  readonly warnings: readonly RecipeWarning[];
}

/** Steps of a stage that are made: the second is past what happens once. */
const STEPS = 2;

/**
 * Makes the first two steps of every stage, in a directory that is removed, and says what the whole run would take. Later stages
 * begin from weights that have hardly been trained: rollouts may become longer or shorter, and steps with them.
 *
 * @throws As `runRecipe`; nothing is left behind.
 *
 * @example
 * console.log(dryRunMarkdown(await dryRun(recipe, runOptions)));
 */
export async function dryRun(recipe: Recipe, options: RunOptions): Promise<RunEstimate> {
  const whole = parseRecipe(recipe);
  checkRun(whole, options);
  const once = { ...options, ...withSourcesReadOnce(options) };
  const directory = mkdtempSync(join(tmpdir(), 'rstar2-dry-run-'));
  try {
    const shortened: Recipe = { name: whole.name, stages: whole.stages.map(shorten) };
    // Two steps are shorter than a warm-up: what there is to warn of is said of the whole recipe.
    const onEvent: RunOptions['onEvent'] = (event) => isWarning(event) || options.onEvent?.(event);
    const { records } = await runRecipe(shortened, {
      ...{ ...once, directory, onEvent },
      ...{ sinks: undefined, startFrom: undefined },
    });
    const sizes = await readSizes(whole, once);
    const stages: StageEstimate[] = [];
    for (const stage of whole.stages) stages.push(await estimate(stage, whole, records, once));
    return {
      name: whole.name,
      stages,
      seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
      tokens: stages.reduce((sum, { steps, tokensPerStep }) => sum + steps * tokensPerStep, 0),
      peakBytes: process.resourceUsage().maxRSS * 1024,
      warnings: recipeWarnings(whole, sizesOf(sizes, whole)),
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
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
    `${name}: about ${formatDuration(seconds)}, ${Math.round(tokens).toLocaleString('en')} tokens, ${(peakBytes / 1e9).toFixed(2)} GB`,
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

/** Demonstrations may be made when they are asked for: once is enough. */
function withSourcesReadOnce({ problems, demonstrations }: RunOptions) {
  const once = <T>(option: 'problems' | 'demonstrations', sources: { readonly [name: string]: DataSource<T> }) =>
    Object.fromEntries(
      Object.keys(sources).map((name) => {
        let read: Promise<readonly T[]> | undefined;
        return [
          name,
          (onProgress?: (progress: DataSourceProgress) => void) =>
            (read ??= itemsOf(option, sources, name, onProgress)),
        ];
      }),
    );
  return {
    problems: once('problems', problems),
    demonstrations: demonstrations && once('demonstrations', demonstrations),
  };
}

/** @returns The sources that the recipe has used, read: they have a length then. */
async function readSizes(
  { stages, evaluation }: Recipe,
  { problems, demonstrations }: RunOptions,
): Promise<Pick<RunOptions, 'problems' | 'demonstrations'>> {
  const read: { [name: string]: readonly TrainingProblem[] } = {};
  const shown: { [name: string]: readonly ConversationLayout[] } = {};
  if (evaluation !== undefined)
    read[heldOutOf(evaluation)] = await itemsOf('problems', problems, heldOutOf(evaluation));
  for (const stage of stages) {
    if (stage.kind === 'rl') read[problemsOf(stage)] = await itemsOf('problems', problems, problemsOf(stage));
    else shown[demonstrationsOf(stage)] = await itemsOf('demonstrations', demonstrations, demonstrationsOf(stage));
  }
  return { problems: read, demonstrations: shown };
}

async function estimate(
  stage: Stage,
  { evaluation }: Recipe,
  records: readonly MetricRecord[],
  { problems, demonstrations }: RunOptions,
): Promise<StageEstimate> {
  const measured = records.findLast((record) => record.stage === stage.name)!;
  const secondsPerStep = Number(measured['seconds']);
  const { name, kind } = stage;
  if (kind === 'sft') {
    const sequences = await itemsOf('demonstrations', demonstrations, demonstrationsOf(stage));
    const steps = sftSteps(stage, sequences.length);
    const tokensPerStep = Number(measured['tokensPerSecond']) * secondsPerStep;
    const none = { filterSeconds: 0, evaluations: 0, evaluationSeconds: 0, mostTokensPerStep: undefined };
    const seconds = steps * secondsPerStep;
    return { name, kind, steps, itemsPerStep: stage.batchSize, tokensPerStep, secondsPerStep, ...none, seconds };
  }
  const { promptsPerStep, sampling, filter, until } = stage;
  const { 'sampling/prompts': prompts = promptsPerStep } = measured;
  const itemsPerStep = Number(prompts) * samplesPerPrompt(stage);
  const perRollout = Number(measured['rolloutSeconds']) / itemsPerStep;
  const count = (await itemsOf('problems', problems, problemsOf(stage))).length;
  const filterSeconds = perRollout * (filter?.samples ?? 0) * Math.min(count, filter?.among ?? count);
  const heldOut = evaluation === undefined ? 0 : (await itemsOf('problems', problems, heldOutOf(evaluation))).length;
  const evaluations = evaluation === undefined ? 0 : Math.ceil(until.steps / evaluation.everySteps);
  const evaluationSeconds = perRollout * heldOut * (evaluation?.samples ?? 0);
  return {
    ...{ name, kind, steps: until.steps, itemsPerStep, secondsPerStep, filterSeconds, evaluations, evaluationSeconds },
    tokensPerStep: Number(measured['responseLength']) * itemsPerStep,
    mostTokensPerStep: stage.dynamicSampling === undefined ? maxTokensAt(sampling, Infinity) * itemsPerStep : undefined,
    seconds: until.steps * secondsPerStep + filterSeconds + evaluations * evaluationSeconds,
  };
}
