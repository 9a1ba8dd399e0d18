import type { Objective, PackedBatch } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { checkLossInput } from '../policy-loss-input.js';
import { checkAggregation } from './loss-weights.js';
import { objectiveSchema, type FilledObjective } from './objective-schema.js';

/**
 * Checks, before any forward pass, that a batch has what an objective needs.
 *
 * @returns The objective with every default filled in.
 * @throws TypeError or RangeError naming the array of the batch; RangeError for a batch of `crossEntropyBatch` with any loss but
 *   `cross-entropy`, which would be 0 for every token.
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

/** Whether `crossEntropyBatch` made the batch. Batches of `packRollouts` always have an `aggregation`, even if all advantages are 0. */
function isUnrewarded({ aggregation, advantages, oldLogprobs }: PackedBatch): boolean {
  return aggregation === undefined && [advantages, oldLogprobs].every((values) => values.every((value) => value === 0));
}
