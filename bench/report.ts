import type { Machine, Measurement } from './harness.js';
import { aligned, keepResult } from './table.js';

/** What a benchmark found, as it is written down. */
export interface BenchmarkReport {
  /** Names `bench/results/NAME.json`, and the table's place in the guide: between `<!-- bench:NAME -->` and its end. */
  readonly name: string;
  /** The guide with the table, such as `docs/downsampling.md`. */
  readonly guide: string;
  /** What was done, in a sentence. */
  readonly task: string;
  /** Work per second, such as `GB/s`. */
  readonly unit: string;
  readonly measurements: readonly Measurement[];
  readonly machine: Machine;
  readonly notes?: readonly string[];
  /** Whatever else was measured; goes to the JSON alone. */
  readonly details?: unknown;
}

/** Prints the table, writes it into the guide, and writes everything as JSON. */
export function writeReport(report: BenchmarkReport): void {
  const table = renderTable(report);
  console.log(table);
  const { guide, ...result } = report;
  keepResult(report.name, result, guide, table);
}

function renderTable({ task, unit, measurements, machine, notes = [] }: BenchmarkReport): string {
  const rows = measurements.map(({ name, median, slowest, fastest, ratio }) => [
    name,
    short(median),
    `${short(slowest)} – ${short(fastest)}`,
    `${short(ratio)} ×`,
  ]);
  return [
    `${task}`,
    '',
    ...aligned([['', `${unit}, median`, 'slowest – fastest', 'ratio'], ...rows]),
    '',
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.platform}, ${machine.runtime}; ` +
      `load average ${machine.loadBefore.toFixed(1)} before and ${machine.loadAfter.toFixed(1)} after.`,
    ...notes.map((note) => `${note}`),
  ].join('\n');
}

function short(value: number): string {
  return value.toPrecision(3).includes('e') ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
