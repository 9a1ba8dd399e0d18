import type { MetricSink } from 'rstar2-agent';
import { describeRunEvent, runRecipe, type Recipe, type RunOptions, type RunResult } from 'rstar2-agent/recipe';
import {
  combineSinks,
  createProgressDisplay,
  createTensorBoardSink,
  readRolloutSamples,
  writeRunReport,
} from 'rstar2-agent/report';

/** How a run ended. */
export interface TrainingResult extends RunResult {
  /** The page. */
  readonly report: string;
}

/** Options of a run for the display and the report. */
export interface TrainingOptions extends Omit<RunOptions, 'sinks' | 'onEvent' | 'directory' | 'storage'> {
  readonly directory: string;
  readonly title: string;
  /** Isolation level of the model's Python. */
  readonly isolation: string;
  /** Writes event files for TensorBoard, too. Default false. */
  readonly tensorboard?: boolean;
}

/** Trains by a recipe, shows the progress, and writes a report at the end. */
export async function trainByRecipe(recipe: Recipe, options: TrainingOptions): Promise<TrainingResult> {
  const { title, isolation, tensorboard = false, ...run } = options;
  const { directory, tokenizer } = run;
  const display = createProgressDisplay({
    title: `${title}, sandbox isolation ${isolation}`,
    // A line every eight seconds where there is no terminal.
    plainIntervalMs: 8000,
    stages: recipe.stages.map((stage) => ({
      name: stage.name,
      total: stage.kind === 'rl' ? stage.until.steps : (stage.steps ?? 0),
    })),
  });
  const result = await runRecipe(recipe, {
    ...run,
    sinks: (earlier) => {
      const shown: MetricSink = {
        append: (...records) => records.forEach((record) => display.update(record)),
        close: () => display.close(),
      };
      const filed = tensorboard ? [createTensorBoardSink(`${directory}/tensorboard`, { earlier })] : [];
      // The run's own metrics.jsonl keeps the records; no run fails for these.
      return [combineSinks([], [shown, ...filed])];
    },
    onEvent: (event) => {
      const isUnderWay = 'completed' in event && event.completed < event.total;
      if (isUnderWay) display.status(describeRunEvent(event));
      else display.note(describeRunEvent(event));
    },
  }).finally(() => display.close());
  const report = `${directory}/report.html`;
  writeRunReport({
    title,
    config: { ...options.config, recipe },
    metrics: result.records,
    rollouts: readRolloutSamples(`${directory}/rollouts.jsonl`),
    tokenizer,
    summary: { wallSeconds: wallSeconds(result), isolation, ...endFacts(result) },
    output: report,
  });
  return { ...result, report };
}

/** Why each stage ended, as facts of the report. */
function endFacts({ stageEnds }: RunResult): Record<string, string> {
  return Object.fromEntries(stageEnds.map(({ stage, step, reason }) => [`${stage} ended`, `${reason}, step ${step}`]));
}

/** Seconds spent in steps and evaluations, over all the processes that a resumed run took. */
function wallSeconds({ records }: RunResult): number {
  return records.reduce((sum, record) => sum + Number(record['seconds'] ?? 0), 0);
}
