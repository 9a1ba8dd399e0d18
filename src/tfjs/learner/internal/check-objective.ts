import type { Objective, PackedBatch } from '../../../base/index.js';
import { policyLoss } from '../../../objective/index.js';

/**
 * Works the loss out once as if no weight had moved: whatever the plain form refuses, the tensors would after the whole
 * forward pass. Tokens that a loss draws count as drawn, so that a `Random` is not used up.
 *
 * @throws RangeError, TypeError naming the array of the batch.
 */
export function checkObjective(batch: PackedBatch, objective: Objective): void {
  const zeros = new Float32Array(batch.tokens.length);
  try {
    policyLoss({ ...batch, logprobs: batch.oldLogprobs, entropies: zeros, selectedTokens: zeros }, objective);
  } catch (cause) {
    if (!(cause instanceof RangeError || cause instanceof TypeError)) throw cause;
    const message = cause.message.replace(/^input\.logprobs\b/, 'batch.oldLogprobs').replaceAll('input.', 'batch.');
    throw cause instanceof TypeError ? new TypeError(message, { cause }) : new RangeError(message, { cause });
  }
}
