import * as z from 'zod';
import type { MetricRecord, MetricSink } from '../base/index.js';
import { checkArgument, functionOption, parseOptions } from '../base/internal/index.js';
import { concatBytes, existsSync, openAppendFile } from '../io/index.js';
import { checkRecord, earlierSchema } from './internal/metric-record.js';
import { metricTags, metricNamesSchema, type MetricNames } from './rename-metrics.js';
import { StepAxis } from './internal/timeline.js';
import { scalarsEvent, startEvent, versionEvent, tfRecord } from './internal/tensorboard.js';

/** Options of {@link createTensorBoardSink}. */
export interface TensorBoardSinkOptions {
  /**
   * Earlier records of the run, in the order of writing; default: no records. Steps continue after them, and later values in earlier files
   * of the folder are ignored, because they will be measured again. A resumed run passes `readMetrics('run/metrics.jsonl')`.
   */
  readonly earlier?: readonly MetricRecord[] | undefined;
  /** The naming scheme of metrics; default `own`: `rl/reward`, `eval/passAt1`. */
  readonly names?: MetricNames | undefined;
  /** Clock in milliseconds since 1970; for tests. */
  readonly now?: (() => number) | undefined;
}

/** An open file of TensorBoard events. */
export interface TensorBoardSink extends MetricSink {
  readonly path: string;
  /**
   * Writes an event for each record, with a scalar for each finite number, and returns when they are on the disk.
   *
   * @throws TypeError or RangeError for anything but a record; TypeError after `close`; the file system's error.
   */
  append(...records: readonly MetricRecord[]): void;
  /** A second call does nothing. */
  close(): void;
}

const optionsSchema = z.strictObject({
  earlier: earlierSchema,
  names: metricNamesSchema.default('own'),
  now: functionOption(() => Date.now()),
});

/**
 * Opens an event file in a folder for `tensorboard --logdir`; the folder is created if necessary.
 *
 * The stages of a run follow each other on one axis of steps, as in the report: 100 steps of SFT are 1 to 100, and RL starts at 101.
 * Held-out measurements are at the current training step. Values are 32-bit floats, TensorBoard's own scalars.
 *
 * Every sink writes its own file, which starts a session at the first step after `earlier`. TensorBoard drops later steps of older files,
 * so a run that was killed and continued shows no step twice.
 *
 * @throws TypeError or RangeError for options out of range; the file system's error if the file cannot be created.
 * @example
 * const sink = createTensorBoardSink('runs/demo/tensorboard', { earlier: readMetrics('runs/demo/metrics.jsonl') });
 * sink.append({ step: 41, stage: 'rl', reward: 0.62 });
 * sink.close();
 */
export function createTensorBoardSink(directory: string, options: TensorBoardSinkOptions = {}): TensorBoardSink {
  checkArgument(directory, 'directory', 'a string');
  const { names, now } = parseOptions(optionsSchema, options);
  const axis = new StepAxis(options.earlier);

  const path = freshPath(directory, Math.floor(now() / 1000));
  const file = openAppendFile(path);
  const start = { wallTime: now() / 1000, step: axis.next };
  const append = (events: readonly Uint8Array[]) => file.append(concatBytes(events.map(tfRecord)));
  append([versionEvent(start), startEvent(start)]);
  return {
    path,
    append(...records) {
      records.forEach(checkRecord);
      const wallTime = now() / 1000;
      append(
        records.flatMap((record) => {
          const step = Math.round(axis.place(record));
          const scalars = metricTags(record, names);
          return scalars.length === 0 ? [] : [scalarsEvent({ wallTime, step }, scalars)];
        }),
      );
    },
    close: () => file.close(),
  };
}

/** TensorBoard reads the files of a folder in the order of their names: each must come after those that are there. */
function freshPath(directory: string, seconds: number): string {
  const path = `${directory}/events.out.tfevents.${String(seconds).padStart(10, '0')}.rstar2-agent`;
  return existsSync(path) ? freshPath(directory, seconds + 1) : path;
}
