import {
  chartsOf,
  metricTracks,
  type Chart,
  type MetricRecord,
  type Series,
  type StageSpan,
  type Track,
} from 'rstar2-agent/report';
import { mean } from './verdicts.js';

/** An algorithm and its runs, one per seed, on equal settings. */
export interface AlgorithmRuns {
  readonly name: string;
  readonly runs: readonly ComparedRun[];
}

export interface ComparedRun {
  readonly seed: string | number;
  readonly metrics: readonly MetricRecord[];
  /** Hash of the run's settings without its algorithm and seed; equal to `sharedConfigHash` when the comparison is fair. */
  readonly configHash: string;
}

type Point = readonly [x: number, y: number];

/**
 * Draws every metric of all runs, a line an algorithm: the mean over its seeds where every one of them has a value at that
 * step, the band from the lowest to the highest, and each seed as a thin line.
 *
 * Held-out and training values of one metric get charts of their own: colour already tells the algorithms apart.
 */
export function comparisonCharts(
  algorithms: readonly AlgorithmRuns[],
  maxPoints: number,
): { charts: Chart[]; spans: readonly StageSpan[] } {
  const read = algorithms.map(({ runs }) => runs.map(({ metrics }) => metricTracks(metrics)));
  const merged = new Map<string, Track & { color: number; series: Series }>();
  read.forEach((runs, color) => {
    const byTrack = new Map<string, Track[]>();
    for (const track of runs.flatMap(({ tracks }) => tracks)) {
      const id = `${track.chartId} ${track.scope}`;
      byTrack.set(id, [...(byTrack.get(id) ?? []), track]);
    }
    for (const [id, tracks] of byTrack) {
      const track = tracks[0]!;
      const series = overSeeds(
        algorithms[color]!.name,
        color,
        tracks.map(({ points }) => points),
        runs.length,
      );
      merged.set(`${id} ${color}`, { ...track, color, series: { ...series, marked: track.scope === 'held-out' } });
    }
  });

  const tracks = [...merged.values()];
  const scopes = new Map<string, Set<string>>();
  for (const { chartId, scope } of tracks) scopes.set(chartId, (scopes.get(chartId) ?? new Set()).add(scope));
  const apart = tracks.map((track) =>
    scopes.get(track.chartId)!.size > 1
      ? { ...track, chartId: `${track.chartId}/${track.scope}`, title: `${track.title} · ${track.scope}` }
      : track,
  );
  const longest = read.flat().sort((a, b) => endOf(b.spans) - endOf(a.spans))[0];
  return { charts: chartsOf(apart, ({ series }) => series, { maxPoints }), spans: longest?.spans ?? [] };
}

function endOf(spans: readonly StageSpan[]): number {
  return spans.at(-1)?.to ?? 0;
}

function overSeeds(name: string, color: number, seeds: readonly (readonly Point[])[], runs: number): Series {
  const at = new Map<number, number[]>();
  for (const points of seeds) for (const [x, y] of points) at.set(x, [...(at.get(x) ?? []), y]);
  const complete = [...at].filter(([, values]) => values.length === runs).sort(([a], [b]) => a - b);
  return {
    name,
    color,
    marked: false,
    points: complete.map(([x, values]) => [x, mean(values)] as const),
    ...(runs < 2
      ? {}
      : {
          band: complete.map(([x, values]) => [x, Math.min(...values), Math.max(...values)] as const),
          threads: seeds,
        }),
  };
}
