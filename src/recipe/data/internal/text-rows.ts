import { DatasetError } from '../../../base/index.js';
import { csvRows, lines, parseExactJson, readPieces, type Line } from '../../../io/index.js';
import type { ReadRow, RowSource } from './row.js';

/** @returns The objects of a file of JSON lines; blank lines are no rows. */
export async function* jsonlRows(source: RowSource): AsyncGenerator<ReadRow> {
  for await (const line of lines(bytesOf(source))) if (line.text.trim() !== '') yield fromJson(line);
}

function fromJson({ number, text, problem }: Line): ReadRow {
  if (problem !== undefined) return { kind: 'bad', number, reason: problem, text: text.slice(0, SHOWN) };
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    return { kind: 'bad', number, reason: 'not JSON', text };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'bad', number, reason: 'expected an object', text };
  return { kind: 'row', number, value: value as (ReadRow & { readonly kind: 'row' })['value'] };
}

/** Most characters of an unreadable line that an error shows. */
const SHOWN = 1_000;

/**
 * @returns The rows of a table whose first row names its columns; every cell is a text.
 * @throws DatasetError where that row cannot be read, or names a column twice.
 */
export async function* tableRows(source: RowSource, delimiter: ',' | '\t'): AsyncGenerator<ReadRow> {
  let columns: readonly string[] | undefined;
  for await (const { number, cells, problem } of csvRows(lines(bytesOf(source)), delimiter)) {
    if (columns === undefined) columns = checkedColumns(source.name, cells, problem);
    else if (problem !== undefined) yield { kind: 'bad', number, reason: problem, text: cells[0]!.slice(0, SHOWN) };
    else if (cells.length !== columns.length) {
      const reason = `expected ${columns.length} cells, got ${cells.length}`;
      yield { kind: 'bad', number, reason, text: cells.map(quoted).join(delimiter) };
    } else yield { kind: 'row', number, value: Object.fromEntries(columns.map((column, i) => [column, cells[i]!])) };
  }
}

function quoted(cell: string): string {
  return /["\s,]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function checkedColumns(file: string, cells: readonly string[], problem: string | undefined): readonly string[] {
  if (problem !== undefined) throw new DatasetError(`${file}:1: the row that names the columns: ${problem}`);
  const columns = cells.map((cell) => cell.trim());
  const twice = columns.find((column, i) => columns.indexOf(column) !== i);
  if (twice !== undefined) throw new DatasetError(`${file}:1: two columns ${JSON.stringify(twice)}`);
  return columns;
}

async function* bytesOf({ path, name, signal, onBytes }: RowSource): AsyncGenerator<Uint8Array> {
  let read = 0;
  try {
    for await (const bytes of readPieces(path, signal)) {
      read += bytes.byteLength;
      onBytes(bytes.byteLength);
      yield bytes;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw new DatasetError(`${name}: after ${read} bytes: ${(cause as Error).message}`, { cause });
  }
}
