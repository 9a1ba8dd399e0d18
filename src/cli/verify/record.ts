import { UsageError } from '../command.js';
import { exactNumberText } from '../../base/internal/index.js';
import type { VerifyMathOptions } from '../../verify/index.js';
import type { Line, TableRow } from '../../io/index.js';

/** One record to grade. */
export interface InputRecord {
  readonly kind: 'record';
  /** The line number, from 1. */
  readonly number: number;
  /** The record's id, else its line number. */
  readonly id: string | number;
  readonly groundTruth: string;
  readonly response: string;
  readonly options?: VerifyMathOptions;
}

/** An invalid line, and why it is invalid. */
export interface BadLine {
  readonly kind: 'bad';
  readonly number: number;
  readonly problem: string;
}

/** Names of the fields or columns. */
export interface Columns {
  readonly id: string;
  readonly groundTruth: string;
  readonly response: string;
}

/** @returns The records of JSON lines; blank lines are skipped. */
export async function* jsonlRecords(
  lines: AsyncIterable<Line>,
  columns: Columns,
): AsyncGenerator<InputRecord | BadLine> {
  for await (const line of lines) {
    if (line.problem !== undefined) yield { kind: 'bad', number: line.number, problem: line.problem };
    else if (line.text.trim() !== '') yield fromJson(line, columns);
  }
}

/** @returns The records of a table whose first row names its columns. @throws UsageError if a column is missing. */
export async function* tableRecords(
  rows: AsyncIterable<TableRow>,
  columns: Columns,
): AsyncGenerator<InputRecord | BadLine> {
  let header: readonly string[] | undefined;
  for await (const { number, cells, problem } of rows) {
    if (problem !== undefined) yield { kind: 'bad', number, problem };
    else if (header === undefined) header = checkedHeader(cells, columns);
    else yield fromCells(number, cells, header, columns);
  }
}

function fromJson({ number, text }: Line, columns: Columns): InputRecord | BadLine {
  const bad = (problem: string): BadLine => ({ kind: 'bad', number, problem });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return bad('not JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('expected an object');
  const record = value as { readonly [field: string]: unknown };
  const groundTruth = asText(withMetadata(record, columns.groundTruth), columns.groundTruth);
  if (typeof groundTruth !== 'string') return bad(groundTruth.problem);
  const response = asText(record, columns.response);
  if (typeof response !== 'string') return bad(response.problem);
  const id = record[columns.id] ?? number;
  if (typeof id !== 'string' && typeof id !== 'number') return bad(`${columns.id}: expected a string or a number`);
  const options = record['options'] as VerifyMathOptions | undefined;
  return { kind: 'record', number, id, groundTruth, response, ...(options === undefined ? {} : { options }) };
}

/** The ground truth is in the record or, as in a rollout, in its metadata. */
function withMetadata(
  record: { readonly [field: string]: unknown },
  field: string,
): { readonly [field: string]: unknown } {
  const { metadata } = record;
  return record[field] === undefined && typeof metadata === 'object' && metadata !== null ? { ...metadata } : record;
}

/** A number is read as its text, unless JSON.parse has lost digits of it. */
function asText(record: { readonly [field: string]: unknown }, field: string): string | { readonly problem: string } {
  const value = record[field];
  if (typeof value === 'string') return value;
  if (typeof value !== 'number') {
    const got =
      value === undefined ? 'nothing' : value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
    return { problem: `${field}: expected a string, got ${got}` };
  }
  return (
    exactNumberText(value) ?? {
      problem: `${field}: expected a string, got a number with more digits than JavaScript keeps`,
    }
  );
}

function checkedHeader(cells: readonly string[], columns: Columns): readonly string[] {
  const header = cells.map((cell) => cell.trim());
  for (const column of [columns.groundTruth, columns.response]) {
    if (!header.includes(column))
      throw new UsageError(`expected a column ${JSON.stringify(column)}, got ${header.join(', ')}`);
  }
  return header;
}

function fromCells(
  number: number,
  cells: readonly string[],
  header: readonly string[],
  columns: Columns,
): InputRecord | BadLine {
  if (cells.length !== header.length) {
    return { kind: 'bad', number, problem: `expected ${header.length} cells, got ${cells.length}` };
  }
  const cell = (column: string): string | undefined => cells[header.indexOf(column)];
  return {
    kind: 'record',
    number,
    id: cell(columns.id) || number,
    groundTruth: cell(columns.groundTruth)!,
    response: cell(columns.response)!,
  };
}
