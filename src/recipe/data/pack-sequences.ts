import { DatasetError } from '../../base/index.js';
import type { TrainingSequence } from './training-sequences.js';
import type { ConversationLayout } from '../../rollout/internal/index.js';

/** Concatenated sequences of one training batch. `offsets` has their borders, so that they do not attend to each other. */
interface SequencePack {
  /** Shape [T]. */
  readonly tokens: Int32Array;
  /** Shape [S + 1]; starts at 0, ends at T. */
  readonly offsets: Int32Array;
  /** Shape [T]; 1 for learned tokens. Divided by their number in all packs of a step, this is `weights` of `crossEntropyBatch`. */
  readonly mask: Uint8Array;
  /** Shape [S]; ascending positions of the conversations. To continue with the next pack, start after the last one. */
  readonly places: Int32Array;
}

/** Options of {@link packSequences}. */
interface PackSequencesOptions {
  /** Most tokens of a pack. */
  readonly length: number;
}

/**
 * Packs sequences, in their order, up to a length: a pack is closed by the first sequence that does not fit. One pack is in memory at a time.
 *
 * @throws RangeError for an invalid length; DatasetError for a longer sequence (`trainingSequences` with the same length refuses them
 *   first).
 *
 * @example
 * for await (const pack of packSequences(sequences, { length: 8192 })) console.log(pack.offsets);
 */
export async function* packSequences(
  sequences: AsyncIterable<TrainingSequence> | Iterable<TrainingSequence>,
  { length }: PackSequencesOptions,
): AsyncGenerator<SequencePack> {
  if (!Number.isSafeInteger(length) || length < 1)
    throw new RangeError(`options.length: expected a positive integer, got ${length}`);
  let open: TrainingSequence[] = [];
  let taken = 0;
  for await (const sequence of sequences) {
    const tokens = sequence.tokens.length;
    if (tokens > length)
      throw new DatasetError(`sequence ${sequence.place}: expected at most ${length} tokens, got ${tokens}`);
    if (taken + tokens > length) {
      yield pack(open);
      [open, taken] = [[], 0];
    }
    open.push(sequence);
    taken += tokens;
  }
  if (open.length > 0) yield pack(open);
}

function pack(sequences: readonly TrainingSequence[]): SequencePack {
  return { ...concatenateSequences(sequences), places: Int32Array.from(sequences, ({ place }) => place) };
}

/** Sequences, one behind the other. */
interface ConcatenatedSequences {
  /** Shape [T]. */
  readonly tokens: Int32Array;
  /** Shape [S + 1]; starts at 0, ends at T. */
  readonly offsets: Int32Array;
  /** Shape [T]; 1 for what is learned. */
  readonly mask: Uint8Array;
}

export function concatenateSequences(sequences: readonly ConversationLayout[]): ConcatenatedSequences {
  const offsets = new Int32Array(sequences.length + 1);
  for (const [i, { tokens }] of sequences.entries()) offsets[i + 1] = offsets[i]! + tokens.length;
  const [tokens, mask] = [new Int32Array(offsets.at(-1)!), new Uint8Array(offsets.at(-1)!)];
  for (const [i, sequence] of sequences.entries()) {
    tokens.set(sequence.tokens, offsets[i]);
    mask.set(sequence.mask, offsets[i]);
  }
  return { tokens, offsets, mask };
}
