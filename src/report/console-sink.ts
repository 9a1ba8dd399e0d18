import * as z from 'zod';
import type { MetricSink, MetricRecord } from '../base/index.js';
import { parseOptions, plainText } from '../base/internal/index.js';
import { checkRecord, isErrorOfAnother, metricText, trainedText } from './internal/metric-record.js';
import { createSafeWriter, standardError, streamSchema, type ProgressStream } from './internal/progress/safe-stream.js';
import { describeMetric, metricKey } from './metric-catalogue.js';

/** Options of {@link createConsoleSink}. */
export interface ConsoleSinkOptions {
  /** Where to write; standard error by default, in a browser the console. */
  readonly stream?: ProgressStream | undefined;
}

const optionsSchema = z.strictObject({ stream: streamSchema.optional() });

/**
 * Writes one line for each record, for logs and CI: `rl 12 · reward 0.61 · failed calls in correct 4.1 % · gradient 0.8`.
 *
 * A line has every number and text of a record; metrics of the catalogue have their short names, and their standard error if the record has
 * it (`passAt1Error`): `pass@1 98.5 % ± 0.9`. If the stream breaks, nothing more is written and the run continues.
 *
 * @throws TypeError for bad options.
 * @example
 * const sink = createConsoleSink({ stream: process.stdout });
 * sink.append({ step: 12, stage: 'rl', reward: 0.61 }); // rl 12 · reward 0.61
 */
export function createConsoleSink(options: ConsoleSinkOptions = {}): MetricSink {
  parseOptions(optionsSchema, options);
  const write = createSafeWriter(options.stream ?? standardError());
  return {
    append(...records) {
      records.forEach(checkRecord);
      for (const record of records) write(`${recordLine(record)}\n`);
    },
    close: () => undefined,
  };
}

function recordLine(record: MetricRecord): string {
  const { step, stage, ...metrics } = record;
  const trained = trainedText(record);
  const parts = Object.keys(metrics).flatMap((name) => {
    if (isErrorOfAnother(record, name) || (name === 'rollouts' && trained !== undefined)) return [];
    if (name === 'trainedRollouts') return trained === undefined ? [] : [`trained ${trained}`];
    const value = record[name];
    const text = typeof value === 'string' ? plainText(value) : metricText(record, name);
    return text === undefined ? [] : [`${plainText(labelOf(name))} ${text}`];
  });
  return [`${plainText(stage)} ${step}`, ...parts].join(' · ');
}

function labelOf(name: string): string {
  const key = metricKey(name);
  return key === undefined ? name : describeMetric(key).short;
}
