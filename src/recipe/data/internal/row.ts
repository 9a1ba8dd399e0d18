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
  /** Told as bytes are read. */
  readonly onBytes: (bytes: number) => void;
}
