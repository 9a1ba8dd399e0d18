import type { PackedBatch } from '../../packed-batch.js';
import { argumentError, checkArgument, checkLength } from '../arguments/check-arguments.js';
import { checkMembers } from '../arguments/closest.js';

/** The tokens that the loss counts. M = their number. */
export interface CountedTokens {
  /** Shape [M]: each token's index in the batch. */
  readonly at: Int32Array;
  /** Shape [M]: the index of the hidden state that predicts it, that of the token before. */
  readonly rows: Int32Array;
  /** Shape [M]: its id. */
  readonly targets: Int32Array;
}

/** The limits of a model's input. */
interface ModelLimits {
  readonly vocabSize: number;
  readonly maxPositionEmbeddings: number;
}

/** The fields of a packed batch that every consumer reads. */
export const PACKED_BATCH = {
  tokens: 'an array',
  offsets: 'an array',
  responseMask: 'an array',
  oldLogprobs: 'an array',
  advantages: 'an array',
  lossWeights: 'an array',
} as const;

/** The fields of a packed batch that a consumer may miss without a word. */
export const OPTIONAL_OF_BATCH = [
  'targets',
  'aggregation',
  'referenceLogprobs',
  'rolloutLogprobs',
  'rolloutWeights',
  'temperature',
] as const;

/**
 * @returns The counted tokens of a batch.
 * @throws TypeError for anything but a batch. RangeError if arrays are not of one length, offsets are not increasing from 0 to N, a sequence's
 *   first token is counted, a sequence is longer than the model's context, or an id is outside the vocabulary.
 */
export function countedTokens(batch: PackedBatch, { vocabSize, maxPositionEmbeddings }: ModelLimits): CountedTokens {
  checkArgument(batch, 'batch', PACKED_BATCH);
  checkMembers(batch, 'batch', OPTIONAL_OF_BATCH);
  const { temperature } = batch;
  if (typeof temperature !== 'number' || !(temperature > 0 && temperature < Infinity))
    throw argumentError(
      typeof temperature === 'number' ? RangeError : TypeError,
      'batch.temperature',
      `expected a number above 0, got ${String(temperature)}`,
    );
  checkLengths(batch);
  checkIds('tokens', batch.tokens, vocabSize);
  if (batch.targets !== undefined) checkIds('targets', batch.targets, vocabSize);
  const at: number[] = [];
  for (let s = 0; s + 1 < batch.offsets.length; s++) {
    const start = batch.offsets[s]!;
    const end = batch.offsets[s + 1]!;
    if (end < start) throw new RangeError(`batch.offsets[${s + 1}]: expected at least ${start}, got ${end}`);
    if (end - start > maxPositionEmbeddings) {
      throw new RangeError(
        `batch: expected sequences of at most ${maxPositionEmbeddings} tokens (the model's context), got ${end - start}`,
      );
    }
    for (let t = start; t < end; t++) {
      if (batch.responseMask[t] === 0) continue;
      if (t === start)
        throw new RangeError(`batch.responseMask[${t}]: expected 0 for the first token of a sequence, got 1`);
      at.push(t);
    }
  }
  const positions = Int32Array.from(at);
  return {
    at: positions,
    rows: positions.map((t) => t - 1),
    targets: positions.map((t) => (batch.targets ?? batch.tokens)[t]!),
  };
}

function checkIds(name: 'tokens' | 'targets', ids: Int32Array, vocabSize: number): void {
  const outside = ids.findIndex((id) => !(id >= 0 && id < vocabSize));
  if (outside >= 0)
    throw new RangeError(
      `batch.${name}[${outside}]: expected an id below ${vocabSize} (the vocabulary), got ${ids[outside]}`,
    );
}

function checkLengths(batch: PackedBatch): void {
  const count = batch.tokens.length;
  for (const name of ['responseMask', 'oldLogprobs', 'advantages', 'lossWeights', 'targets'] as const) {
    if (batch[name] !== undefined) checkLength(batch[name], `batch.${name}`, count, 'tokens');
  }
  if (batch.offsets[0] !== 0 || batch.offsets.at(-1) !== count) {
    throw new RangeError(
      `batch.offsets: expected to start at 0 and end at ${count}, got ${batch.offsets[0]} and ${batch.offsets.at(-1)}`,
    );
  }
}
