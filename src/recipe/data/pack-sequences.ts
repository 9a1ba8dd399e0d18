import { DatasetError } from '../../base/index.js';
import type { TrainingSequence } from './training-sequences.js';

/** Sequences that are trained on together, one behind the other; none reads another. */
export interface SequencePack extends TrainingSequence {
  /** Shape [S + 1]; starts at 0, ends at T. */
  readonly offsets: Int32Array;
}

/** Options of {@link packSequences}. */
export interface PackSequencesOptions {
  /** Most tokens of a pack. */
  readonly length: number;
  /** Told of a sequence that is longer, by its place among all. Default: the first one is thrown as a `DatasetError`. */
  readonly onTooLong?: ((index: number, tokens: number) => void) | undefined;
}

/**
 * Packs sequences, in their order, up to a length. One pack is in memory at a time.
 *
 * @throws DatasetError for a sequence that is longer than a pack where nobody is told of it; RangeError for a length that is none.
 */
export async function* packSequences(
  sequences: AsyncIterable<TrainingSequence> | Iterable<TrainingSequence>,
  { length, onTooLong }: PackSequencesOptions,
): AsyncGenerator<SequencePack> {
  if (!Number.isSafeInteger(length) || length < 1)
    throw new RangeError(`options.length: expected a positive integer, got ${length}`);
  let open: TrainingSequence[] = [];
  let [taken, index] = [0, 0];
  for await (const sequence of sequences) {
    const tokens = sequence.tokens.length;
    const place = index++;
    if (tokens > length) {
      if (onTooLong === undefined)
        throw new DatasetError(`sequence ${place}: expected at most ${length} tokens, got ${tokens}`);
      onTooLong(place, tokens);
      continue;
    }
    if (taken + tokens > length) {
      yield pack(open, taken);
      [open, taken] = [[], 0];
    }
    open.push(sequence);
    taken += tokens;
  }
  if (open.length > 0) yield pack(open, taken);
}

function pack(sequences: readonly TrainingSequence[], length: number): SequencePack {
  const [tokens, mask] = [new Int32Array(length), new Uint8Array(length)];
  const offsets = new Int32Array(sequences.length + 1);
  for (const [i, sequence] of sequences.entries()) {
    tokens.set(sequence.tokens, offsets[i]);
    mask.set(sequence.mask, offsets[i]);
    offsets[i + 1] = offsets[i]! + sequence.tokens.length;
  }
  return { tokens, mask, offsets };
}
