import { readFileSync } from 'node:fs';
import { writeReportPage, type Chart, type StageSpan } from 'rstar2-agent/report';
import { comparisonCharts, type AlgorithmRuns } from './charts.js';
import { compareAlgorithms, type Comparison, type EndOfTraining } from './verdicts.js';

export interface ComparisonReportOptions {
  readonly title: string;
  /** In the order in which they are drawn; `grpo-roc`, `grpo` and `uniform` are the names the claims are about. */
  readonly algorithms: readonly AlgorithmRuns[];
  /** The settings all runs share (generator, SFT data, hyperparameters), without algorithm and seed. */
  readonly sharedConfig: object;
  /** Hash of the shared settings, taken before the first run (`configHash`). */
  readonly sharedConfigHash: string;
  /** Algorithm name → the result of each seed. */
  readonly endOfTraining: { readonly [algorithm: string]: readonly EndOfTraining[] };
  /** The HTML file; replaced whole or not at all, its folder made when it is missing. */
  readonly output: string;
  /** Points of one curve; 1,000 by default. */
  readonly maxPoints?: number;
  /** When the report was made; now by default. */
  readonly createdAt?: Date;
}

/** The data of a comparison's page. */
export interface ComparisonReportData extends Comparison {
  readonly kind: 'comparison';
  readonly title: string;
  readonly createdAt: string;
  readonly algorithms: readonly { readonly name: string; readonly seeds: readonly string[] }[];
  readonly spans: readonly StageSpan[];
  readonly charts: readonly Chart[];
  readonly config: object;
  readonly configHash: string;
  /** Runs with other settings; with any of them the comparison is not fair. */
  readonly unequalRuns: readonly { readonly run: string; readonly hash: string }[];
}

/**
 * Writes the report that compares algorithms over several seeds: one HTML file that needs no network.
 *
 * It shows whether each claim is confirmed, the results of every algorithm, the curves with their spread, and whether all runs had
 * the same settings.
 *
 * @throws The file system's error if the file cannot be written.
 */
export function writeComparisonReport(options: ComparisonReportOptions): void {
  const data = comparisonReportData(options);
  const part = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  writeReportPage({
    title: data.title,
    data,
    body: part('page.html'),
    style: part('page.css'),
    output: options.output,
  });
}

/** @returns What `writeComparisonReport` puts into the page, as plain JSON. */
export function comparisonReportData(options: ComparisonReportOptions): ComparisonReportData {
  const { title, algorithms, sharedConfig, sharedConfigHash, endOfTraining, maxPoints = 1000, createdAt } = options;
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
