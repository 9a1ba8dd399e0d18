import { argumentError, checkArgument, groupByLabel, parseOptions, parseRecord } from '../base/internal/index.js';
import { readJsonl } from '../io/index.js';
import { compareEvaluations, type EvaluationComparison } from './compare-evaluations.js';
import { readSettings, samplesPath } from './internal/sample-store.js';
import { sampleSchema, samplesSchema, type SampleRecord } from './evaluation-record.js';
import { summarizeEvaluation, type EvaluationSummary, type MeasureOptions } from './summarize-evaluation.js';

/** The results of one data set at one temperature, over the samples of all seeds. */
export interface EvaluationResult {
  readonly dataset: string;
  readonly temperature: number;
  readonly summary: EvaluationSummary;
}

/** How two evaluations of one data set at one temperature differ. */
export interface ResultComparison {
  readonly dataset: string;
  readonly temperature: number;
  readonly comparison: EvaluationComparison;
}

/**
 * @returns The summary of each data set at each temperature, in the order in which they first appear.
 *
 * @example
 * evaluationResults(readEvaluation('evaluations/step-100'), { k: [1, 8] });
 */
export function evaluationResults(records: readonly SampleRecord[], options: MeasureOptions = {}): EvaluationResult[] {
  parseOptions(samplesSchema, records, 'records');
  return conditionsOf(records).map(({ dataset, temperature, samples }) => ({
    dataset,
    temperature,
    summary: summarizeEvaluation(samples, options),
  }));
}

/**
 * Compares two evaluations for every data set and temperature that both have.
 *
 * @throws RangeError if they have no data set and temperature in common.
 *
 * @example
 * compareResults(readEvaluation('evaluations/sft'), readEvaluation('evaluations/rl'));
 */
export function compareResults(
  first: readonly SampleRecord[],
  second: readonly SampleRecord[],
  options: MeasureOptions = {},
): ResultComparison[] {
  parseOptions(samplesSchema, first, 'first');
  parseOptions(samplesSchema, second, 'second');
  const ofSecond = conditionsOf(second);
  const comparisons = conditionsOf(first).flatMap(({ key, dataset, temperature, samples }) => {
    const other = ofSecond.find((condition) => condition.key === key);
    if (other === undefined) return [];
    return [{ dataset, temperature, comparison: compareEvaluations(samples, other.samples, options) }];
  });
  if (comparisons.length === 0)
    throw argumentError(
      RangeError,
      'second',
      (at) => `expected samples of a data set and temperature of ${at('first')}, got none`,
    );
  return comparisons;
}

/**
 * Reads the samples that `evaluate` wrote to a folder. An unfinished last line of a killed run is skipped.
 *
 * @throws DatasetError if they cannot be read; the message names the line.
 *
 * @example
 * const records = readEvaluation('evaluations/step-100');
 */
export function readEvaluation(out: string): SampleRecord[] {
  checkArgument(out, 'out', 'a string');
  return readJsonl(samplesPath(out)).lines.map(({ value, where }) => parseRecord(sampleSchema, value, where));
}

/** A setting that differs between two evaluations; undefined if one does not have it. */
export interface SettingApart {
  /** As in `settings.json`: `maxTokens`, `tools`, … or `dataset NAME`, whose value is a fingerprint of what is asked. */
  readonly setting: string;
  readonly first: string | number | undefined;
  readonly second: string | number | undefined;
}

/**
 * Lists the settings other than the model that differ between two evaluations, because they may explain a difference of results.
 *
 * @returns In the order of the first folder's settings; the model's `name` and `weights`, which may differ, stand among them.
 */
export function settingsApart(first: string, second: string): SettingApart[] {
  checkArgument(first, 'first', 'a string');
  checkArgument(second, 'second', 'a string');
  const [a, b] = [readSettings(first), readSettings(second)];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .filter((setting) => a[setting] !== b[setting])
    .map((setting) => ({ setting, first: a[setting], second: b[setting] }));
}

interface Condition extends Pick<SampleRecord, 'dataset' | 'temperature'> {
  readonly key: string | number;
  readonly samples: readonly SampleRecord[];
}

function conditionsOf(records: readonly SampleRecord[]): Condition[] {
  const keys = records.map(({ dataset, temperature }) => JSON.stringify([dataset, temperature]));
  return groupByLabel(keys).map(({ label, members }) => {
    const samples = members.map((index) => records[index]!);
    const { dataset, temperature } = samples[0]!;
    return { key: label, dataset, temperature, samples };
  });
}
