import type { PackedBatch } from '../../packed-batch.js';
import { argumentError, checkArgument } from '../arguments/check-arguments.js';
import { checkMembers } from '../arguments/closest.js';
import { checkSegments, checkTokenLayout, countedPositions } from './token-layout.js';

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

/** The optional fields of a packed batch. */
export const OPTIONAL_OF_BATCH = [
  'segments',
  'targets',
  'aggregation',
  'referenceLogprobs',
  'rolloutLogprobs',
  'rolloutWeights',
  'temperature',
] as const;

/**
 * @returns The counted tokens of a batch.
 * @throws TypeError for anything but a batch. RangeError as `checkTokenLayout` and `checkSegments`, and if a path's first token is counted, a path is
 *   longer than the model's context, or an id is outside the vocabulary.
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
  const { tokens, targets = tokens, oldLogprobs, advantages, lossWeights } = batch;
  checkTokenLayout(batch, { tokens, targets, oldLogprobs, advantages, lossWeights }, 'batch');
  checkIds('tokens', tokens, vocabSize);
  if (targets !== tokens) checkIds('targets', targets, vocabSize);
  checkSegments(batch, 'batch.segments');
  const paths = batch.segments ?? batch.offsets;
  const what = batch.segments === undefined ? 'sequence' : 'path';
  const counted = countedPositions({ ...batch, offsets: paths }).map((positions, s) => {
    const [start, end] = [paths[s]!, paths[s + 1]!];
    if (end - start > maxPositionEmbeddings)
      throw new RangeError(
        `batch: expected ${what}s of at most ${maxPositionEmbeddings} tokens (the model's context), got ${end - start}`,
      );
    if (positions[0] === start)
      throw new RangeError(`batch.responseMask[${start}]: expected 0 for the first token of a ${what}, got 1`);
    return positions;
  });
  const at = Int32Array.from(counted.flat());
  return { at, rows: at.map((t) => t - 1), targets: at.map((t) => targets[t]!) };
}

function checkIds(name: 'tokens' | 'targets', ids: Int32Array, vocabSize: number): void {
  const outside = ids.findIndex((id) => !(id >= 0 && id < vocabSize));
  if (outside >= 0)
    throw new RangeError(
      `batch.${name}[${outside}]: expected an id below ${vocabSize} (the vocabulary), got ${ids[outside]}`,
    );
}
