import type { MetricRecord } from '../../base/index.js';
import { join, mkdtempSync, rmSync, tmpdir } from '../../io/index.js';
import { parseRecipe } from '../stages/parse-recipe.js';
import type { Recipe, Stage } from '../stages/recipe.js';
import { maxTokensAt } from '../stages/stage-rules.js';
import { checkRun } from './internal/check-run.js';
import { demonstrationsOf, heldOutOf, itemsOf, problemsOf } from './internal/sources.js';
import type { DataSource, RunOptions } from './run-options.js';
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
  /** The most that a step may generate: the response budget; undefined in SFT. */
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
}

/** Steps of a stage that are made: the second is past what happens once. */
const STEPS = 2;

/**
 * Makes the first two steps of every stage, in a directory that is removed, and says what the whole run would take. Later stages
 * begin from weights that have hardly been trained: rollouts may become longer or shorter, and steps with them.
 *
 * @throws As `runRecipe`; nothing is left behind.
 */
export async function dryRun(recipe: Recipe, options: RunOptions): Promise<RunEstimate> {
  const whole = parseRecipe(recipe);
  checkRun(whole, options);
  const once = { ...options, ...withSourcesReadOnce(options) };
  const directory = mkdtempSync(join(tmpdir(), 'rstar2-dry-run-'));
  try {
    const shortened: Recipe = { name: whole.name, stages: whole.stages.map(shorten) };
    const { records } = await runRecipe(shortened, { ...once, directory, sinks: undefined, startFrom: undefined });
    const stages: StageEstimate[] = [];
    for (const stage of whole.stages) stages.push(await estimate(stage, whole, records, once));
    return {
      name: whole.name,
      stages,
      seconds: stages.reduce((sum, { seconds }) => sum + seconds, 0),
      tokens: stages.reduce((sum, { steps, tokensPerStep }) => sum + steps * tokensPerStep, 0),
      peakBytes: process.resourceUsage().maxRSS * 1024,
    };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** @returns An estimate as a Markdown table. */
export function dryRunMarkdown({ name, stages, seconds, tokens, peakBytes }: RunEstimate): string {
  const rows = stages.map((stage) =>
    [
      stage.name,
      stage.steps,
      `${stage.itemsPerStep} ${stage.kind === 'rl' ? 'rollouts' : 'sequences'}`,
      Math.round(stage.tokensPerStep).toLocaleString('en'),
      stage.mostTokensPerStep?.toLocaleString('en') ?? '',
      stage.secondsPerStep.toPrecision(2),
      stage.filterSeconds === 0 ? '' : durationText(stage.filterSeconds),
      stage.evaluations === 0 ? '' : `${stage.evaluations}, ${durationText(stage.evaluationSeconds)}`,
      durationText(stage.seconds),
    ].join(' | '),
  );
  return [
    `${name}: about ${durationText(seconds)}, ${Math.round(tokens).toLocaleString('en')} tokens, ${(peakBytes / 1e9).toFixed(2)} GB`,
    '',
    '| stage | steps, at most | a step | tokens a step | at most | s a step | filter | evaluations | in all |',
    '| --- | ---: | --- | ---: | ---: | ---: | --- | --- | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

function durationText(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (seconds < 90) return `${Math.round(seconds)} s`;
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}

function shorten(stage: Stage): Stage {
  return stage.kind === 'sft'
    ? { ...stage, steps: STEPS, epochs: undefined }
    : { ...stage, until: { steps: STEPS }, filter: undefined, order: undefined };
}

/** Demonstrations may be made when they are asked for: once is enough. */
function withSourcesReadOnce({ problems, demonstrations }: RunOptions) {
  const once = <T>(option: string, sources: { readonly [name: string]: DataSource<T> }) =>
    Object.fromEntries(
      Object.keys(sources).map((name) => {
        let read: Promise<readonly T[]> | undefined;
        return [name, () => (read ??= itemsOf(option, sources, name))];
      }),
    );
  return {
    problems: once('problems', problems),
    demonstrations: demonstrations && once('demonstrations', demonstrations),
  };
}

async function estimate(
  stage: Stage,
  { evaluation }: Recipe,
  records: readonly MetricRecord[],
  { problems, demonstrations }: RunOptions,
): Promise<StageEstimate> {
  const measured = records.findLast((record) => record.stage === stage.name)!;
  const secondsPerStep = Number(measured['seconds']);
  if (stage.kind === 'sft') {
    const sequences = await itemsOf('demonstrations', demonstrations, demonstrationsOf(stage));
    const steps = stage.steps ?? Math.ceil(((stage.epochs ?? 0) * sequences.length) / stage.batchSize);
    const tokensPerStep = Number(measured['tokensPerSecond']) * secondsPerStep;
    return whole({ stage, steps, itemsPerStep: stage.batchSize, tokensPerStep, secondsPerStep });
  }
  const itemsPerStep = stage.promptsPerStep * stage.groupSize * (stage.oversampling ?? 2);
  const perRollout = Number(measured['rolloutSeconds']) / itemsPerStep;
  const count = (await itemsOf('problems', problems, problemsOf(stage))).length;
  const heldOut = evaluation === undefined ? 0 : (await itemsOf('problems', problems, heldOutOf(evaluation))).length;
  const { steps } = stage.until;
  return whole({
    stage,
    steps,
    itemsPerStep,
    tokensPerStep: Number(measured['responseLength']) * itemsPerStep,
    mostTokensPerStep: maxTokensAt(stage.sampling, Infinity) * itemsPerStep,
    secondsPerStep,
    filterSeconds: perRollout * (stage.filter?.samples ?? 0) * Math.min(count, stage.filter?.among ?? count),
    evaluations: evaluation === undefined ? 0 : Math.ceil(steps / evaluation.everySteps),
    evaluationSeconds: perRollout * heldOut * (evaluation?.samples ?? 0),
  });
}

function whole({
  stage: { name, kind },
  mostTokensPerStep,
  filterSeconds = 0,
  evaluations = 0,
  evaluationSeconds = 0,
  ...rest
}: Omit<
  StageEstimate,
  'name' | 'kind' | 'seconds' | 'filterSeconds' | 'evaluations' | 'evaluationSeconds' | 'mostTokensPerStep'
> &
  Partial<StageEstimate> & { readonly stage: Stage }): StageEstimate {
  const seconds = rest.steps * rest.secondsPerStep + filterSeconds + evaluations * evaluationSeconds;
  return { name, kind, ...rest, mostTokensPerStep, filterSeconds, evaluations, evaluationSeconds, seconds };
}
