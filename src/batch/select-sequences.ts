import type { PackedBatch } from '../base/index.js';
import { checkArgument, checkMembers, checkSegments, OPTIONAL_OF_BATCH, PACKED_BATCH } from '../base/internal/index.js';

/** @throws TypeError naming the first array of a packed batch that is missing, or a misspelt field, which a part would lack; as `checkSegments`. */
export function checkPackedBatch(batch: PackedBatch): void {
  checkArgument(batch, 'batch', { ...PACKED_BATCH, rollouts: 'an array' });
  checkMembers(batch, 'batch', OPTIONAL_OF_BATCH);
  checkSegments(batch, 'batch.segments');
}

/**
 * Takes whole sequences from a batch, in the order of `sequences`. Loss weights do not change; `rollouts` of the result has the
 * indices of the rollouts that were packed.
 *
 * @param sequences - Indices of sequences in the batch; each in [0, S).
 * @throws RangeError for an index that is not in the batch; TypeError for arguments of another type.
 */
export function selectSequences(batch: PackedBatch, sequences: ArrayLike<number>): PackedBatch {
  checkPackedBatch(batch);
  checkArgument(sequences, 'sequences', 'an array');
  const count = batch.offsets.length - 1;
  const offsets = new Int32Array(sequences.length + 1);
  for (let i = 0; i < sequences.length; i++) {
    const sequence = sequences[i]!;
    if (!Number.isInteger(sequence) || sequence < 0 || sequence >= count)
      throw new RangeError(`sequences[${i}]: expected an integer from 0 to ${count - 1}, got ${sequence}`);
    offsets[i + 1] = offsets[i]! + batch.offsets[sequence + 1]! - batch.offsets[sequence]!;
  }
  const take = <A extends Int32Array | Uint8Array | Float32Array>(values: A, into: A): A => {
    for (let i = 0; i < sequences.length; i++) {
      const sequence = sequences[i]!;
      into.set(values.subarray(batch.offsets[sequence], batch.offsets[sequence + 1]), offsets[i]);
    }
    return into;
  };
  const total = offsets[sequences.length]!;
  const { targets, referenceLogprobs, rolloutLogprobs, rolloutWeights, aggregation } = batch;
  return {
    tokens: take(batch.tokens, new Int32Array(total)),
    offsets,
    ...takeSegments(batch, sequences),
    ...(targets && { targets: take(targets, new Int32Array(total)) }),
    rollouts: Int32Array.from(sequences, (sequence) => batch.rollouts[sequence]!),
    responseMask: take(batch.responseMask, new Uint8Array(total)),
    oldLogprobs: take(batch.oldLogprobs, new Float32Array(total)),
    advantages: take(batch.advantages, new Float32Array(total)),
    lossWeights: take(batch.lossWeights, new Float32Array(total)),
    ...(aggregation !== undefined && { aggregation }),
    ...(referenceLogprobs && { referenceLogprobs: take(referenceLogprobs, new Float32Array(total)) }),
    ...(rolloutLogprobs && { rolloutLogprobs: take(rolloutLogprobs, new Float32Array(total)) }),
    ...(rolloutWeights && { rolloutWeights: take(rolloutWeights, new Float32Array(total)) }),
    temperature: batch.temperature,
  };
}

/** @returns Where the paths of the chosen sequences begin; nothing where each is one path. */
function takeSegments(
  { offsets, segments }: PackedBatch,
  sequences: ArrayLike<number>,
): Pick<PackedBatch, 'segments'> | undefined {
  if (segments === undefined) return undefined;
  const inner: number[][] = Array.from({ length: offsets.length - 1 }, () => []);
  let sequence = 0;
  for (const border of segments) {
    while (offsets[sequence + 1]! <= border) sequence++;
    if (border > offsets[sequence]!) inner[sequence]!.push(border - offsets[sequence]!);
  }
  const taken = [0];
  for (let i = 0; i < sequences.length; i++) {
    const start = taken.at(-1)!;
    const chosen = sequences[i]!;
    for (const border of inner[chosen]!) taken.push(start + border);
    taken.push(start + offsets[chosen + 1]! - offsets[chosen]!);
  }
  return taken.length === sequences.length + 1 ? undefined : { segments: Int32Array.from(taken) };
}
