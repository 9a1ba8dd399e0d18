import { simulateSchedule, type ScheduleSimulation, type ScheduleSimulationOptions } from '../src/rollout/index.js';
import { TRACES, traceOf } from './schedule-traces.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

/**
 * How long a step takes under each scheduler: `npx tsx bench/schedule.ts [ENGINES] [SEEDS] [PREFIX]`, 8 groups of 32 an engine, the paper's load on 64. All
 * engines and tools are simulated; the times are the simulator's, so a busy machine changes nothing. The seeds are not those that the scheduler was written and tuned on.
 */
const { positionals } = benchOptions({ allowPositionals: true });
const [engines, seeds, prefix] = [Number(positionals[0] ?? 4), Number(positionals[1] ?? 5), positionals[2] ?? 'final'];
const CONTESTANTS = {
  static: { scheduler: 'static' },
  'least requests': { scheduler: 'least-requests' },
  sticky: { scheduler: 'sticky' },
  'ours, estimated': { scheduler: 'kv-aware' },
  'ours, known lengths': { scheduler: 'kv-aware', lengths: 'known' },
  'ours, worst-case': { scheduler: 'kv-aware', admission: 'worst-case' },
} satisfies { [name: string]: Omit<ScheduleSimulationOptions, 'trace' | 'engines'> };

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const ratioOf = ({ durationMs, lowerBoundMs }: ScheduleSimulation) => durationMs / lowerBoundMs;
const thrownOut = ({ preemptions, turns }: ScheduleSimulation) => (100 * preemptions) / turns;
const medianAndWorst = (values: readonly number[]) =>
  `${median(values).toFixed(2)} (${Math.max(...values).toFixed(2)})`;

const rows: string[][] = [];
const causes: string[][] = [];
const data: object[] = [];
for (const name of Object.keys(TRACES)) {
  const results = Object.values(CONTESTANTS).map((options) =>
    Array.from({ length: seeds }, (_, seed) =>
      simulateSchedule({ trace: traceOf(`${name}/${prefix}-${seed}`, engines), engines, ...options }),
    ),
  );
  const [, , sticky, estimated, known] = results as [
    ScheduleSimulation[],
    ScheduleSimulation[],
    ScheduleSimulation[],
    ScheduleSimulation[],
    ScheduleSimulation[],
  ];
  const best = (seed: number) => Math.min(...results.slice(0, 3).map((all) => all[seed]!.durationMs));
  rows.push([
    name,
    ...results.map((all) => medianAndWorst(all.map(ratioOf))),
    medianAndWorst(estimated.map(({ durationMs }, seed) => best(seed) / durationMs)).replace(/ .*/, ''),
    ...[sticky, estimated].map((all) => `${median(all.map(thrownOut)).toFixed(2)} %`),
  ]);
  for (const [who, all] of [
    ['estimated', estimated],
    ['known', known],
  ] as const) {
    const share = (cause: keyof ScheduleSimulation['losses']) =>
      `${(100 * median(all.map(({ losses, lowerBoundMs }) => losses[cause] / lowerBoundMs))).toFixed(1)} %`;
    causes.push([`${name}, ${who}`, ...(['rampUpMs', 'roomMs', 'tailMs', 'recomputedMs'] as const).map(share)]);
  }
  data.push({ name, engines, results: results.map((all) => all.map((result) => ({ ...result, engines: undefined }))) });
  console.error(rows.at(-1)!.join(' '));
}
const guide = 'docs/scheduling.md';
const head = [
  `step over lower bound, ${engines} engines, ${seeds} seeds`,
  ...Object.keys(CONTESTANTS),
  'best that pushes over ours',
  'preempted: sticky',
  'ours',
];
writeTable({ name: 'schedule', guide, head, rows, data });
writeTable({
  name: 'schedule-losses',
  guide,
  head: ['lost, as a share of the bound', 'ramp up', 'empty room', 'tail', 'computed again'],
  rows: causes,
  data: causes,
});
