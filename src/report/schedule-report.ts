import * as z from 'zod';
import { parseOptions } from '../base/internal/index.js';
import { writeFileWhole } from '../io/index.js';
import type { EngineOccupancy, OccupancySample } from '../rollout/index.js';
import { configHash } from './config-hash.js';
import { readBody, renderPage } from './internal/page/render-page.js';
import type { HeadlineNumber } from './internal/run/headline.js';
import type { Chart, Series } from './metric-charts.js';
import type { StageSpan } from './internal/timeline.js';

/** One step on a set of engines: a `ScheduleSimulation`, or the result of `ScheduledPolicy.occupancy()`. */
export interface ScheduleRun {
  /** Its name in the report, such as the scheduler's name. */
  readonly name: string;
  readonly engines: readonly EngineOccupancy[];
}

/** Options of {@link writeScheduleReport}. */
export interface ScheduleReportOptions {
  readonly title: string;
  readonly runs: readonly ScheduleRun[];
  /** The settings: trace, engines, options. Shown with their hash. */
  readonly config: object;
  /** The HTML file; it is written whole or not at all, and its folder is created if necessary. */
  readonly output: string;
  /** Time of the report; default: now. */
  readonly createdAt?: Date;
}

/** The data of a schedule's page. */
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
 * Writes one HTML file with the load of engines over time. For each run it shows the share of the KV caches in use, how many rollouts
 * ran and how many waited, as the mean of all engines and for each engine.
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
      note: `${(100 * occupiedShare(engines, durationOf(engines))).toFixed(0)} % of the caches in use`,
      spark: [],
      trend: null,
    })),
    spans: [{ name: 'second', offset: 0, from: 0, to: Math.max(...seconds) }],
    charts: runs.flatMap(({ name, engines }) => occupancyCharts(name, engines, Math.max(...seconds) * 1000)),
    config,
    configHash: configHash(config),
  };
}

/** The time of the last sample. */
function durationOf(engines: readonly EngineOccupancy[]): number {
  return engines.reduce((latest, { samples }) => Math.max(latest, samples.at(-1)?.timeMs ?? 0), 0);
}

/** Moments at which engines are compared. */
const MOMENTS = 256;

/** The charts of each run. */
const MEASURES = [
  {
    id: 'held',
    title: 'cache in use',
    meaning: 'Share of the KV cache that running rollouts use',
    format: 'percent',
    of: ({ heldTokens }: OccupancySample, capacityTokens: number) => Math.max(0, heldTokens) / capacityTokens,
  },
  {
    id: 'running',
    title: 'running',
    meaning: 'Running turns per engine',
    format: 'number',
    of: ({ running }: OccupancySample) => running,
  },
  {
    id: 'waiting',
    title: 'waiting',
    meaning: 'Waiting turns per engine',
    format: 'number',
    of: ({ waiting }: OccupancySample) => waiting,
  },
] as const;

/** @returns The charts of a run: of each measure the engines' mean as a line, and every engine as a thread. */
function occupancyCharts(name: string, engines: readonly EngineOccupancy[], untilMs: number): Chart[] {
  return MEASURES.map(({ id, title, meaning, format, of }): Chart => {
    const threads = engines.map(({ samples, capacityTokens }) =>
      atMoments(samples, untilMs).map(({ timeMs, sample }): [number, number] => [
        timeMs / 1000,
        sample === undefined ? 0 : of(sample, capacityTokens),
      ]),
    );
    const points = (threads[0] ?? []).map(([x], i): [number, number] => [
      x,
      threads.reduce((sum, thread) => sum + thread[i]![1], 0) / threads.length,
    ]);
    const series: Series = { name: `mean of ${engines.length}`, color: 0, marked: true, points, threads };
    const rest = { meaning, format, better: 'neither', known: true } as const;
    return { id: `${id}/${name}`, title: `${name} · ${title}`, series: [series], ...rest };
  });
}

/** @returns The mean share of all caches that was in use. */
function occupiedShare(engines: readonly EngineOccupancy[], durationMs: number): number {
  const shares = engines.map(({ samples, capacityTokens }) => {
    const tokenMs = samples.reduce((sum, { timeMs, heldTokens }, i) => {
      const next = samples[i + 1];
      return next === undefined ? sum : sum + ((heldTokens + next.heldTokens) / 2) * (next.timeMs - timeMs);
    }, 0);
    return tokenMs / capacityTokens / Math.max(1, durationMs);
  });
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
}

/** @returns At evenly spaced times the last sample until then. */
function atMoments(samples: readonly OccupancySample[], untilMs: number) {
  let next = 0;
  return Array.from({ length: MOMENTS + 1 }, (_, i) => {
    const timeMs = (untilMs * i) / MOMENTS;
    while (next < samples.length && samples[next]!.timeMs <= timeMs) next += 1;
    return { timeMs, sample: samples[next - 1] };
  });
}
