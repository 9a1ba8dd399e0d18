import type { Accessor, GroupLabel } from '../../rollout.js';
import { groupReading, readRollouts, rewardReading } from './accessors.js';
import { readAmong } from './among.js';
import { checkRollouts } from '../arguments/check-arguments.js';

/** What every stage of the selection decides on. R = rollouts in the input. */
export interface RewardColumns {
  /** The rollouts to look at, ascending. */
  readonly among: Int32Array;
  /** Shape [R]; NaN outside `among`. */
  readonly rewards: Float64Array;
  /** Shape [R]; '' outside `among`. */
  readonly labels: readonly GroupLabel[];
}

/** @throws TypeError or RangeError for rollouts that are no array, and for wrong indices, rewards or labels. */
export function readRewards<R>(
  rollouts: readonly R[],
  accessors: {
    readonly reward?: Accessor<R, number> | undefined;
    readonly groupBy?: Accessor<R, GroupLabel> | undefined;
  },
  indices: ArrayLike<number> | undefined,
): RewardColumns {
  checkRollouts(rollouts);
  const among = readAmong(indices, rollouts.length);
  const rewards = new Float64Array(rollouts.length).fill(NaN);
  const labels = new Array<GroupLabel>(rollouts.length).fill('');
  readRollouts(rollouts, among, rewardReading(accessors.reward), rewards);
  readRollouts(rollouts, among, groupReading(accessors.groupBy), labels);
  return { among, rewards, labels };
}
