import * as z from 'zod';
import type { MetricRecord, RolloutSample, Tokenizer } from '../base/index.js';
import { parseOptions } from '../base/internal/index.js';
import { runCharts, type Chart } from './metric-charts.js';
import { configHash } from './config-hash.js';
import {
  entropySectionSchema,
  toEntropyView,
  type EntropySection,
  type EntropyView,
} from './internal/run/entropy-view.js';
import {
  headlineNumbers,
  setApartFacts,
  summaryFacts,
  type HeadlineNumber,
  type RunSummary,
} from './internal/run/headline.js';
import { writeFileWhole } from '../io/index.js';
import { readBody, renderPage } from './internal/page/render-page.js';
import { toRolloutView, type RolloutView } from './internal/run/rollout-view.js';
import { selectSamples } from './internal/run/sample-selection.js';
import type { StageSpan } from './internal/timeline.js';

/** Options of {@link writeRunReport}. */
export interface RunReportOptions {
  readonly title: string;
  /** The run's settings; shown with their hash (`configHash`). */
  readonly config: object;
  /** In the order of writing. */
  readonly metrics: readonly MetricRecord[];
  readonly rollouts: readonly RolloutSample[];
  readonly summary?: RunSummary;
  /** Where the policy is uncertain, before and after training: `analyzeEntropy` gives such findings. No section by default. */
  readonly entropy?: EntropySection | undefined;
  /** The HTML file; it is written whole or not at all, and its folder is created if necessary. */
  readonly output: string;
  /** With a tokenizer, rollouts with tokens can be shown shaded by probability. */
  readonly tokenizer?: Pick<Tokenizer, 'decode'>;
  /** Most samples in the page, spread over steps and kinds; default 240. */
  readonly maxRollouts?: number;
  /** Most characters of one sample; the rest is replaced by a note. Default 40,000. */
  readonly maxCharacters?: number;
  /** Most points of one curve; default 2,000. */
  readonly maxPoints?: number;
  /** Time of the report; default: now. */
  readonly createdAt?: Date;
}

/** The data of a run's page. */
export interface RunReportData {
  readonly kind: 'run';
  readonly title: string;
  readonly createdAt: string;
  readonly headline: readonly HeadlineNumber[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly spans: readonly StageSpan[];
  readonly charts: readonly Chart[];
  readonly config: object;
  readonly configHash: string;
  readonly entropy?: EntropyView;
  readonly rollouts: readonly RolloutView[];
  /** Samples given but not in the page. */
  readonly rolloutsLeftOut: number;
}

const optionsSchema = z.strictObject({
  title: z.string(),
  config: z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object'),
  metrics: z.array(z.looseObject({ step: z.number().nonnegative(), stage: z.string() })),
  rollouts: z.array(
    z.looseObject({
      step: z.number().nonnegative(),
      rollout: z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected a rollout'),
      kept: z.boolean(),
      reason: z.string(),
    }),
  ),
  summary: z
    .custom<RunSummary>((value) => typeof value === 'object' && value !== null, 'expected an object')
    .optional(),
  entropy: entropySectionSchema.optional(),
  tokenizer: z
    .custom<Pick<Tokenizer, 'decode'>>(
      (value) => typeof (value as Tokenizer | null)?.decode === 'function',
      'expected a tokenizer',
    )
    .optional(),
  output: z.string().min(1),
  maxRollouts: z.int().nonnegative().default(240),
  maxCharacters: z.int().positive().default(40_000),
  maxPoints: z.int().min(2).default(2000),
  createdAt: z.date().optional(),
});

/** Traces longer than this are not shaded: their pieces would make up most of the page. */
const MAX_SHADED_TOKENS = 4096;

/**
 * Writes the report of a run: one HTML file that needs no network.
 *
 * It has the main numbers, all curves, the settings with their hash, and sample rollouts. Text of a model is always data in the page, never
 * markup.
 *
 * @throws TypeError or RangeError for options out of range; the file system's error if the file cannot be written.
 * @example
 * const run = { metrics: readMetrics('runs/demo/metrics.jsonl'), rollouts: readRolloutSamples('runs/demo/rollouts.jsonl') };
 * writeRunReport({ title: 'demo', config: {}, ...run, output: 'runs/demo/report.html' });
 */
export function writeRunReport(options: RunReportOptions): void {
  const page = runReportPage(options);
  writeFileWhole(options.output, page);
}

/**
 * Returns the page of `writeRunReport` as text, for browsers, which have no files.
 *
 * @returns HTML. Plain values of `rollouts.jsonl` and `metrics.jsonl` do as records and samples.
 * @throws TypeError or RangeError for options out of range.
 * @example
 * const html = runReportPage({ title: 'demo', config: {}, metrics, rollouts: samples });
 */
export function runReportPage(options: Omit<RunReportOptions, 'output'>): string {
  const data = runReportData({ output: 'report.html', ...options });
  return renderPage({ title: data.title, data, body: readBody('run.html') });
}

/**
 * @returns What `writeRunReport` puts into the page, as plain JSON.
 *
 * @example
 * runReportData({ title: 'demo', config: {}, metrics, rollouts: samples, output: 'run/report.html' }).charts;
 */
export function runReportData(options: RunReportOptions): RunReportData {
  const { title, config, ...limits } = parseOptions(optionsSchema, options);
  const { metrics, rollouts } = options;
  const { charts, spans } = runCharts(metrics, limits.maxPoints);
  const chosen = selectSamples(rollouts, limits.maxRollouts);
  const sampleLimits = { characters: limits.maxCharacters, tokens: MAX_SHADED_TOKENS };
  return {
    kind: 'run',
    title,
    createdAt: (limits.createdAt ?? new Date()).toISOString(),
    headline: headlineNumbers(metrics, options.summary),
    facts: [...summaryFacts(options.summary), ...setApartFacts(metrics)],
    spans,
    charts,
    config,
    configHash: configHash(config),
    ...(options.entropy === undefined ? {} : { entropy: toEntropyView(options.entropy) }),
    rollouts: chosen.map((sample) => toRolloutView(sample, sampleLimits, options.tokenizer)),
    rolloutsLeftOut: rollouts.length - chosen.length,
  };
}
