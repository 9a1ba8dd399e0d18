import { formatMetric, metricValue, withError } from '../metric-record.js';
import { METRIC_CATALOGUE, type KnownMetric, type MetricFormat } from '../../metric-catalogue.js';
import type { MetricRecord } from '../../../base/index.js';
import { metricTracks, thin, type Track } from '../../metric-charts.js';
import { formatDuration } from '../../../base/internal/index.js';

/** What a trainer knows better than its metrics tell; any other entry is shown as a fact beside the headline. */
export interface RunSummary {
  /** Held-out pass@1 after SFT, before RL. */
  readonly passAt1AfterSft?: number | null;
  readonly passAt1?: number | null;
  readonly toolErrorShareInCorrectAfterSft?: number | null;
  readonly toolErrorShareInCorrect?: number | null;
  readonly wallSeconds?: number | null;
  readonly [fact: string]: number | string | null | undefined;
}

/** A number that the page shows large. */
export interface HeadlineNumber {
  readonly label: string;
  readonly value: string;
  /** Where it stood at the start, when it changed. */
  readonly from: string | null;
  readonly note: string;
  /** For a screen's small curve; empty for none. */
  readonly spark: readonly number[];
  readonly trend: 'better' | 'worse' | 'same' | null;
}

/** More than this a curve the size of a stamp cannot show. */
const SPARK_POINTS = 100;

const OWN = new Set([
  'passAt1AfterSft',
  'passAt1',
  'toolErrorShareInCorrectAfterSft',
  'toolErrorShareInCorrect',
  'wallSeconds',
]);

/** @returns The large numbers of a run, from its summary where given, else from its metrics. */
export function headlineNumbers(metrics: readonly MetricRecord[], summary: RunSummary = {}): HeadlineNumber[] {
  const { tracks, spans } = metricTracks(metrics);
  const change = (key: KnownMetric, from?: number | null, to?: number | null, note?: string): HeadlineNumber[] => {
    const track = bestTrack(tracks, key);
    const [start, end] = [track?.points[0], track?.points.at(-1)];
    const first = from ?? start?.[1];
    const last = to ?? end?.[1];
    // A summary's number has the error of the measurement that it is.
    const errorAt = (point: typeof start, value: number | undefined) =>
      point !== undefined && point[1] === value ? track?.errors?.get(point[0]) : undefined;
    if (last === undefined) return [];
    const { title, format, better } = METRIC_CATALOGUE.find((metric) => metric.key === key)!;
    const where = track?.scope === 'training' ? 'in training' : 'on held-out problems';
    return [
      {
        label: title,
        value: withError(last, errorAt(end, last), format),
        from: first === undefined ? null : withError(first, errorAt(start, first), format),
        note: note === undefined ? where : `${where}, ${note}`,
        spark: thin(track?.points ?? [], SPARK_POINTS).map(([, y]) => y),
        trend: trendOf(first, last, better, format),
      },
    ];
  };
  const plain = (label: string, value: string, note: string): HeadlineNumber => ({
    label,
    value,
    from: null,
    note,
    spark: [],
    trend: null,
  });
  const wall = summary.wallSeconds ?? lastElapsed(metrics);
  return [
    ...change('passAt1', summary.passAt1AfterSft, summary.passAt1, 'after SFT → at the end'),
    ...change('toolErrorShareInCorrect', summary.toolErrorShareInCorrectAfterSft, summary.toolErrorShareInCorrect),
    ...change('responseLength'),
    ...(spans.length === 0
      ? []
      : [plain('Steps', spans.map(({ name, to, offset }) => `${to - offset} ${name}`).join(' + '), 'of training')]),
    ...(wall === undefined ? [] : [plain('Wall time', formatDuration(wall), 'from start to report')]),
  ];
}

/** @returns What else the summary says, as label and text. */
export function summaryFacts(summary: RunSummary = {}): [label: string, value: string][] {
  return Object.entries(summary).flatMap(([label, value]) =>
    OWN.has(label) || value === undefined || value === null
      ? []
      : [
          [
            label,
            typeof value === 'number' ? formatMetric(value, Number.isInteger(value) ? 'integer' : 'number') : value,
          ],
        ],
  );
}

/** @returns How many rollouts agents set apart in training, and why the first was, as label and text; nothing without one. */
export function setApartFacts(metrics: readonly MetricRecord[]): [label: string, value: string][] {
  const training = metrics.filter(({ stage }) => stage !== 'eval');
  const counts = training.map((record) => metricValue(record, 'agent/set_apart') ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return [];
  const reason = training.find((_, i) => counts[i]! > 0)?.['agent/set_apart_because'];
  const because = typeof reason === 'string' ? `; the first: ${reason}` : '';
  return [['Rollouts set apart', `${formatMetric(total, 'integer')}${because}`]];
}

function bestTrack(tracks: readonly Track[], key: KnownMetric): Track | undefined {
  const found = tracks.filter((track) => track.key === key);
  return found.find(({ scope }) => scope === 'held-out') ?? found[0];
}

function trendOf(
  first: number | undefined,
  last: number,
  better: 'higher' | 'lower' | 'neither',
  format: MetricFormat,
): HeadlineNumber['trend'] {
  if (first === undefined || better === 'neither') return null;
  if (formatMetric(first, format) === formatMetric(last, format)) return 'same';
  return last > first === (better === 'higher') ? 'better' : 'worse';
}

const ELAPSED = ['elapsedSeconds', 'wallSeconds', 'elapsed_seconds', 'wall_seconds'];

function lastElapsed(metrics: readonly MetricRecord[]): number | undefined {
  let latest: number | undefined;
  for (const record of metrics) {
    const value = ELAPSED.map((name) => record[name]).find((candidate) => typeof candidate === 'number');
    if (value !== undefined) latest = Math.max(latest ?? 0, value);
  }
  return latest;
}
