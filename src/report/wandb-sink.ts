import * as z from 'zod';
import type { MetricRecord, MetricSink } from '../base/index.js';
import { checkArgument, parseOptions } from '../base/internal/index.js';
import { checkRecord, earlierSchema } from './internal/metric-record.js';
import { metricTags, metricNamesSchema, type MetricNames } from './rename-metrics.js';
import { StepAxis } from './internal/timeline.js';

/** The used part of a Weights & Biases run: the result of `await wandb.init(…)` of the package `@wandb/sdk`. */
export interface WandbRun {
  /** Logs the values of a step; steps never decrease. */
  log(data: Record<string, unknown>, step?: number): void;
  /** Resolves when everything has been sent. */
  finish(): Promise<void>;
}

/** Options of {@link createWandbSink}. */
export interface WandbSinkOptions {
  /** Earlier records of the run, in the order of writing: steps continue after them. Default: no records. */
  readonly earlier?: readonly MetricRecord[] | undefined;
  /** The naming scheme of metrics; default `own`: `rl/reward`, `eval/passAt1`. */
  readonly names?: MetricNames | undefined;
}

const optionsSchema = z.strictObject({
  earlier: earlierSchema,
  names: metricNamesSchema.default('own'),
});

/**
 * Forwards records to a run of Weights & Biases: the finite numbers of each, with the steps and names of `createTensorBoardSink`. `close`
 * finishes the run.
 *
 * @param run - A run that you opened, with your project, name and settings.
 * @throws TypeError or RangeError for anything but a run, and for options out of range.
 * @example
 * const run = await wandb.init({ project: 'rstar2', config });
 * const sink = combineSinks([createJsonlSink('run/metrics.jsonl')], [createWandbSink(run)]);
 */
export function createWandbSink(run: WandbRun, options: WandbSinkOptions = {}): MetricSink {
  checkArgument(run, 'run', { log: 'a function', finish: 'a function' });
  const { names } = parseOptions(optionsSchema, options);
  const axis = new StepAxis(options.earlier);
  let finished: Promise<void> | undefined;
  return {
    append(...records) {
      records.forEach(checkRecord);
      for (const record of records) {
        const step = Math.round(axis.place(record));
        const values = metricTags(record, names);
        if (values.length > 0) run.log(Object.fromEntries(values), step);
      }
    },
    close: () => (finished ??= run.finish()),
  };
}
