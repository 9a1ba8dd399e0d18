import { standardDeviation, type Group } from '../../base/internal/index.js';
import { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, type Scale } from '../estimators.js';
import { subtractBaseline } from './baseline.js';

/** How advantages are worked out from one reward a rollout. */
export interface GroupEstimate {
  readonly estimator: AdvantageEstimator;
  readonly scale?: Scale | undefined;
  readonly epsilon: number;
  readonly ddof: 0 | 1;
  readonly normalizer: number;
  /** A group of one: no signal, its own reward (baseline 0, standard deviation 1), or refused. */
  readonly singleton: 'zero' | 'raw' | 'error';
  /** The least variance of a group. */
  readonly varianceFloor: number;
  /** What `opo` gives a group without a single counted token. */
  readonly emptyGroup: 'zero' | 'nan';
}

/**
 * A_i = (r_i − b_i) / s_i within groups.
 *
 * @param rewards - Shape [R]; read at the groups' members alone.
 * @param lengthOf - Counted tokens of a rollout; asked for by `opo` alone.
 * @returns Shape [R]; NaN for rollouts of no group.
 */
export function groupAdvantagesWith(
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
    const centered = alone
      ? own.map((reward) => (how.singleton === 'zero' ? 0 : reward))
      : subtractBaseline(own, lengths, baseline, how.emptyGroup);
    const divisor = (scale === 'group-std' ? scaleOfGroup(own, how) : batchScale) * how.normalizer;
    members.forEach((i, k) => (advantages[i] = centered[k] === 0 ? 0 : centered[k]! / divisor));
  }
  return advantages;
}

function scaleOfGroup(rewards: Float64Array, { epsilon, ddof, varianceFloor }: GroupEstimate): number {
  if (rewards.length === 1) return 1 + epsilon;
  return Math.max(standardDeviation(rewards, ddof), Math.sqrt(varianceFloor)) + epsilon;
}

function scaleOfBatch(rewards: Float64Array, groups: readonly Group[], scale: Scale, how: GroupEstimate): number {
  if (scale !== 'batch-std' && scale !== 'success-share') return 1;
  const all = pick(
    rewards,
    groups.flatMap(({ members }) => members),
  );
  if (scale === 'batch-std') return scaleOfGroup(all, how);
  return Math.max(1, all.filter((reward) => reward !== 0).length) / all.length;
}

function pick(values: Float64Array, indices: readonly number[]): Float64Array {
  return new Float64Array(indices.length).map((_, k) => values[indices[k]!]!);
}
