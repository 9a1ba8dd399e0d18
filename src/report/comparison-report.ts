import { z } from 'zod';
import { parseOptions } from '../base/internal/index.js';
import type { Chart } from './chart.js';
import { comparisonCharts, type AlgorithmRuns } from './comparison-charts.js';
import { compareAlgorithms, type Comparison, type EndOfTraining } from './comparison-verdicts.js';
import { writePage } from './page.js';
import type { StageSpan } from './timeline.js';

export interface ComparisonReportOptions {
  readonly title: string;
  /** In the order in which they are drawn; `grpo-roc`, `grpo` and `uniform` are the names the claims are about. */
  readonly algorithms: readonly AlgorithmRuns[];
  /** The settings all runs share (generator, SFT data, hyperparameters), without algorithm and seed. */
  readonly sharedConfig: object;
  /** Hash of the shared settings, taken before the first run (`configHash`). */
  readonly sharedConfigHash: string;
  /** Algorithm name → what each seed came to. */
  readonly endOfTraining: { readonly [algorithm: string]: readonly EndOfTraining[] };
  /** The HTML file; replaced all or nothing, its folder made when it is missing. */
  readonly output: string;
  /** Points of one curve; 1,000 by default. */
  readonly maxPoints?: number;
  /** When the report was made; now by default. */
  readonly createdAt?: Date;
}

/** What the page of a comparison holds as data. */
export interface ComparisonReportData extends Comparison {
  readonly kind: 'comparison';
  readonly title: string;
  readonly createdAt: string;
  readonly algorithms: readonly { readonly name: string; readonly seeds: readonly string[] }[];
  readonly spans: readonly StageSpan[];
  readonly charts: readonly Chart[];
  readonly config: object;
  readonly configHash: string;
  /** Runs whose settings were not the shared ones: with any of them the comparison is not fair. */
  readonly unequalRuns: readonly { readonly run: string; readonly hash: string }[];
}

const object = z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object');
const optionsSchema = z.strictObject({
  title: z.string(),
  algorithms: z
    .array(
      z.strictObject({
        name: z.string(),
        runs: z.array(
          z.strictObject({
            seed: z.union([z.string(), z.number()]),
            metrics: z.custom<AlgorithmRuns['runs'][number]['metrics']>(Array.isArray, 'expected an array of records'),
            configHash: z.string(),
          }),
        ),
      }),
    )
    .min(1),
  sharedConfig: object,
  sharedConfigHash: z.string(),
  endOfTraining: z.custom<ComparisonReportOptions['endOfTraining']>(
    (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
    'expected an object of arrays',
  ),
  output: z.string().min(1),
  maxPoints: z.int().min(2).default(1000),
  createdAt: z.date().optional(),
});

/**
 * Writes the report that sets algorithms side by side over several seeds: one HTML file that opens anywhere and asks the
 * network for nothing.
 *
 * It says of each claim whether it held, shows what every algorithm came to, the curves with their spread, and whether all
 * runs had the same settings.
 *
 * @throws TypeError or RangeError for options out of range; the file system's error if the file cannot be written.
 */
export function writeComparisonReport(options: ComparisonReportOptions): void {
  const data = comparisonReportData(options);
  writePage({ output: options.output, title: data.title, data, body: 'comparison.html' });
}

/** @returns What `writeComparisonReport` puts into the page, as plain JSON. */
export function comparisonReportData(options: ComparisonReportOptions): ComparisonReportData {
  const parsed = parseOptions(optionsSchema, options);
  const { title, algorithms, sharedConfig, sharedConfigHash, endOfTraining, maxPoints, createdAt } = parsed;
  return {
    kind: 'comparison',
    title,
    createdAt: (createdAt ?? new Date()).toISOString(),
    algorithms: algorithms.map(({ name, runs }) => ({ name, seeds: runs.map(({ seed }) => String(seed)) })),
    ...comparisonCharts(algorithms, maxPoints),
    ...compareAlgorithms(endOfTraining),
    config: sharedConfig,
    configHash: sharedConfigHash,
    unequalRuns: algorithms.flatMap(({ name, runs }) =>
      runs
        .filter((run) => run.configHash !== sharedConfigHash)
        .map((run) => ({ run: `${name}, seed ${run.seed}`, hash: run.configHash })),
    ),
  };
}
