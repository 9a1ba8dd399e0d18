import * as z from 'zod/mini';
import { checkArgument, checkOffsets, parseOptions } from '../base/internal/index.js';

/** The typed arrays of packed values. */
export type PackedValues = Int32Array | Uint8Array | Float32Array | Float64Array;

/**
 * Splits packed values into one array for each sequence.
 *
 * @param values - Shape [N].
 * @param offsets - Shape [S + 1].
 * @returns Views into `values`, not copies; shape [S].
 * @throws RangeError if the offsets do not end at N.
 *
 * @example
 * unpack(Int32Array.of(1, 2, 3), [0, 2, 3]); // [[1, 2], [3]]
 */
export function unpack<A extends PackedValues>(values: A, offsets: ArrayLike<number>): A[] {
  checkArgument(values, 'values', 'an array');
  checkArgument(offsets, 'offsets', 'an array');
  checkOffsets(offsets, values.length, 'values');
  return Array.from({ length: offsets.length - 1 }, (_, i) => values.subarray(offsets[i], offsets[i + 1]) as A);
}

/** A matrix with one row for each sequence, for engines that need padding. */
export interface Padded<A extends PackedValues> {
  /** Row-major; shape [rows, columns]. */
  readonly values: A;
  readonly rows: number;
  readonly columns: number;
}

/** Options of `padSequences`. */
export interface PadOptions {
  /** Tokens in a row. Default: the longest sequence. */
  readonly columns?: number | undefined;
  /** The value of padding. Default 0. */
  readonly value?: number | undefined;
  /** Where the padding goes. Default `right`. */
  readonly side?: 'left' | 'right' | undefined;
}

const padOptionsSchema = z.strictObject({
  columns: z.optional(z.int().check(z.nonnegative())),
  value: z._default(z.number(), 0),
  side: z._default(z.enum(['left', 'right']), 'right'),
});

/**
 * Pads packed values to a matrix. No other function of this package pads.
 *
 * @throws RangeError if a sequence is longer than `columns`.
 *
 * @example
 * padSequences(Int32Array.of(1, 2, 3), [0, 2, 3]); // { values: [1, 2, 3, 0], rows: 2, columns: 2 }
 */
export function padSequences<A extends PackedValues>(
  values: A,
  offsets: ArrayLike<number>,
  options: PadOptions = {},
): Padded<A> {
  checkArgument(values, 'values', 'an array');
  checkArgument(offsets, 'offsets', 'an array');
  const rows = unpack(values, offsets);
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const { columns = longest, value, side } = parseOptions(padOptionsSchema, options);
  if (columns < longest)
    throw new RangeError(`options.columns: expected at least ${longest} (longest sequence), got ${columns}`);
  const padded = new (values.constructor as new (length: number) => A)(rows.length * columns).fill(value) as A;
  rows.forEach((row, i) => padded.set(row, i * columns + (side === 'left' ? columns - row.length : 0)));
  return { values: padded, rows: rows.length, columns };
}
