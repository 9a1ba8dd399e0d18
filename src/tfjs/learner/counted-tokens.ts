import type { PackedBatch } from '../../base/index.js';

/** The tokens the loss counts. M = their number. */
export interface CountedTokens {
  /** Shape [M]: where each stands in the batch. */
  readonly at: Int32Array;
  /** Shape [M]: the row of hidden states that predicts it, the one before. */
  readonly rows: Int32Array;
  /** Shape [M]: its id. */
  readonly targets: Int32Array;
}

/**
 * @throws RangeError if arrays are not of one length, offsets are not increasing from 0 to N, or a sequence's first token
 *   is counted.
 */
export function countedTokens(batch: PackedBatch): CountedTokens {
  checkLengths(batch);
  const at: number[] = [];
  for (let s = 0; s + 1 < batch.offsets.length; s++) {
    const start = batch.offsets[s]!;
    const end = batch.offsets[s + 1]!;
    if (end < start) throw new RangeError(`batch.offsets[${s + 1}]: expected at least ${start}, got ${end}`);
    for (let t = start; t < end; t++) {
      if (batch.responseMask[t] === 0) continue;
      if (t === start)
        throw new RangeError(`batch.responseMask[${t}]: expected 0 for the first token of a sequence, got 1`);
      at.push(t);
    }
  }
  const positions = Int32Array.from(at);
  return { at: positions, rows: positions.map((t) => t - 1), targets: positions.map((t) => batch.tokens[t]!) };
}

function checkLengths(batch: PackedBatch): void {
  const count = batch.tokens.length;
  for (const name of ['responseMask', 'oldLogprobs', 'advantages', 'lossWeights'] as const) {
    if (batch[name].length !== count) {
      throw new RangeError(`batch.${name}: expected ${count} values (one a token), got ${batch[name].length}`);
    }
  }
  if (batch.offsets[0] !== 0 || batch.offsets.at(-1) !== count) {
    throw new RangeError(
      `batch.offsets: expected to start at 0 and end at ${count}, got ${batch.offsets[0]} and ${batch.offsets.at(-1)}`,
    );
  }
}
