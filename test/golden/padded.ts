import { attempt, compare, fromGolden, show, type Tolerance } from './compare.js';
import type { GoldenRecord } from './record.js';

/** A golden matrix laid end to end: every row with its padding, which the recorded mask leaves out. */
export interface PackedMatrix {
  readonly values: Float64Array;
  readonly offsets: Int32Array;
  readonly columns: number;
}

/** @returns A recorded `[rows][columns]` matrix, flat. */
export function packMatrix(matrix: unknown): PackedMatrix {
  const rows = fromGolden(matrix) as readonly (readonly number[])[];
  const columns = rows[0]?.length ?? 0;
  return {
    values: Float64Array.from(rows.flat()),
    offsets: Int32Array.from({ length: rows.length + 1 }, (_, i) => i * columns),
    columns,
  };
}

/** @returns Flat values as rows again, for comparison. */
export function unpackMatrix(values: ArrayLike<number>, { offsets }: Pick<PackedMatrix, 'offsets'>): number[][] {
  const flat = Array.from(values);
  return Array.from({ length: offsets.length - 1 }, (_, i) => flat.slice(offsets[i], offsets[i + 1]));
}

/** What Python's exceptions are with us. The type is the contract, not the message. */
const ERROR_TYPES: { readonly [python: string]: ErrorConstructor } = {
  ValueError: RangeError,
  AssertionError: RangeError,
  NotImplementedError: RangeError,
  ZeroDivisionError: RangeError,
  TypeError,
};

/**
 * Runs a record and compares what it returns with `expected`, or what it throws with `expected.error`.
 *
 * @param check - Compares the returned value; by default everything within the tolerance.
 */
export function checkRecord<T>(
  record: GoldenRecord,
  tolerance: Tolerance,
  run: () => T,
  check: (got: T, want: Recorded) => string | undefined = (got, want) => compare(got, want, tolerance, 'expected'),
): string | undefined {
  const want = record['expected'] as Recorded;
  const came = attempt(run);
  const error = want['error'] as { readonly type: string } | undefined;
  if (error !== undefined) {
    const type = ERROR_TYPES[error.type];
    if (type === undefined) return `expected.error: no counterpart of ${error.type} is known`;
    if (came.kind === 'returned') return `expected ${error.type}, got ${show(came.value)}`;
    return came.error instanceof type ? undefined : `expected ${error.type}, got ${String(came.error)}`;
  }
  if (came.kind === 'threw') throw came.error;
  return check(came.value, want);
}

/** A JSON object of a record. */
export interface Recorded {
  readonly [name: string]: unknown;
}
