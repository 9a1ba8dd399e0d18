import type { PackedBatch } from '../../base/index.js';
import { sequenceLengths } from '../../base/internal/index.js';
import { splitMicroBatches } from '../../batch/index.js';

/** @returns What goes through the learner at a time. @throws RangeError for a sequence that alone has more tokens. */
export function microBatches(batch: PackedBatch, maxTokensPerPass: number): PackedBatch[] {
  const longest = sequenceLengths(batch.offsets).reduce((most, length) => Math.max(most, length), 0);
  if (longest > maxTokensPerPass)
    throw new RangeError(
      `options.maxTokensPerPass: expected at least ${longest} (longest sequence), got ${maxTokensPerPass}`,
    );
  return splitMicroBatches(batch, { maxTokens: maxTokensPerPass });
}
