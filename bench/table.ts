import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

/** A table that is not a comparison of rates. */
export interface Table {
  /** Names `bench/results/NAME.json` and the table's place in the guide. */
  readonly name: string;
  readonly guide: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** What is written as JSON. */
  readonly data: unknown;
}

const ROOT = new URL('../', import.meta.url);

/** Prints the table, writes it into the guide between its marks, and writes its data as JSON. */
export function writeTable({ name, guide, head, rows, data }: Table): void {
  const table = aligned([head, ...rows]).join('\n');
  console.log(table);
  keepResult(name, { name, result: data }, guide, table);
}

/** A Markdown table; the first column is text, the others are numbers. */
export function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length), 3));
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join(' | ')} |`;
  const rule = `| ${widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`;
  return [line(rows[0]!), rule, ...rows.slice(1).map(line)];
}

/** Writes a result as JSON to `bench/results`, and its table into the guide between the marks of its name. */
export function keepResult(name: string, result: unknown, guide: string, table: string): void {
  const results = new URL('bench/results/', ROOT);
  mkdirSync(results, { recursive: true });
  writeFileSync(new URL(`${name}.json`, results), `${JSON.stringify(result, null, 2)}\n`);

  const path = new URL(guide, ROOT);
  const text = readFileSync(path, 'utf8');
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${guide}: expected ${start} … ${end}`);
  writeFileSync(path, `${text.slice(0, from + start.length)}\n\n${table}\n\n${text.slice(to)}`);
}
