import type { Random } from '../../base/index.js';
import { drawUniform, drawWeighted, takeLowest } from './draws.js';
import type { SignedGroup } from './group-selections.js';
import { floorQuotas } from './quotas.js';
import type { ResolvedRocOptions } from './roc-options.js';

/**
 * Takes n rollouts of a group that is larger than n.
 *
 * @param random - The group's own stream.
 * @returns The indices taken, in no order.
 */
export function sampleGroup(
  { positives, negatives }: SignedGroup,
  { strategy, keep, penaltyFloor, minimumNegatives, minimumPositives }: ResolvedRocOptions,
  random: Random,
): number[] {
  if (strategy === 'uniform') {
    const all = [...positives.indices, ...negatives.indices].sort((a, b) => a - b);
    return drawUniform(all, keep, random);
  }
  const size = { positives: positives.indices.length, negatives: negatives.indices.length };
  const quotas = floorQuotas({ ...size, keep, minimumPositives, minimumNegatives });
  const weights = positives.penalties.map((penalty) => 1 / Math.max(penalty, penaltyFloor));
  return [
    ...(strategy === 'ranked'
      ? takeLowest(positives.indices, positives.penalties, quotas.positives)
      : drawWeighted(positives.indices, weights, quotas.positives, random)),
    ...drawUniform(negatives.indices, quotas.negatives, random),
  ];
}
