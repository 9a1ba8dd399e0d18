import type { PackedBatch } from '../../../base/index.js';
import type { CountedTokens } from '../../../base/internal/index.js';

/**
 * A batch of the counted tokens alone, still packed by sequence: what a loss is worked out on. Every array has shape [M].
 */
export function countedBatch(batch: PackedBatch, { at }: CountedTokens): Omit<PackedBatch, 'tokens' | 'targets'> {
  const pick = (values: Float32Array) => Float32Array.from(at, (t) => values[t]!);
  const offsets = new Int32Array(batch.offsets.length);
  for (let s = 1, counted = 0; s < offsets.length; s++) {
    while (counted < at.length && at[counted]! < batch.offsets[s]!) counted++;
    offsets[s] = counted;
  }
  return {
    offsets,
    rollouts: batch.rollouts,
    responseMask: new Uint8Array(at.length).fill(1),
    oldLogprobs: pick(batch.oldLogprobs),
    advantages: pick(batch.advantages),
    lossWeights: pick(batch.lossWeights),
    temperature: batch.temperature,
    ...(batch.aggregation && { aggregation: batch.aggregation }),
    ...(batch.referenceLogprobs && { referenceLogprobs: pick(batch.referenceLogprobs) }),
    ...(batch.rolloutLogprobs && { rolloutLogprobs: pick(batch.rolloutLogprobs) }),
    ...(batch.rolloutWeights && { rolloutWeights: pick(batch.rolloutWeights) }),
  };
}
