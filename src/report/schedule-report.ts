import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import { writeFileWhole } from '../io/index.js';
import type { EngineOccupancy } from '../rollout/index.js';
import { configHash } from './config-hash.js';
import { readBody, renderPage } from './internal/page/render-page.js';
import type { HeadlineNumber } from './internal/run/headline.js';
import { occupancyCharts, occupiedShare } from './internal/schedule/occupancy-charts.js';
import type { Chart } from './metric-charts.js';
import type { StageSpan } from './internal/timeline.js';

/** One step on a set of engines: a `ScheduleSimulation`, or what `ScheduledPolicy.occupancy()` gives. */
export interface ScheduleRun {
  /** What tells it from the others, such as the scheduler's name. */
  readonly name: string;
  readonly engines: readonly EngineOccupancy[];
}

/** Options of {@link writeScheduleReport}. */
export interface ScheduleReportOptions {
  readonly title: string;
  readonly runs: readonly ScheduleRun[];
  /** What was run: trace, engines, options. Shown with its hash. */
  readonly config: object;
  /** The HTML file; replaced whole or not at all, its folder made when it is missing. */
  readonly output: string;
  /** When the report was made; now by default. */
  readonly createdAt?: Date;
}

/** What the page of a schedule holds as data. */
export interface ScheduleReportData {
  readonly kind: 'schedule';
  readonly title: string;
  readonly createdAt: string;
  readonly headline: readonly HeadlineNumber[];
  readonly spans: readonly StageSpan[];
  readonly charts: readonly Chart[];
  readonly config: object;
  readonly configHash: string;
}

const optionsSchema = z.strictObject({
  title: z.string(),
  runs: z
    .array(
      z.looseObject({
        name: z.string(),
        engines: z.array(z.looseObject({ capacityTokens: z.number().positive(), samples: z.array(z.looseObject({})) })),
      }),
    )
    .min(1),
  config: z.custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object'),
  output: z.string().min(1),
  createdAt: z.date().optional(),
});

/**
 * Writes what engines held over time, one HTML file as the report of a run is one: for each run the share of the caches that running
 * rollouts held, how many ran and how many waited there, the mean of all engines and each of them.
 *
 * @throws TypeError or RangeError for options out of range; the file system's error if the file cannot be written.
 * @example
 * const scheduled = createScheduledPolicy([{ name: 'a', policy: engineA }, { name: 'b', policy: engineB }]);
 * writeScheduleReport({ title: 'step 12', runs: [{ name: 'ours', engines: scheduled.occupancy() }], config: {}, output: 'runs/schedule.html' });
 */
export function writeScheduleReport(options: ScheduleReportOptions): void {
  const data = scheduleReportData(options);
  writeFileWhole(options.output, renderPage({ title: data.title, data, body: readBody('schedule.html') }));
}

/** @returns What `writeScheduleReport` puts into the page, as plain JSON. */
export function scheduleReportData(options: ScheduleReportOptions): ScheduleReportData {
  const { title, config, createdAt = new Date() } = parseOptions(optionsSchema, options);
  const { runs } = options;
  const seconds = runs.map(({ engines }) => durationOf(engines) / 1000);
  return {
    kind: 'schedule',
    title,
    createdAt: createdAt.toISOString(),
    headline: runs.map(({ name, engines }, i) => ({
      label: name,
      value: `${seconds[i]!.toFixed(seconds[i]! < 100 ? 1 : 0)} s`,
      from: null,
      note: `${(100 * occupiedShare(engines, durationOf(engines))).toFixed(0)} % of the caches held`,
      spark: [],
      trend: null,
    })),
    spans: [{ name: 'second', offset: 0, from: 0, to: Math.max(...seconds) }],
    charts: runs.flatMap(({ name, engines }) => occupancyCharts(name, engines, Math.max(...seconds) * 1000)),
    config,
    configHash: configHash(config),
  };
}

/** When the last engine was last seen. */
function durationOf(engines: readonly EngineOccupancy[]): number {
  return engines.reduce((latest, { samples }) => Math.max(latest, samples.at(-1)?.timeMs ?? 0), 0);
}
