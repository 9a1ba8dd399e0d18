import { checkArgument } from '../base/internal/index.js';
import {
  METRIC_CATALOGUE,
  describeMetric,
  type KnownMetric,
  type MetricFormat,
  metricKey,
  metricScope,
} from './metric-catalogue.js';
import type { MetricRecord } from '../base/index.js';
import { metricValue, ERROR_SUFFIX, isErrorOfAnother } from './internal/metric-record.js';
import { layOutTimeline, type StageSpan } from './internal/timeline.js';

/** A line of a chart, in drawing order. */
export interface Series {
  readonly name: string;
  /** Which of the page's colours; also the order in the legend. */
  readonly color: number;
  /** For a few exact values (held-out measurements): points are marked and not smoothed. */
  readonly marked: boolean;
  /** Sorted by x. */
  readonly points: readonly (readonly [x: number, y: number])[];
  /** With several seeds, the lowest and highest at each x; for one run, the standard error on both sides if it was measured. */
  readonly band?: readonly (readonly [x: number, low: number, high: number])[];
  /** The single seeds, as thin lines. */
  readonly threads?: readonly (readonly (readonly [x: number, y: number])[])[];
}

/** Lines that share their axes. */
export interface Chart {
  readonly id: string;
  readonly title: string;
  readonly meaning: string;
  readonly format: MetricFormat;
  readonly better: 'higher' | 'lower' | 'neither';
  /** Uncatalogued metrics are drawn further down. */
  readonly known: boolean;
  readonly series: readonly Series[];
}

/** Metrics whose stages have nothing in common but the name: cross-entropy and a surrogate do not share an axis. */
const APART: ReadonlySet<KnownMetric> = new Set<KnownMetric>(['loss', 'gradientNorm']);

/** Bookkeeping of a trainer that is no curve. */
const NOT_DRAWN = new Set(['step', 'stage']);

/** One metric of one run: the data of a line. */
export interface Track {
  readonly chartId: string;
  readonly key: KnownMetric | undefined;
  readonly title: string;
  readonly scope: 'held-out' | 'training';
  readonly points: readonly (readonly [x: number, y: number])[];
  /** Standard errors, at the x where a record has one. */
  readonly errors?: ReadonlyMap<number, number>;
}

/**
 * Reads every numeric metric of a run as points on its timeline. Null values are skipped; of two records at the same position, the later
 * one counts.
 *
 * @example
 * const { tracks, spans } = metricTracks(readMetrics('run/metrics.jsonl'));
 */
export function metricTracks(metrics: readonly MetricRecord[]): { tracks: Track[]; spans: readonly StageSpan[] } {
  checkArgument(metrics, 'metrics', 'an array');
  const { spans, placed } = layOutTimeline(metrics);
  const tracks = new Map<string, Omit<Track, 'points'> & { byX: Map<number, number>; errors: Map<number, number> }>();
  for (const { record, x, stage } of placed) {
    for (const name of Object.keys(record)) {
      const value = metricValue(record, name);
      if (NOT_DRAWN.has(name) || value === undefined || isErrorOfAnother(record, name)) continue;
      const key = metricKey(name);
      const scope = metricScope(record, name);
      const apart = key !== undefined && APART.has(key) && spans.length > 1 && scope === 'training';
      const chartId = `${key ?? name}${apart ? `/${stage}` : ''}`;
      const id = `${chartId} ${scope}`;
      let track = tracks.get(id);
      if (track === undefined) {
        const title = `${key === undefined ? inWords(name) : describeMetric(key).title}${apart ? ` · ${stage}` : ''}`;
        track = { chartId, key, title, scope, byX: new Map(), errors: new Map() };
        tracks.set(id, track);
      }
      track.byX.set(x, value);
      const error = metricValue(record, `${name}${ERROR_SUFFIX}`);
      if (error === undefined) track.errors.delete(x);
      else track.errors.set(x, error);
    }
  }
  return {
    spans,
    tracks: [...tracks.values()].map(({ byX, ...track }) => ({
      ...track,
      points: [...byX.entries()].sort(([a], [b]) => a - b),
    })),
  };
}

/** @returns A metric's name as a heading: `rejectedGroups` is `Rejected groups`. */
export function inWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @returns The charts of one run: those of the catalogue in its order, then yours by name. */
export function runCharts(
  metrics: readonly MetricRecord[],
  maxPoints: number,
): { charts: Chart[]; spans: readonly StageSpan[] } {
  const { tracks, spans } = metricTracks(metrics);
  const toSeries = ({ key, scope, points, errors }: Track): Series => {
    const heldOut = scope === 'held-out';
    const isShare = key !== undefined && describeMetric(key).format === 'percent';
    const within = (value: number): number => (isShare ? Math.min(1, Math.max(0, value)) : value);
    const band = points.flatMap(([x, y]) => {
      const error = errors?.get(x);
      return error === undefined ? [] : [[x, within(y - error), within(y + error)] as const];
    });
    return { name: scope, color: heldOut ? 0 : 1, marked: heldOut, points, ...(band.length > 0 && { band }) };
  };
  const charts = chartsOf(tracks, toSeries, { maxPoints });
  return { charts, spans };
}

/**
 * Gathers lines into charts, a chart for each `chartId`: those of the catalogue in its order, then the others by name.
 *
 * @param toSeries - How a track is drawn.
 * @param options - `maxPoints`: points of one line; more are thinned out evenly. Default 2,000.
 *
 * @example
 * chartsOf(metricTracks(readMetrics('run/metrics.jsonl')).tracks, ({ points }) => ({ name: 'run', points, color: 1, marked: true }));
 */
export function chartsOf<T extends Track>(
  tracks: readonly T[],
  toSeries: (track: T) => Series,
  { maxPoints = 2000 }: { readonly maxPoints?: number } = {},
): Chart[] {
  checkArgument(tracks, 'tracks', 'an array');
  checkArgument(toSeries, 'toSeries', 'a function');
  const charts = new Map<string, Chart & { series: Series[] }>();
  for (const track of tracks) {
    const { chartId, key, title } = track;
    let chart = charts.get(chartId);
    if (chart === undefined) {
      const known = key === undefined ? undefined : describeMetric(key);
      chart = {
        id: chartId,
        title,
        meaning: known?.meaning ?? '',
        format: known?.format ?? 'number',
        better: known?.better ?? 'neither',
        known: known !== undefined,
        series: [],
      };
      charts.set(chartId, chart);
    }
    chart.series.push(thinned(toSeries(track), maxPoints));
    chart.series.sort((a, b) => a.color - b.color);
  }
  const rank = new Map<string, number>(METRIC_CATALOGUE.map(({ key }, index) => [key, index]));
  const rankOf = ({ id }: Chart) => rank.get(id.split('/')[0]!) ?? rank.size;
  return [...charts.values()].sort(
    (a, b) => rankOf(a) - rankOf(b) || (a.known ? 0 : a.title.localeCompare(b.title, 'en')),
  );
}

function thinned(series: Series, limit: number): Series {
  const { points, band, threads } = series;
  return {
    ...series,
    points: thin(points, limit),
    ...(band === undefined ? {} : { band: thin(band, limit) }),
    ...(threads === undefined ? {} : { threads: threads.map((thread) => thin(thread, limit)) }),
  };
}

/** Every k-th point, the last one always, when there are more than a screen can show. */
export function thin<T>(points: readonly T[], limit: number): readonly T[] {
  if (points.length <= limit) return points;
  const stride = Math.ceil(points.length / limit);
  return points.filter((_, index) => index % stride === 0 || index === points.length - 1);
}
