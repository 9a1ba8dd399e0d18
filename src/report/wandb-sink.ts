import * as z from 'zod';
import type { MetricRecord, MetricSink } from '../base/index.js';
import { checkArgument, parseOptions } from '../base/internal/index.js';
import { checkRecord, earlierSchema } from './internal/metric-record.js';
import { metricTags, metricNamesSchema, type MetricNames } from './rename-metrics.js';
import { StepAxis } from './internal/timeline.js';

/** What a sink needs of a run of Weights & Biases: `await wandb.init(…)` of the package `@wandb/sdk` gives one. */
export interface WandbRun {
  /** Takes in what was measured at a step; steps never go back. */
  log(data: Record<string, unknown>, step?: number): void;
  /** Everything logged has been sent. */
  finish(): Promise<void>;
}

/** Options of {@link createWandbSink}. */
export interface WandbSinkOptions {
  /** What the run measured before, in the order in which it was written: the steps go on after it. Default none. */
  readonly earlier?: readonly MetricRecord[] | undefined;
  /** Under which names metrics are filed; `own` by default: `rl/reward`, `eval/passAt1`. */
  readonly names?: MetricNames | undefined;
}

const optionsSchema = z.strictObject({
  earlier: earlierSchema,
  names: metricNamesSchema.default('own'),
});

/**
 * Forwards records to a run of Weights & Biases: the finite numbers of each, on the axis of steps and under the tags that
 * `createTensorBoardSink` files them under. `close` finishes the run.
 *
 * @param run - Opened by the caller, who knows project, name and settings.
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
