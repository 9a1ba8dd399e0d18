import { z } from 'zod';
import { toRandom, type Random, type Rollout, type Seed } from '../base/index.js';
import { groupByLabel, parseOptions, seedSchema } from '../base/internal/index.js';
import { readRewards, rewardAccessorSchemas, type OwnRewardAccessors, type RewardAccessors } from './accessors.js';
import { leftOver } from './divisibility.js';
import { allEqual, allZero, type EqualityOptions } from './equal-rewards.js';

/** How groups without a signal are rejected. */
export interface RejectEqualOptions<R = Rollout> extends RewardAccessors<R>, Partial<EqualityOptionsOrUndefined> {
  /**
   * `paper` (default): groups whose rewards are all equal, in float64 and whatever their order. `release`: what the
   * public code does, index for index. Each choice can be overridden by its own option.
   */
  readonly strategy?: 'paper' | 'release' | undefined;
  /** The number of rollouts kept is a multiple of it. Default 1; `release` has no default, as the release has none. */
  readonly worldSize?: number | undefined;
  /** What goes where `worldSize` does not divide: the fewest rollouts in whole groups, or the last ones. */
  readonly remainder?: 'drop-groups' | 'cut-tail' | undefined;
  /** false keeps every rollout and only measures, as the release's `do_sample`. Default true. */
  readonly sample?: boolean | undefined;
  /** Draws which groups are left out for `worldSize` where several would do; without it the first by label are. */
  readonly seed?: Seed | Random | undefined;
}

type EqualityOptionsOrUndefined = { readonly [K in keyof EqualityOptions]: EqualityOptions[K] | undefined };

/** What rejection counts, in groups, under the release's names. */
export interface RejectEqualMetrics {
  readonly 'reject_equal_reward/solve_non_equal_total': number;
  readonly 'reject_equal_reward/solve_equal_total': number;
  /** Rejected / all; 0 without a group. */
  readonly 'reject_equal_reward/solve_equal_total_ratio': number;
  /** Rejected with all rewards 0. */
  readonly 'reject_equal_reward/solve_equal_zeros': number;
  readonly 'reject_equal_reward/solve_equal_non_all_zeros': number;
}

/** Whether a rollout was kept by rejection, and why. */
export type RejectEqualDecision =
  | { readonly kind: 'kept'; readonly reason: 'varied-rewards' | 'not-sampled' }
  | { readonly kind: 'dropped'; readonly reason: 'equal-rewards' | 'world-size' };

/** What is kept, and why. R = rollouts in the input. */
export interface RejectEqualResult {
  /** Indices into the input, ascending. */
  readonly kept: readonly number[];
  /** What was left before the batch was made to divide among `worldSize` workers; ascending. */
  readonly selected: readonly number[];
  readonly metrics: RejectEqualMetrics;
  /** What became of each rollout; shape [R]. */
  readonly decisions: readonly RejectEqualDecision[];
}

const PRESETS = {
  paper: { comparison: 'spread', precision: 'float64', remainder: 'drop-groups', worldSize: 1 },
  release: { comparison: 'first', precision: 'float32', remainder: 'cut-tail' },
} as const;

const schema = z.strictObject({
  ...rewardAccessorSchemas,
  strategy: z.enum(['paper', 'release']),
  comparison: z.enum(['spread', 'first']),
  precision: z.enum(['float64', 'float32']),
  absoluteTolerance: z.number().nonnegative().default(1e-8),
  relativeTolerance: z.number().nonnegative().default(1e-5),
  remainder: z.enum(['drop-groups', 'cut-tail']),
  worldSize: z.int().positive().optional(),
  sample: z.boolean().default(true),
  seed: z.optional(seedSchema),
});

/**
 * Rejects the groups whose rewards are all equal: all right or all wrong, they carry no signal. A group of one is
 * always equal.
 *
 * @param rollouts - Of the base type, or the caller's own with accessors; groups may be interleaved.
 * @throws RangeError for a reward that is not finite (the rollout is named); TypeError for options, rewards or labels of
 *   the wrong type.
 * @remarks Source: PAPER "Objective"; under `strategy: 'release'`, `reject_equal_reward` of the public release.
 * @example
 * const { kept } = rejectEqualRewards(rollouts);
 */
export function rejectEqualRewards<R extends Rollout>(
  rollouts: readonly R[],
  options?: RejectEqualOptions<R>,
): RejectEqualResult;
export function rejectEqualRewards<R>(
  rollouts: readonly R[],
  options: RejectEqualOptions<R> & OwnRewardAccessors<R>,
): RejectEqualResult;
export function rejectEqualRewards<R>(rollouts: readonly R[], options: RejectEqualOptions<R> = {}): RejectEqualResult {
  const resolved = withPreset(options);
  const { rewards, labels } = readRewards(rollouts, resolved);
  const groups = groupByLabel(labels).map(({ label, members }) => {
    const own = members.map((index) => rewards[index]!);
    return { label, members, equal: allEqual(own, resolved), zero: allZero(own, resolved) };
  });

  const left = groups.filter(({ equal }) => !equal || !resolved.sample);
  const selection = left.map(({ label, members }) => ({ label, selected: members }));
  const random = resolved.seed === undefined ? undefined : toRandom(resolved.seed).fork('reject-equal');
  // The release gives up before it looks at the world size when nothing is left.
  const leftOut = resolved.sample && left.length > 0 ? leftOver(selection, resolved, random) : new Set<number>();

  const selected = left.flatMap(({ members }) => members).sort((a, b) => a - b);
  const decisions = new Array<RejectEqualDecision>(rollouts.length);
  for (const { members, equal } of groups)
    for (const index of members) decisions[index] = decisionOf(equal, resolved.sample, leftOut.has(index));
  return { kept: selected.filter((index) => !leftOut.has(index)), selected, metrics: metricsOf(groups), decisions };
}

function withPreset<R>(options: RejectEqualOptions<R>): z.output<typeof schema> {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const preset = options.strategy === 'release' ? PRESETS.release : PRESETS.paper;
  return parseOptions(schema, { strategy: 'paper', ...preset, ...given });
}

function decisionOf(equal: boolean, sample: boolean, leftOut: boolean): RejectEqualDecision {
  if (!sample) return { kind: 'kept', reason: 'not-sampled' };
  if (equal) return { kind: 'dropped', reason: 'equal-rewards' };
  return leftOut ? { kind: 'dropped', reason: 'world-size' } : { kind: 'kept', reason: 'varied-rewards' };
}

function metricsOf(groups: readonly { readonly equal: boolean; readonly zero: boolean }[]): RejectEqualMetrics {
  const equal = groups.filter((group) => group.equal);
  const zeros = equal.filter((group) => group.zero).length;
  return {
    'reject_equal_reward/solve_non_equal_total': groups.length - equal.length,
    'reject_equal_reward/solve_equal_total': equal.length,
    'reject_equal_reward/solve_equal_total_ratio': groups.length === 0 ? 0 : equal.length / groups.length,
    'reject_equal_reward/solve_equal_zeros': zeros,
    'reject_equal_reward/solve_equal_non_all_zeros': equal.length - zeros,
  };
}
