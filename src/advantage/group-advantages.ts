import * as z from 'zod/mini';
import type { Accessor, GroupLabel, Rollout } from '../base/index.js';
import {
  accessorSchema,
  generatedLengthReading,
  type Group,
  groupByLabel,
  mean,
  type MissingAccessor,
  numbersSchema,
  parseOptions,
  readRewards,
  readRollout,
  type RewardColumns,
  type RewardedRollout,
  standardDeviation,
  type WithAccessors,
  type WithoutAccessors,
} from '../base/internal/index.js';
import { ADVANTAGE_ESTIMATORS, type AdvantageEstimator, type Baseline, type Scale } from './estimators.js';

/** How advantages are estimated from one reward per rollout. Defaults are the paper's GRPO. */
export interface AdvantageOptions {
  /** Default `grpo`. */
  readonly estimator?: AdvantageEstimator | undefined;
  /** Replaces the estimator's own scale: `none` turns GRPO into Dr. GRPO. */
  readonly scale?: Scale | undefined;
  /** ε, added to a standard deviation before it divides. Default 1e-6. */
  readonly epsilon?: number | undefined;
  /** 1 (default) takes the sample standard deviation, 0 the population's. */
  readonly ddof?: 0 | 1 | undefined;
  /** Every advantage is divided by it (F_norm of GPG). Default 1. */
  readonly normalizer?: number | undefined;
  /** For a group of one rollout: `zero` (default) gives it the advantage 0; `error` throws. */
  readonly singleton?: 'zero' | 'error' | undefined;
}

/** How `groupAdvantages` reads your own rollouts. */
export interface GroupAdvantageOptions<R = Rollout> extends AdvantageOptions {
  /** The outcome reward. Default `rollout.reward`. */
  readonly reward?: Accessor<R, number> | undefined;
  /** The group's label. Default `rollout.groupId`. */
  readonly groupBy?: Accessor<R, GroupLabel> | undefined;
  /** Number of counted tokens, the weight in `opo`. Default: the ones in `rollout.tokens.responseMask`, and in that of each branch. */
  readonly length?: Accessor<R, number> | undefined;
  /** The rollouts to use, as indices into the input; baselines and scales are computed only from these. Default: all. */
  readonly among?: ArrayLike<number> | undefined;
}

export const groupAdvantageSchema = z.strictObject({
  estimator: z._default(z.enum(Object.keys(ADVANTAGE_ESTIMATORS) as [AdvantageEstimator]), 'grpo'),
  scale: z.optional(z.enum(['group-std', 'batch-std', 'success-share', 'none'])),
  epsilon: z._default(z.number().check(z.nonnegative()), 1e-6),
  ddof: z._default(z.union([z.literal(0), z.literal(1)]), 1),
  normalizer: z._default(z.number().check(z.positive()), 1),
  singleton: z._default(z.enum(['zero', 'error']), 'zero'),
  reward: accessorSchema<number>(),
  groupBy: accessorSchema<GroupLabel>(),
  length: accessorSchema<number>(),
  among: z.optional(numbersSchema),
});

/**
 * One advantage for each rollout from its reward, within groups: A_i = (r_i − b_i) / s_i.
 *
 * GRPO, the default: Â_i = (r_i − mean(r)) / (std(r) + ε), over the group of rollout i.
 *
 * @param rollouts - R rollouts in any order: of the base type, or your own with accessors.
 * @returns Advantages; shape [R], in input order; exactly zero for a group whose rewards are all equal; NaN outside `among`.
 * @throws RangeError for a reward that is not finite (the rollout is named) and, with `singleton: 'error'`, for a group
 *   of one; TypeError for a reward that is not a number or a label that is not a string or a finite number.
 * @remarks Source: arXiv 2508.20722 on its objective; each estimator's own in `ADVANTAGE_ESTIMATORS`. Differs from
 *   verl, which gives a group of one its raw reward: `verlAdvantages` of `rstar2-agent/compat`.
 * @example
 * const { kept } = rejectEqualRewards(rollouts);
 * const advantages = groupAdvantages(rollouts, { among: kept });
 */
export function groupAdvantages<R extends Rollout | RewardedRollout>(
  rollouts: readonly R[],
  options?: GroupAdvantageOptions<R>,
): Float64Array;
export function groupAdvantages<R>(
  rollouts: readonly R[],
  options: WithAccessors<GroupAdvantageOptions<R>, 'reward' | 'groupBy'>,
): Float64Array;
export function groupAdvantages<R>(
  rollouts: readonly R[],
  options: WithAccessors<GroupAdvantageOptions<R>, MissingAccessor<R, 'reward' | 'groupBy'>>,
): Float64Array;
export function groupAdvantages<R>(rollouts: WithoutAccessors<R, 'reward' | 'groupBy'>): Float64Array;
export function groupAdvantages<R>(rollouts: readonly R[], options: GroupAdvantageOptions<R> = {}): Float64Array {
  const resolved = parseOptions(groupAdvantageSchema, options);
  return estimateAdvantages(rollouts, readRewards(rollouts, resolved, resolved.among), resolved);
}

/** The stage itself, for rewards that are read and options that are checked. */
export function estimateAdvantages<R>(
  rollouts: readonly R[],
  { among, rewards, labels }: RewardColumns,
  options: z.output<typeof groupAdvantageSchema>,
): Float64Array {
  const length = generatedLengthReading<R>(options.length);
  return groupEstimates(rewards, groupByLabel(labels, among), (i) => readRollout(rollouts[i]!, i, length), options);
}

/** Computes advantages from one reward a rollout. */
export type GroupEstimate = Omit<z.output<typeof groupAdvantageSchema>, 'reward' | 'groupBy' | 'length' | 'among'>;

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
