import { simulateSchedule, type ScheduleSimulation } from '../src/rollout/index.js';
import { TRACES, namedTrace } from './schedule-traces.js';
import { writeTable } from './table.js';

/**
 * How long a step takes under each scheduler: `npx tsx bench/schedule.ts [ENGINES]`, 8 groups of 32 an engine, the paper's load on 64. All engines and tools
 * are simulated; the times are the simulator's, so a busy machine changes nothing. The seed is not the one that the scheduler was written and tuned on.
 */
const engines = Number(process.argv[2] ?? 8);
const rows: string[][] = [];
const data: object[] = [];
for (const name of Object.keys(TRACES) as (keyof typeof TRACES)[]) {
  const trace = namedTrace(name, 8 * engines, 32, 'other');
  const run = (options: Omit<Parameters<typeof simulateSchedule>[0], 'trace' | 'engines'>): ScheduleSimulation =>
    simulateSchedule({ trace, engines, ...options });
  const results = [
    run({ scheduler: 'static' }),
    run({ scheduler: 'least-requests' }),
    run({ scheduler: 'sticky' }),
    run({ scheduler: 'kv-aware' }),
    run({ scheduler: 'kv-aware', lengths: 'known' }),
    run({ scheduler: 'kv-aware', admission: 'worst-case' }),
  ];
  const preempted = ({ preemptions, turns }: ScheduleSimulation) => `${((100 * preemptions) / turns).toFixed(2)} %`;
  rows.push([
    name,
    ...results.map(({ durationMs, lowerBoundMs }) => (durationMs / lowerBoundMs).toFixed(2)),
    ...[results[2]!, results[3]!].map(preempted),
  ]);
  data.push({ name, engines, results: results.map((result) => ({ ...result, engines: undefined })) });
  console.error(rows.at(-1)!.join(' '));
}
writeTable({
  name: 'schedule',
  guide: 'docs/scheduling.md',
  head: [
    `step over lower bound, ${engines} engines`,
    'static',
    'least requests',
    'sticky',
    'ours, estimated',
    'ours, known lengths',
    'ours, worst-case',
    'thrown out: sticky',
    'ours',
  ],
  rows,
  data,
});
