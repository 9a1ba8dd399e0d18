import * as z from 'zod/mini';
import { toRandom, type Random, type Rollout, type Seed } from '../base/index.js';
import {
  groupByLabel,
  numbersSchema,
  parseOptions,
  readRewards,
  seedSchema,
  type MissingAccessor,
  type RewardColumns,
  type RewardedRollout,
  type WithAccessors,
  type WithoutAccessors,
} from '../base/internal/index.js';
import type { RejectEqualDecision } from './decision.js';
import { rewardAccessorSchemas, type RewardAccessors } from './internal/accessors.js';
import { leftOver } from './internal/divisibility.js';
import { allEqual, allZero, rejectionMetrics } from './internal/equal-rewards.js';

/** How groups without a signal are rejected: those with max − min <= a + b · max|r|. */
export interface RejectEqualOptions<R = Rollout> extends RewardAccessors<R> {
  /** a. Default 1e-8. */
  readonly absoluteTolerance?: number | undefined;
  /** b. Default 1e-5. */
  readonly relativeTolerance?: number | undefined;
  /** The number of kept rollouts is a multiple of it: as few rollouts as possible are removed, in whole groups. Default 1. */
  readonly worldSize?: number | undefined;
  /** Chooses at random which groups are removed for `worldSize`; without it, the first ones by label. */
  readonly seed?: Seed | Random | undefined;
  /** The rollouts to check, as indices into the input. Default: all. */
  readonly among?: ArrayLike<number> | undefined;
}

/** What is kept, and why. R = rollouts in the input. */
export interface RejectEqualResult {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** Numbers of groups, under the release's names (`reject_equal_reward/…`). */
  readonly metrics: { readonly [name: string]: number };
  /** The decision for each rollout; shape [R]. */
  readonly decisions: readonly RejectEqualDecision[];
}

export const rejectEqualSchema = z.strictObject({
  ...rewardAccessorSchemas,
  absoluteTolerance: z._default(z.number().check(z.nonnegative()), 1e-8),
  relativeTolerance: z._default(z.number().check(z.nonnegative()), 1e-5),
  worldSize: z._default(z.int().check(z.positive()), 1),
  seed: z.optional(seedSchema),
  among: z.optional(numbersSchema),
});

/**
 * Rejects the groups whose rewards are all equal, because groups that are all right or all wrong carry no training signal. A group of one
 * is always rejected.
 *
 * @param rollouts - Of the base type, or your own with accessors; groups may be interleaved.
 * @throws RangeError for a reward that is not finite (the rollout is named); TypeError for options, rewards or labels of
 *   the wrong type.
 * @remarks Source: arXiv 2508.20722 on its objective. Differs from the public release, which compares with the group's first reward in
 *   float32: `releaseRejectEqual` of `rstar2-agent/compat`.
 * @example
 * const { kept } = rejectEqualRewards(rollouts);
 */
export function rejectEqualRewards<R extends Rollout | RewardedRollout>(
  rollouts: readonly R[],
  options?: RejectEqualOptions<R>,
): RejectEqualResult;
export function rejectEqualRewards<R>(
  rollouts: readonly R[],
  options: WithAccessors<RejectEqualOptions<R>, 'reward' | 'groupBy'>,
): RejectEqualResult;
export function rejectEqualRewards<R>(
  rollouts: readonly R[],
  options: WithAccessors<RejectEqualOptions<R>, MissingAccessor<R, 'reward' | 'groupBy'>>,
): RejectEqualResult;
export function rejectEqualRewards<R>(rollouts: WithoutAccessors<R, 'reward' | 'groupBy'>): RejectEqualResult;
export function rejectEqualRewards<R>(rollouts: readonly R[], options: RejectEqualOptions<R> = {}): RejectEqualResult {
  const resolved = parseOptions(rejectEqualSchema, options);
  return rejectEqual(readRewards(rollouts, resolved, resolved.among), resolved);
}

/** The stage itself, for rewards that are read and options that are checked. */
export function rejectEqual(
  { among, rewards, labels }: RewardColumns,
  options: z.output<typeof rejectEqualSchema>,
): RejectEqualResult {
  const groups = groupByLabel(labels, among).map(({ label, members }) => {
    const own = members.map((index) => rewards[index]!);
    return { label, members, isEqual: allEqual(own, options), isZero: allZero(own, options) };
  });

  const varied = groups.filter(({ isEqual }) => !isEqual).map(({ label, members }) => ({ label, selected: members }));
  const random = options.seed === undefined ? undefined : toRandom(options.seed).fork('reject-equal');
  const leftOut = leftOver(varied, options.worldSize, random);

  const decisions = new Array<RejectEqualDecision>(rewards.length).fill({ kind: 'not-among' });
  for (const { members, isEqual } of groups)
    for (const index of members)
      decisions[index] = isEqual
        ? { kind: 'dropped', reason: 'equal-rewards' }
        : leftOut.has(index)
          ? { kind: 'dropped', reason: 'world-size' }
          : { kind: 'kept', reason: 'varied-rewards' };
  const kept = decisions.flatMap(({ kind }, index) => (kind === 'kept' ? [index] : []));
  return { kept, metrics: rejectionMetrics(groups), decisions };
}
