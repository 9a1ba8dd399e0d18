import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Machine, Measurement } from './harness.js';

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

const ROOT = new URL('../', import.meta.url);

/** Prints the table, writes it into the guide, and writes everything as JSON. */
export function writeReport(report: BenchmarkReport): void {
  const table = renderTable(report);
  console.log(table);
  const { guide, ...result } = report;
  const results = new URL('bench/results/', ROOT);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL(`${report.name}.json`, results), `${JSON.stringify(result, null, 2)}\n`);

  const path = fileURLToPath(new URL(guide, ROOT));
  const text = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- bench:${report.name} -->`, `<!-- /bench:${report.name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${guide}: expected ${start} … ${end}`);
  writeFileSync(path, `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`);
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

/** A Markdown table; the first column is text, the others are numbers. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length), 3));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)];
}

function short(value: number): string {
  return value.toPrecision(3).includes('e') ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}
