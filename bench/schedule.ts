import { simulateSchedule, type SchedulerName } from '../src/rollout/index.js';
import { benchOptions } from './options.js';
import { TRACES, traceOf, type TraceName } from './schedule-traces.js';
import { writeTable } from './table.js';

/**
 * How long a step takes under the scheduler, beside the best of three simple rules on the same seed:
 * `npx tsx bench/schedule.ts [SIZE,…] [PREFIX] [KIND,…]`, a size being ENGINESxGROUPSxSEEDS, groups of 32 for each engine. All engines and tools are
 * simulated; the times are the simulator's, so a busy machine changes nothing. The scheduler was written and tuned on seeds with the prefix `tune`.
 */
const { positionals } = benchOptions({ allowPositionals: true });
const sizes = (positionals[0] ?? '8x2x20,16x2x20,64x2x20,8x8x20').split(',');
const prefix = positionals[1] ?? 'test';
const kinds = (positionals[2]?.split(',') ?? Object.keys(TRACES)) as TraceName[];
const SIMPLE: readonly SchedulerName[] = ['static', 'least-requests', 'sticky'];

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;

/** One step under each scheduler. */
function compare(name: TraceName, seed: number, engines: number, groups: number) {
  const trace = traceOf(`${name}/${prefix}-${seed}`, engines, groups);
  const results = [...SIMPLE, 'kv-aware' as const].map((scheduler) => {
    const { durationMs, lowerBoundMs, preemptions, turns } = simulateSchedule({ trace, engines, scheduler });
    return { scheduler, overBound: durationMs / lowerBoundMs, preempted: preemptions / turns };
  });
  const best = results.slice(0, -1).reduce((a, b) => (b.overBound < a.overBound ? b : a));
  const overBest = results.map(({ overBound }) => overBound / best.overBound);
  return { seed, results, overBest, best: best.scheduler, preempted: best.preempted };
}

const times = new Map(kinds.map((name) => [name, [name] as string[]]));
const preempted = new Map(kinds.map((name) => [name, [name] as string[]]));
const data: object[] = [];
/** Of each rule, every step's time over that of the best simple rule. */
const overBestOf = new Map([...SIMPLE, 'kv-aware' as const].map((scheduler) => [scheduler, [] as number[]]));
for (const size of sizes) {
  const [engines, groups, seeds] = size.split('x').map(Number) as [number, number, number];
  for (const name of kinds) {
    const steps = Array.from({ length: seeds }, (_, seed) => compare(name, seed, engines, groups));
    const overBest = steps.map((step) => step.overBest.at(-1)!);
    for (const step of steps) [...overBestOf.values()].forEach((all, rule) => all.push(step.overBest[rule]!));
    const overBound = (place: number) => median(steps.map(({ results }) => results[place]!.overBound)).toFixed(2);
    times
      .get(name)!
      .push(
        `${median(overBest).toFixed(2)} (${Math.max(...overBest).toFixed(2)})`,
        [0, 1, 2, 3].map(overBound).join(' · '),
      );
    const share = (of: (step: (typeof steps)[number]) => number) => `${(100 * median(steps.map(of))).toFixed(1)} %`;
    const cell = `${share(({ results }) => results.at(-1)!.preempted)} of ${share((step) => step.preempted)}`;
    preempted.get(name)!.push(cell);
    data.push({ name, engines, groups, overBest: overBest.map((ratio) => Number(ratio.toFixed(4))) });
    console.error(size, times.get(name)!.slice(-2).join('  '), cell, name);
  }
}
const guide = 'docs/scheduling.md';
const loads = sizes.map((size) => {
  const [engines, groups, seeds] = size.split('x').map(Number) as [number, number, number];
  return `${engines} × ${32 * groups * engines}, ${seeds} seeds`;
});
writeTable({
  name: 'schedule',
  guide,
  head: ['step over best simple rule', ...loads.flatMap((load) => [load, 'over bound'])],
  rows: [...times.values()],
  data,
});
writeTable({
  name: 'schedule-preempted',
  guide,
  head: ['turns preempted', ...loads],
  rows: [...preempted.values()],
  data: [],
});
const shareAbove = (ratios: readonly number[], limit: number) =>
  `${((100 * ratios.filter((ratio) => ratio > limit).length) / ratios.length).toFixed(1)} %`;
const aboveBest = [...overBestOf].map(([scheduler, ratios]) => [
  scheduler,
  shareAbove(ratios, 1.02),
  shareAbove(ratios, 1.05),
  Math.max(...ratios).toFixed(2),
]);
writeTable({
  name: 'schedule-above',
  guide,
  head: ['all steps of these tables', 'more than 2 % above', 'more than 5 % above', 'worst'],
  rows: aboveBest,
  data: aboveBest,
});
