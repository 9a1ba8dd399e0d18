import * as z from 'zod';
import type { MetricRecord, MetricSink, RolloutSample } from '../base/index.js';
import {
  checkArgument,
  functionSchema,
  parseOptions,
  parseRecord,
  rolloutSchema,
  stringifyJson,
  typedArraysAsLists,
} from '../base/internal/index.js';
import { openJsonl, readJsonl } from '../io/index.js';
import { measuredSchema, metricRecordSchema, stepSchema } from './internal/metric-record.js';

/** Options of `createJsonlSink`. */
export interface JsonlSinkOptions<T> {
  /**
   * Chooses which records of the existing file stay; default: all. A run that resumes from a checkpoint removes later records: `keep:
   * (record) => record.step <= checkpoint.step`.
   */
  readonly keep?: ((record: T) => boolean) | undefined;
}

/** An open JSON-lines file. */
export interface JsonlSink<T> extends MetricSink<T> {
  readonly path: string;
  /**
   * Writes a line for each record and returns when they are on the disk; several records need one flush. NaN and infinities become null,
   * typed arrays become lists.
   *
   * @throws RangeError or TypeError for a `step` that is not a number of at least 0, and for a record with a `stage` (a metric record)
   *   whose
   *   values are not numbers or texts: `readMetrics` would refuse the file; TypeError for a BigInt or a circle, and after `close`; the file system's error if the line cannot be written.
   */
  append(...records: readonly T[]): void;
  /** A second call does nothing. */
  close(): void;
}

const optionsSchema = z.strictObject({
  keep: z.optional(functionSchema()),
});

/**
 * Opens a JSON-lines file for appending: one object a line, each on the disk before `append` returns.
 *
 * An existing file is filtered by `keep`, and an unfinished last line of a killed run is removed; the changed file replaces the old one in
 * one step. The folder is created if necessary.
 *
 * @throws DatasetError if a line other than an unfinished last one is not JSON.
 * @example
 * const sink = createJsonlSink('runs/demo/metrics.jsonl', { keep: (record) => record.step <= 40 });
 * sink.append({ step: 41, stage: 'rl', reward: 0.62 });
 * sink.close();
 */
export function createJsonlSink<T extends object = MetricRecord>(
  path: string,
  options: JsonlSinkOptions<T> = {},
): JsonlSink<T> {
  checkArgument(path, 'path', 'a string');
  parseOptions(optionsSchema, options);
  const file = openJsonl(path, options.keep as ((value: unknown) => boolean) | undefined);
  return {
    path,
    append: (...records) => file.append(...records.map(stringify)),
    close: () => file.close(),
  };
}

/**
 * Reads `metrics.jsonl`; an unfinished last line is skipped.
 *
 * @throws DatasetError if the file cannot be read or a record does not match; the message names line and field.
 *
 * @example
 * readMetrics('run/metrics.jsonl').at(-1);
 */
export function readMetrics(path: string): MetricRecord[] {
  checkArgument(path, 'path', 'a string');
  return readJsonl(path).lines.map(({ value, where }) => parseRecord(metricRecordSchema, value, where));
}

/**
 * Reads rollout samples that a `createJsonlSink<RolloutSample>` wrote; an unfinished last line is left out.
 *
 * @throws DatasetError if the file cannot be read or a record does not match; the message names line and field.
 *
 * @example
 * readRolloutSamples('run/rollouts.jsonl').length;
 */
export function readRolloutSamples(path: string): RolloutSample[] {
  checkArgument(path, 'path', 'a string');
  return readJsonl(path).lines.map(({ value, where }) => {
    const { advantage, ...rest } = parseRecord(sampleSchema, value, where);
    return { ...rest, ...(advantage == null ? {} : { advantage }) } as RolloutSample;
  });
}

const sampleSchema = z.strictObject({
  step: z.number().nonnegative(),
  rollout: rolloutSchema,
  kept: z.boolean(),
  reason: z.string(),
  penalties: z.strictObject({ errorRatio: z.number(), format: z.number(), total: z.number() }).optional(),
  advantage: z.number().nullable().optional(),
  groundTruth: z.string().optional(),
});

function stringify(record: object & { readonly step?: unknown }, index: number): string {
  checkArgument(record, `records[${index}]`, 'an object');
  const line = stringifyJson(record, `records[${index}]`, typedArraysAsLists);
  if ('stage' in record) parseOptions(measuredSchema, record, `records[${index}]`);
  else parseOptions(stepSchema.optional(), record.step, `records[${index}].step`);
  return line;
}
