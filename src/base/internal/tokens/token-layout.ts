import { argumentError, checkArgument, checkLength, checkMask } from '../arguments/check-arguments.js';

/**
 * @param what - What `end` counts, for the message.
 * @throws RangeError unless the offsets start at 0, never decrease and end at `end`.
 */
export function checkOffsets(offsets: ArrayLike<number>, end: number, what: string, path = 'offsets'): void {
  let previous = 0;
  for (let i = 0; i < offsets.length; i++) {
    if (!(offsets[i]! >= previous) || (i === 0 && offsets[0] !== 0))
      throw argumentError(
        RangeError,
        `${path}[${i}]`,
        `expected to start at 0 and never to decrease, got ${offsets[i]!}`,
      );
    previous = offsets[i]!;
  }
  if (offsets.length === 0 || previous !== end)
    throw argumentError(
      RangeError,
      path,
      `expected to end at ${end} (${what}), got ${offsets.length === 0 ? 'no offsets' : previous}`,
    );
}

/**
 * Checks packed tokens.
 *
 * @param arrays - Further arrays that have one number a token, by name.
 * @param path - The caller's name of the value, which starts every message.
 * @throws TypeError for anything but arrays, or a mask of anything but numbers. RangeError unless the response mask holds only 0 and 1,
 *   the offsets cover it in order, and every array has its length.
 */
export function checkTokenLayout(
  { offsets, responseMask }: TokenLayout,
  arrays: { readonly [name: string]: ArrayLike<number> | undefined } = {},
  path = 'input',
): void {
  for (const [name, values] of Object.entries({ offsets, responseMask, ...arrays }))
    checkArgument(values, `${path}.${name}`, 'an array');
  checkOffsets(offsets, responseMask.length, 'response mask', `${path}.offsets`);
  for (const [name, values] of Object.entries(arrays))
    checkLength(values!, `${path}.${name}`, responseMask.length, 'response mask');
  checkMask(responseMask, `${path}.responseMask`);
}

/** Where rollouts and their paths begin, as in a `PackedBatch`. */
interface PathLayout {
  readonly offsets: Int32Array;
  readonly segments?: Int32Array;
}

/**
 * Checks where the paths of packed rollouts begin.
 *
 * @throws TypeError for anything but an array; RangeError unless the segments ascend from 0 to the last offset and have every offset.
 */
export function checkSegments({ offsets, segments }: PathLayout, path: string): void {
  if (segments === undefined) return;
  checkArgument(segments, path, 'an array');
  checkOffsets(segments, offsets.at(-1) ?? 0, 'the last offset', path);
  const borders = new Set(segments);
  const missing = offsets.find((offset) => !borders.has(offset));
  if (missing !== undefined) throw argumentError(RangeError, path, `expected every offset, got no ${missing}`);
}

/**
 * @throws RangeError for packed rollouts with branches, where each token must come after all earlier ones of its sequence: branches
 *   have no order in time.
 */
export function refuseSegments(input: object, path = 'input'): void {
  const { segments } = input as Partial<PathLayout>;
  if (segments !== undefined)
    throw argumentError(
      RangeError,
      `${path}.segments`,
      `expected rollouts without branches (tokens of one path follow each other in time, those of two do not), got ${segments.length - 1} paths`,
    );
}

/** @returns The number of sequences, S. */
export function sequenceCount(offsets: ArrayLike<number>): number {
  return Math.max(0, offsets.length - 1);
}

/** @returns The tokens of each sequence, counted or not; shape [S]. */
export function sequenceLengths(offsets: ArrayLike<number>): Int32Array {
  return Int32Array.from({ length: sequenceCount(offsets) }, (_, i) => offsets[i + 1]! - offsets[i]!);
}

/** @returns How many tokens of each sequence the loss counts; shape [S]. */
export function countedLengths({ offsets, responseMask }: TokenLayout): Int32Array {
  const lengths = new Int32Array(sequenceCount(offsets));
  for (let i = 0; i < lengths.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) lengths[i]!++;
  return lengths;
}

/** @returns Where the tokens that the loss counts stand in the batch, a list for each sequence; shape [S]. */
export function countedPositions({ offsets, responseMask }: TokenLayout): number[][] {
  return Array.from({ length: sequenceCount(offsets) }, (_, i) => {
    const positions: number[] = [];
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) positions.push(t);
    return positions;
  });
}

/** The tokens that a loss counts: sequence i holds the tokens [offsets[i], offsets[i + 1]) of N. */
export interface TokenLayout {
  /** Shape [S + 1]. */
  readonly offsets: ArrayLike<number>;
  /** Shape [N]; 1 for tokens the loss counts, else 0. */
  readonly responseMask: ArrayLike<number>;
}
