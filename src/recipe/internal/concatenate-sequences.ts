import type { ConversationLayout } from '../../rollout/internal/index.js';

/** Sequences, one behind the other. */
export interface ConcatenatedSequences {
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
