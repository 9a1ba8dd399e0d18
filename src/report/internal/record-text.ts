import type { MetricRecord } from '../../base/index.js';
import { describeMetric } from '../metric-catalogue.js';
import { metricKey } from '../metric-names.js';
import { formatMetric } from './metric-format.js';
import { metricValue } from './metric-record.js';

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
  return withError(
    value,
    metricValue(record, `${name}${ERROR_SUFFIX}`),
    key === undefined ? 'number' : describeMetric(key).format,
  );
}

/** @returns A value with its standard error, the unit written once. */
export function withError(
  value: number,
  error: number | undefined,
  format: Parameters<typeof formatMetric>[1],
): string {
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
