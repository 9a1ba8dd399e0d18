import * as z from 'zod';
import type { MetricRecord } from '../../base/index.js';
import { checkArgument, parseOptions, typed } from '../../base/internal/index.js';
import { describeMetric, metricKey, type MetricFormat } from '../metric-catalogue.js';

/** Where in a run something was measured. */
export const stepSchema = z.number().nonnegative();

/** What a run measured before, as far as its place on the axis of steps is concerned. */
export const earlierSchema = z.array(z.looseObject({ step: stepSchema, stage: z.string() })).optional();

/** A metric record before it is written; NaN and infinities are numbers here. */
export const measuredSchema = z
  .object({ step: stepSchema, stage: z.string() })
  .catchall(typed('a number or a text', (value) => value == null || ['number', 'string'].includes(typeof value)));

/** Reads one metric record from plain JSON; a value that was not finite comes back as null. */
export const metricRecordSchema = z
  .object({ step: stepSchema, stage: z.string() })
  .catchall(z.union([z.number(), z.string(), z.null()]));

/** @returns A metric's value when the record has it as a finite number; undefined otherwise. */
export function metricValue(record: MetricRecord, name: string): number | undefined {
  const value = record[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** @throws TypeError or RangeError for anything but a record: step and stage say where in the run it belongs. */
export function checkRecord(record: MetricRecord, index: number): void {
  checkArgument(record, `records[${index}]`, { stage: 'a string' });
  parseOptions(stepSchema, record.step, `records[${index}].step`);
}

/** @returns The value as people read it: `4.1 %`, `0.61`, `3,410`, `1.2e-4`; `–` for none. */
export function formatMetric(value: number | undefined, format: MetricFormat): string {
  if (value === undefined || !Number.isFinite(value)) return '–';
  switch (format) {
    case 'percent':
      return `${(value * 100).toFixed(1)} %`;
    case 'integer':
      return Math.round(value).toLocaleString('en-US');
    case 'scientific':
      return value === 0 ? '0' : value.toExponential(1);
    case 'number':
      return Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();
  }
}

/** What a record calls the standard error of `passAt1`: `passAt1Error`. */
export const ERROR_SUFFIX = 'Error';

/** @returns Whether a name is that of another number's standard error, which is written behind that number. */
export function isErrorOfAnother(record: MetricRecord, name: string): boolean {
  return name.endsWith(ERROR_SUFFIX) && metricValue(record, name.slice(0, -ERROR_SUFFIX.length)) !== undefined;
}

/** @returns A number of a record as people read it, with its standard error where the record has one: `98.5 % ± 0.9`. */
export function metricText(record: MetricRecord, name: string): string | undefined {
  const value = metricValue(record, name);
  if (value === undefined) return undefined;
  const key = metricKey(name);
  const format = key === undefined ? 'number' : describeMetric(key).format;
  return withError(value, metricValue(record, `${name}${ERROR_SUFFIX}`), format);
}

/** @returns A value with its standard error, the unit written once. */
export function withError(value: number, error: number | undefined, format: MetricFormat): string {
  const text = formatMetric(value, format);
  return error === undefined ? text : `${text} ± ${formatMetric(error, format).replace(/ %$/, '')}`;
}

/**
 * @returns How many of a step's rollouts were trained on: `12/64`; without the record's `rollouts` the number alone.
 *   Undefined for a record that does not say.
 */
export function trainedText(record: MetricRecord): string | undefined {
  const [trained, rollouts] = [metricValue(record, 'trainedRollouts'), metricValue(record, 'rollouts')];
  if (trained === undefined) return undefined;
  return rollouts === undefined ? String(trained) : `${trained}/${rollouts}`;
}
