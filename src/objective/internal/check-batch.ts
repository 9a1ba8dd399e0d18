import type { Objective, PackedBatch } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { checkLossInput } from '../policy-loss-input.js';
import { checkAggregation } from './loss-weights.js';
import { objectiveSchema, type FilledObjective } from './objective-schema.js';

/**
 * Refuses, before any forward pass, a batch that an objective cannot be worked out on.
 *
 * @returns The objective with every default filled in.
 * @throws RangeError, TypeError naming the array of the batch; RangeError for a batch of `crossEntropyBatch`, from which any
 *   other loss would learn nothing and say nothing.
 */
export function checkBatch(batch: PackedBatch, objective: Objective): FilledObjective {
  const parsed = parseOptions(objectiveSchema, objective, 'objective');
  checkLossInput(batch, { kl: parsed.kl !== undefined }, 'batch');
  checkAggregation(batch, parsed);
  if (parsed.loss.kind !== 'cross-entropy' && isUnrewarded(batch))
    throw new RangeError(
      `objective.loss.kind: expected "cross-entropy" for a batch without advantages and oldLogprobs, got ${JSON.stringify(parsed.loss.kind)}`,
    );
  return parsed;
}

/** Whatever `packRollouts` packs says how its tokens are weighed, though every advantage and logprob may be 0. */
function isUnrewarded({ aggregation, advantages, oldLogprobs }: PackedBatch): boolean {
  return aggregation === undefined && [advantages, oldLogprobs].every((values) => values.every((value) => value === 0));
}
