import type { EngineOccupancy, OccupancySample } from '../../../rollout/index.js';
import type { Chart, Series } from '../../metric-charts.js';

/** Moments at which engines are compared. */
const MOMENTS = 256;

/** What is drawn of every run. */
const MEASURES = [
  {
    id: 'held',
    title: 'cache held',
    meaning: 'Share of the KV cache that running rollouts hold',
    format: 'percent',
    of: ({ heldTokens }: OccupancySample, capacityTokens: number) => Math.max(0, heldTokens) / capacityTokens,
  },
  {
    id: 'running',
    title: 'running',
    meaning: 'Turns that run, an engine',
    format: 'number',
    of: ({ running }: OccupancySample) => running,
  },
  {
    id: 'waiting',
    title: 'waiting',
    meaning: 'Turns that wait at their engine',
    format: 'number',
    of: ({ waiting }: OccupancySample) => waiting,
  },
] as const;

/** @returns The charts of a run: of each measure the engines' mean as a line, and every engine as a thread. */
export function occupancyCharts(name: string, engines: readonly EngineOccupancy[], untilMs: number): Chart[] {
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

/** @returns The share of all caches that was held, over a time. */
export function occupiedShare(engines: readonly EngineOccupancy[], durationMs: number): number {
  const shares = engines.map(({ samples, capacityTokens }) => {
    const held = samples.reduce((sum, { timeMs, heldTokens }, i) => {
      const next = samples[i + 1];
      return next === undefined ? sum : sum + ((heldTokens + next.heldTokens) / 2) * (next.timeMs - timeMs);
    }, 0);
    return held / capacityTokens / Math.max(1, durationMs);
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
