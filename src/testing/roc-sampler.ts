import { checkArgument } from '../base/internal/index.js';
import type { Rollout } from '../base/index.js';

/** What a sampler under test is asked for; the names are those of `rocDownsample`'s options. */
export interface RocRequest {
  /** n, the rollouts kept of each group. */
  readonly keep: number;
  readonly seed: string;
  readonly minimumPositives: number;
  readonly minimumNegatives: number;
  readonly worldSize: number;
}

/**
 * A sampler under test: a stack that has its own rollouts turns ours into them here.
 *
 * @returns Indices of the rollouts it keeps.
 */
export type RocSampler = (rollouts: readonly Rollout[], request: RocRequest) => readonly number[];

/** One group of a batch, by the sign of the reward; indices into the batch, ascending. */
export interface SignedGroup {
  readonly label: string;
  readonly members: readonly number[];
  readonly positives: readonly number[];
  readonly negatives: readonly number[];
}

/** @returns The groups of a batch, in order of first appearance. */
export function signedGroups(rollouts: readonly Rollout[]): SignedGroup[] {
  checkArgument(rollouts, 'rollouts', 'an array');
  const labels = new Set(rollouts.map((rollout) => rollout.groupId));
  const where = (test: (rollout: Rollout) => boolean) =>
    rollouts.flatMap((rollout, index) => (test(rollout) ? [index] : []));
  return Array.from(labels, (label) => ({
    label,
    members: where(({ groupId }) => groupId === label),
    positives: where(({ groupId, reward }) => groupId === label && reward! > 0),
    negatives: where(({ groupId, reward }) => groupId === label && reward! <= 0),
  }));
}
