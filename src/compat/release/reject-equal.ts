import * as z from 'zod/mini';
import type { Rollout } from '../../base/index.js';
import {
  groupByLabel,
  parseOptions,
  readRewards,
  type MissingAccessor,
  type RewardedRollout,
  type WithAccessors,
} from '../../base/internal/index.js';
import { rejectionMetrics, rewardAccessorSchemas, type RewardAccessors } from '../../downsample/compat.js';

/** Options of {@link releaseRejectEqual}. */
interface ReleaseRejectEqualOptions<R = Rollout> extends RewardAccessors<R> {
  /** Number of workers that must divide the number of kept rollouts: the last rollouts of the batch are removed, even within a group. */
  readonly worldSize: number;
  /** `do_sample`; false keeps every rollout and only measures. Default true. */
  readonly sample?: boolean | undefined;
}

/** What the release's rejection keeps. R = rollouts in the input. */
interface ReleaseRejectEqualResult {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** What was left before the tail was cut; ascending. */
  readonly selected: readonly number[];
  /** In groups, under the release's names. */
  readonly metrics: { readonly [name: string]: number };
}

const schema = z.strictObject({
  ...rewardAccessorSchemas,
  worldSize: z.optional(z.int().check(z.positive())),
  sample: z._default(z.boolean(), true),
});

/**
 * Rejects groups with equal rewards as the public release does: each reward is compared with the group's first alone, in
 * float32.
 *
 * @remarks Source: `reject_equal_reward` of the public release.
 *
 * @example
 * const { kept } = releaseRejectEqual(rollouts, { worldSize: 8 });
 */
export function releaseRejectEqual<R extends Rollout | RewardedRollout>(
  rollouts: readonly R[],
  options: ReleaseRejectEqualOptions<R>,
): ReleaseRejectEqualResult;
export function releaseRejectEqual<R>(
  rollouts: readonly R[],
  options: WithAccessors<ReleaseRejectEqualOptions<R>, 'reward' | 'groupBy'>,
): ReleaseRejectEqualResult;
export function releaseRejectEqual<R>(
  rollouts: readonly R[],
  options: WithAccessors<ReleaseRejectEqualOptions<R>, MissingAccessor<R, 'reward' | 'groupBy'>>,
): ReleaseRejectEqualResult;
export function releaseRejectEqual<R>(
  rollouts: readonly R[],
  options: ReleaseRejectEqualOptions<R>,
): ReleaseRejectEqualResult {
  const resolved = parseOptions(schema, options);
  const { rewards, labels } = readRewards(rollouts, resolved, undefined);
  const groups = groupByLabel(labels).map(({ members }) => {
    const own = members.map((index) => rewards[index]!);
    return {
      members,
      isEqual: own.every((reward) => isClose(own[0]!, reward)),
      isZero: own.every((reward) => isClose(0, reward)),
    };
  });
  const left = groups.filter(({ isEqual }) => !isEqual || !resolved.sample);
  const selected = left.flatMap(({ members }) => members).sort((a, b) => a - b);
  // The release gives up before it looks at the world size when nothing is left.
  const leftOut = resolved.sample && selected.length > 0 ? cutTail(selected, resolved.worldSize) : new Set<number>();
  return { kept: selected.filter((index) => !leftOut.has(index)), selected, metrics: rejectionMetrics(groups) };
}

/** `torch.isclose(a, b)` on float32 tensors: |a − b| <= 1e-8 + 1e-5 · |b|, rounded at every step. */
function isClose(a: number, b: number): boolean {
  const [given, wanted] = [Math.fround(a), Math.fround(b)];
  const slack = Math.abs(Math.fround(Math.fround(1e-5) * wanted));
  return given === wanted || Math.abs(Math.fround(given - wanted)) <= Math.fround(Math.fround(1e-8) + slack);
}

/**
 * @returns The last of the selected rollouts: those that are cut off so that the world size divides the number of the others.
 * @throws TypeError without a world size, where the release divides by it.
 */
export function cutTail(selected: readonly number[], worldSize: number | undefined): Set<number> {
  if (worldSize === undefined) throw new TypeError('options.worldSize: expected number, got undefined');
  const surplus = selected.length % worldSize;
  return new Set(surplus === 0 ? [] : selected.slice(-surplus));
}
