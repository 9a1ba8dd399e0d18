import type { Objective, PackedBatch } from '../../base/index.js';
import { renamingArguments, withPrefix } from '../../base/internal/index.js';
import { policyLoss } from '../policy-loss.js';

/**
 * Works the loss out once as if no weight had moved: whatever the plain form refuses, the tensors would after the whole
 * forward pass. Tokens that a loss draws count as drawn, so that a `Random` is not used up.
 *
 * @throws RangeError, TypeError naming the array of the batch; RangeError for a batch of `crossEntropyBatch`, from which any
 *   other loss would learn nothing and say nothing.
 */
export function checkObjective(batch: PackedBatch, objective: Objective): void {
  const zeros = new Float32Array(batch.tokens.length);
  const inBatch = (path: string) =>
    withPrefix(withPrefix(path, 'input.logprobs', 'batch.oldLogprobs'), 'input', 'batch');
  renamingArguments(inBatch, () =>
    policyLoss({ ...batch, logprobs: batch.oldLogprobs, entropies: zeros, selectedTokens: zeros }, objective),
  );
  if (objective.loss.kind !== 'cross-entropy' && isUnrewarded(batch))
    throw new RangeError(
      `objective.loss.kind: expected "cross-entropy" for a batch without advantages and oldLogprobs, got ${JSON.stringify(objective.loss.kind)}`,
    );
}

/** Whatever `packRollouts` packs says how its tokens are weighed, though every advantage and logprob may be 0. */
function isUnrewarded({ aggregation, advantages, oldLogprobs }: PackedBatch): boolean {
  return aggregation === undefined && [advantages, oldLogprobs].every((values) => values.every((value) => value === 0));
}
