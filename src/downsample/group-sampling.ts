import type { Random } from '../base/index.js';
import { drawUniform, drawWeighted, takeLowest } from './draws.js';
import { floorQuotas, halfEvenQuotas, repairQuotas, type QuotaRequest, type Quotas } from './quotas.js';
import { ReleaseError } from './release-error.js';
import type { ResolvedRocOptions } from './roc-options.js';

/** Rollouts of one sign, in input order: their indices and p_total. */
export interface Candidates {
  readonly indices: readonly number[];
  readonly penalties: readonly number[];
}

/**
 * Takes n rollouts of a group that is larger than n.
 *
 * @param random - The group's own stream; not asked for by options that draw nothing.
 * @returns The indices taken, in no order.
 * @throws ReleaseError when the quotas are not filled and `quotaMismatch` is `error`.
 */
export function sampleGroup(
  positives: Candidates,
  negatives: Candidates,
  options: ResolvedRocOptions,
  random: Random | undefined,
): number[] {
  const { keep } = options;
  if (options.quotas === 'none') {
    const all = [...positives.indices, ...negatives.indices].sort((a, b) => a - b);
    return takeNegatives(all, keep, options, random);
  }
  const quotas = quotasOf(
    {
      positives: positives.indices.length,
      negatives: negatives.indices.length,
      keep,
      minimumPositives: options.minimumPositives,
      minimumNegatives: options.minimumNegatives,
    },
    options,
  );
  const taken = [
    ...takePositives(positives, quotas.positives, options, random),
    ...takeNegatives(negatives.indices, quotas.negatives, options, random),
  ];
  if (taken.length !== keep)
    throw new ReleaseError('AssertionError', `options.keep: the quotas take ${taken.length} of a group, not ${keep}`);
  return taken;
}

function quotasOf(request: QuotaRequest, { quotas, quotaMismatch }: ResolvedRocOptions): Quotas {
  if (quotas === 'floor') return floorQuotas(request);
  return quotaMismatch === 'error' ? halfEvenQuotas(request) : repairQuotas(halfEvenQuotas(request), request);
}

function takePositives(
  { indices, penalties }: Candidates,
  quota: number,
  { positives, penaltyFloor }: ResolvedRocOptions,
  random: Random | undefined,
): number[] {
  if (positives === 'lowest-penalty') return takeLowest(indices, penalties, quota);
  const weights = penalties.map((penalty) => 1 / Math.max(penalty, penaltyFloor));
  return drawWeighted(indices, weights, quota, seeded(random));
}

function takeNegatives(
  indices: readonly number[],
  quota: number,
  { negatives }: ResolvedRocOptions,
  random: Random | undefined,
): number[] {
  return negatives === 'first' ? indices.slice(0, quota) : drawUniform(indices, quota, seeded(random));
}

function seeded(random: Random | undefined): Random {
  if (random === undefined) throw new TypeError('options.seed: expected string, number or Random, got undefined');
  return random;
}
