import { type Group, mean, standardDeviation } from '../../base/internal/index.js';
import { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, type Baseline, type Scale } from '../estimators.js';

/** How advantages are worked out from one reward a rollout. */
export interface GroupEstimate {
  readonly estimator: AdvantageEstimator;
  readonly scale?: Scale | undefined;
  readonly epsilon: number;
  readonly ddof: 0 | 1;
  readonly normalizer: number;
  /** A group of one: no signal, or refused. */
  readonly singleton: 'zero' | 'error';
}

/**
 * A_i = (r_i − b_i) / s_i within groups.
 *
 * @param rewards - Shape [R]; read at the groups' members alone.
 * @param lengthOf - Counted tokens of a rollout; asked for by `opo` alone.
 * @returns Shape [R]; NaN for rollouts of no group.
 */
export function groupEstimates(
  rewards: Float64Array,
  groups: readonly Group[],
  lengthOf: (index: number) => number,
  how: GroupEstimate,
): Float64Array {
  const { baseline, scale: ownScale } = ADVANTAGE_ESTIMATORS[how.estimator];
  const scale = how.scale ?? ownScale;
  const batchScale = scaleOfBatch(rewards, groups, scale, how);

  const advantages = new Float64Array(rewards.length).fill(NaN);
  for (const { members } of groups) {
    const own = pick(rewards, members);
    const alone = members.length === 1;
    if (alone && how.singleton === 'error')
      throw new RangeError(`rollouts[${members[0]}]: expected a group of at least 2 rollouts, got 1`);
    const lengths = baseline === 'length-weighted-mean' && !alone ? members.map(lengthOf) : [];
    const centered = alone ? new Float64Array(1) : subtractBaseline(own, lengths, baseline);
    const divisor = (scale === 'group-std' ? scaleOfGroup(own, how) : batchScale) * how.normalizer;
    members.forEach((i, k) => (advantages[i] = centered[k] === 0 ? 0 : centered[k]! / divisor));
  }
  return advantages;
}

function scaleOfGroup(rewards: Float64Array, { epsilon, ddof }: GroupEstimate): number {
  if (rewards.length === 1) return 1 + epsilon;
  return standardDeviation(rewards, ddof) + epsilon;
}

function scaleOfBatch(rewards: Float64Array, groups: readonly Group[], scale: Scale, how: GroupEstimate): number {
  if (scale !== 'batch-std' && scale !== 'success-share') return 1;
  const all = pick(
    rewards,
    groups.flatMap(({ members }) => members),
  );
  return scale === 'batch-std' ? scaleOfGroup(all, how) : successShare(all);
}

/** @returns The share of rewards that are not 0, of one at least. */
export function successShare(rewards: Float64Array): number {
  return Math.max(1, rewards.filter((reward) => reward !== 0).length) / rewards.length;
}

function pick(values: Float64Array, indices: readonly number[]): Float64Array {
  return new Float64Array(indices.length).map((_, k) => values[indices[k]!]!);
}

/**
 * r_i − b_i for the members of one group that has at least two of them.
 *
 * @param rewards - Of the group's members; shape [n].
 * @param lengths - Counted tokens of the members; shape [n]; read by `length-weighted-mean` alone.
 * @returns Shape [n]; exactly zero where all rewards are equal.
 */
export function subtractBaseline(rewards: Float64Array, lengths: ArrayLike<number>, baseline: Baseline): Float64Array {
  const count = rewards.length;
  if (baseline === 'length-weighted-mean' && total(lengths) === 0) return new Float64Array(count);
  if (rewards.every((reward) => reward === rewards[0])) return new Float64Array(count);
  switch (baseline) {
    case 'mean': {
      const center = mean(rewards);
      return rewards.map((reward) => reward - center);
    }
    case 'leave-one-out': {
      const center = mean(rewards);
      return rewards.map((reward) => ((reward - center) * count) / (count - 1));
    }
    case 'length-weighted-mean': {
      const center = rewards.reduce((sum, reward, i) => sum + reward * lengths[i]!, 0) / total(lengths);
      return rewards.map((reward) => reward - center);
    }
    case 'runner-up': {
      const [best, second] = Array.from(rewards).sort((a, b) => b - a);
      const winner = rewards.indexOf(best!);
      return rewards.map((_, i) => (i === winner ? best! - second! : 0));
    }
  }
}

function total(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i]!;
  return sum;
}
