import type { JsonValue } from '../../../base/index.js';

/** One row of a data set. */
export interface DataRow {
  /** The file that it stands in, within its folder or repository. */
  readonly file: string;
  /** From 1: of its line; in a Parquet file, of the row. */
  readonly number: number;
  /** By column. */
  readonly value: { readonly [column: string]: JsonValue };
}

/** A row that could not be read, or is not what was asked for. */
export interface BadRow {
  readonly file: string;
  readonly number: number;
  /** `not JSON`, `expected 3 cells, got 2`. */
  readonly reason: string;
  /** The line as it stands, where it is one; of a line that is too long, its beginning. */
  readonly text?: string;
}

/** What a reader of one format gives, row by row. */
export type ReadRow =
  | { readonly kind: 'row'; readonly number: number; readonly value: DataRow['value'] }
  | { readonly kind: 'bad'; readonly number: number; readonly reason: string; readonly text?: string };

/** One file to read rows of, and how. */
export interface RowSource {
  readonly path: string;
  readonly name: string;
  readonly signal?: AbortSignal | undefined;
  /** Called as bytes are read. */
  readonly onBytes: (bytes: number) => void;
}

/** @returns The name of the column that was asked for, or is the first that is there, and what it holds. A dot goes into a structure. */
export function findColumn(
  row: DataRow['value'],
  asked: string | undefined,
  known: readonly string[],
): readonly [string, JsonValue | undefined] {
  const names = asked === undefined ? known : [asked];
  const name = names.find((each) => valueAt(row, each) !== undefined) ?? names.join(' or ');
  return [name, valueAt(row, name)];
}

/** @returns What a column holds; undefined where it is not there. */
export function valueAt(row: DataRow['value'], path: string): JsonValue | undefined {
  if (Object.hasOwn(row, path)) return row[path];
  return path
    .split('.')
    .reduce<JsonValue | undefined>(
      (value, key) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, key)
          ? (value as { readonly [key: string]: JsonValue })[key]
          : undefined,
      row,
    );
}

/** @returns What a value is, for a message that says what was expected in its place. */
export function kindOfValue(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'a blank text' : 'a text';
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}
