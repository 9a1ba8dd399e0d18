import type { Random } from '../../base/index.js';
import type { SignedGroup } from './group-selections.js';
import type { ResolvedRocOptions } from './roc-options.js';

/** How many rollouts of each sign are kept of a group that is larger than n. */
export interface Quotas {
  readonly positives: number;
  readonly negatives: number;
}

/** A group that is larger than n, by the sign of the reward (positive: r > 0), and what is asked of it. */
export interface QuotaRequest {
  readonly positives: number;
  readonly negatives: number;
  /** n, less than the group's size. */
  readonly keep: number;
  readonly minimumPositives: number;
  readonly minimumNegatives: number;
}

/**
 * The paper's halves, for any n: of P positives and N negatives, the negatives get ⌊N · n / (P + N)⌋ and the
 * positives the rest; then each minimum is honoured as far as the group has that many, at the other sign's cost.
 *
 * The quotas add up to n and never exceed what is there, given minimums whose sum is at most n.
 *
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct.
 */
export function floorQuotas(request: QuotaRequest): Quotas {
  const { keep } = request;
  const leastNegatives = Math.min(request.minimumNegatives, request.negatives);
  const leastPositives = Math.min(request.minimumPositives, request.positives);
  const share = Math.floor((request.negatives * keep) / (request.positives + request.negatives));
  const negatives = Math.min(Math.max(share, leastNegatives), keep - leastPositives);
  return { positives: keep - negatives, negatives };
}

/**
 * Draws without replacement, one by one, each time with probability ∝ weight among those still there.
 *
 * @param weights - Positive and finite; one per item.
 * @param count - At most the number of items.
 * @returns The items drawn, in the order they were drawn.
 */
export function drawWeighted<T>(items: readonly T[], weights: readonly number[], count: number, random: Random): T[] {
  const left = items.map((item, i) => ({ item, weight: weights[i]! }));
  const drawn: T[] = [];
  while (drawn.length < count) {
    let point = random.next() * left.reduce((sum, { weight }) => sum + weight, 0);
    // Rounding may leave a little of the last weight: the search ends there at the latest.
    let at = 0;
    while (at < left.length - 1 && point >= left[at]!.weight) point -= left[at++]!.weight;
    drawn.push(left.splice(at, 1)[0]!.item);
  }
  return drawn;
}

/** @returns `count` of the items, every subset of that size equally likely. */
export function drawUniform<T>(items: readonly T[], count: number, random: Random): T[] {
  return random.shuffle(items).slice(0, count);
}

/** @returns The `count` items of lowest value, earlier items first where values are equal; a slice as Python takes it. */
export function takeLowest<T>(items: readonly T[], values: readonly number[], count: number): T[] {
  const order = items.map((_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
  return order.slice(0, count).map((i) => items[i]!);
}

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
