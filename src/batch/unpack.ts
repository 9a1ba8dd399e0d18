import { z } from 'zod';
import { checkOffsets, parseOptions } from '../base/internal/index.js';
import type { BatchPart } from './select-sequences.js';

/** The typed arrays that packed values come in. */
export type PackedValues = Int32Array | Uint8Array | Float32Array | Float64Array;

/**
 * Takes packed values apart again: one array a sequence.
 *
 * @param values - Shape [N].
 * @param offsets - Shape [S + 1].
 * @returns Views into `values`, not copies; shape [S].
 * @throws RangeError if the offsets do not end at N.
 */
export function unpack<A extends PackedValues>(values: A, offsets: ArrayLike<number>): A[] {
  checkOffsets(offsets, values.length, 'values');
  return Array.from({ length: offsets.length - 1 }, (_, i) => values.subarray(offsets[i], offsets[i + 1]) as A);
}

/**
 * Puts values that were worked out part by part back where their tokens stand in the whole batch.
 *
 * @param offsets - Of the batch that was cut; shape [S + 1].
 * @param parts - Each part with its values, one a token of the part.
 * @returns Shape [N]; 0 for tokens of sequences that no part has.
 */
export function joinParts(
  offsets: ArrayLike<number>,
  parts: readonly { readonly part: BatchPart; readonly values: ArrayLike<number> }[],
): Float64Array {
  const joined = new Float64Array(offsets[offsets.length - 1] ?? 0);
  parts.forEach(({ part, values }, k) => {
    if (values.length !== part.tokens.length)
      throw new RangeError(`parts[${k}].values: expected length ${part.tokens.length} (tokens), got ${values.length}`);
    part.sequences.forEach((sequence, i) => {
      const from = part.offsets[i]!;
      for (let t = 0; t < part.offsets[i + 1]! - from; t++) joined[offsets[sequence]! + t] = values[from + t]!;
    });
  });
  return joined;
}

/** A matrix with a row a sequence, for engines that want one. */
export interface Padded<A extends PackedValues> {
  /** Row-major; shape [rows, columns]. */
  readonly values: A;
  readonly rows: number;
  readonly columns: number;
}

/** How `padSequences` fills up. */
export interface PadOptions {
  /** Tokens a row. Default: the longest sequence. */
  readonly columns?: number | undefined;
  /** What stands where no token is. Default 0. */
  readonly value?: number | undefined;
  /** Where the padding goes. Default `right`. */
  readonly side?: 'left' | 'right' | undefined;
}

const padOptionsSchema = z.strictObject({
  columns: z.int().nonnegative().optional(),
  value: z.number().default(0),
  side: z.enum(['left', 'right']).default('right'),
});

/**
 * Pads packed values to a matrix; nothing else in the library does.
 *
 * @throws RangeError if a sequence is longer than `columns`.
 */
export function padSequences<A extends PackedValues>(
  values: A,
  offsets: ArrayLike<number>,
  options: PadOptions = {},
): Padded<A> {
  const rows = unpack(values, offsets);
  const longest = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const { columns = longest, value, side } = parseOptions(padOptionsSchema, options);
  if (columns < longest)
    throw new RangeError(`options.columns: expected at least ${longest} (longest sequence), got ${columns}`);
  const padded = new (values.constructor as new (length: number) => A)(rows.length * columns).fill(value) as A;
  rows.forEach((row, i) => padded.set(row, i * columns + (side === 'left' ? columns - row.length : 0)));
  return { values: padded, rows: rows.length, columns };
}
