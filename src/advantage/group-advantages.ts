import { z } from 'zod';
import { functionOption, groupByLabel, parseOptions, standardDeviation } from '../base/internal/index.js';
import type { GroupLabel, Rollout } from '../base/index.js';
import { subtractBaseline } from './baseline.js';
import { ADVANTAGE_ESTIMATORS } from './estimators.js';
import type { AdvantageEstimator, Scale } from './estimators.js';

/** How advantages are estimated from one reward a rollout. Defaults are the paper's GRPO. */
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
  /**
   * A group of one has nothing to be compared with: `zero` (default) gives it no signal; `raw` gives it its reward, as
   * verl does (baseline 0, standard deviation 1); `error` refuses it.
   */
  readonly singleton?: 'zero' | 'raw' | 'error' | undefined;
  /** Compatibility with verl's `grpo_vectorized`: the least variance of a group. Default 0. */
  readonly varianceFloor?: number | undefined;
  /** Compatibility with verl's `opo`: `nan` where a group has no counted token. Default `zero`. */
  readonly emptyGroup?: 'zero' | 'nan' | undefined;
}

/** Where `groupAdvantages` finds things in the caller's own rollouts. `index` is the rollout's place in the input. */
export interface GroupAdvantageOptions<T> extends AdvantageOptions {
  /** The outcome reward. Default `rollout.reward`. */
  readonly reward?: ((rollout: T, index: number) => number) | undefined;
  /** The group's label. Default `rollout.groupId`. */
  readonly groupBy?: ((rollout: T, index: number) => GroupLabel) | undefined;
  /** Counted tokens, which `opo` weighs by. Default: the ones in `rollout.tokens.responseMask`. */
  readonly length?: ((rollout: T, index: number) => number) | undefined;
}

const optionsSchema = z.strictObject({
  estimator: z.enum(Object.keys(ADVANTAGE_ESTIMATORS) as [AdvantageEstimator]).default('grpo'),
  scale: z.enum(['group-std', 'batch-std', 'success-share', 'none']).optional(),
  epsilon: z.number().nonnegative().default(1e-6),
  ddof: z.union([z.literal(0), z.literal(1)]).default(1),
  normalizer: z.number().positive().default(1),
  singleton: z.enum(['zero', 'raw', 'error']).default('zero'),
  varianceFloor: z.number().nonnegative().default(0),
  emptyGroup: z.enum(['zero', 'nan']).default('zero'),
  reward: functionOption<(rollout: unknown, index: number) => number>((rollout) => (rollout as Rollout).reward!),
  groupBy: functionOption<(rollout: unknown, index: number) => GroupLabel>((rollout) => (rollout as Rollout).groupId),
  length: functionOption<(rollout: unknown, index: number) => number>(countedTokens),
});

/**
 * One advantage a rollout from one reward a rollout, within groups: A_i = (r_i − b_i) / s_i.
 *
 * GRPO, the default: Â_i = (r_i − mean(r)) / (std(r) + ε), over the group of rollout i.
 *
 * @param rollouts - Rollouts of the base type, or the caller's own with accessors; R of them, in any order.
 * @returns Advantages; shape [R], in input order; exactly zero for a group whose rewards are all equal.
 * @throws RangeError for a reward that is not finite (the rollout is named) and, with `singleton: 'error'`, for a group
 *   of one; TypeError for a reward that is not a number or a label that is not a string or number.
 * @remarks Source: PAPER "Objective" (arXiv 2508.20722); each estimator's own in `ADVANTAGE_ESTIMATORS`. Differs from
 *   verl: a group of one gets 0, not its raw reward; `singleton: 'raw'` restores that.
 */
export function groupAdvantages<T = Rollout>(
  rollouts: readonly T[],
  options: GroupAdvantageOptions<T> = {},
): Float64Array {
  const { reward, groupBy, length, ...estimate } = parseOptions(optionsSchema, options);
  const { baseline, scale: ownScale } = ADVANTAGE_ESTIMATORS[estimate.estimator];
  const scale = estimate.scale ?? ownScale;
  const rewards = Float64Array.from(rollouts, (rollout, i) => checkReward(reward(rollout, i), i));
  const groups = groupByLabel(rollouts.map((rollout, i) => groupBy(rollout, i)));
  const lengths = baseline === 'length-weighted-mean' ? rollouts.map((rollout, i) => length(rollout, i)) : [];
  const batchScale = scaleOfBatch(rewards, scale, estimate);

  const advantages = new Float64Array(rewards.length);
  for (const { members: group } of groups) {
    const own = Float64Array.from(group, (i) => rewards[i]!);
    if (group.length === 1 && estimate.singleton === 'error')
      throw new RangeError(`rollouts[${group[0]}]: expected a group of at least 2 rollouts, got 1`);
    if (group.length === 1 && estimate.singleton === 'zero') continue;
    const centered =
      group.length === 1
        ? own
        : subtractBaseline(
            own,
            group.map((i) => lengths[i] ?? 0),
            baseline,
            estimate.emptyGroup,
          );
    const divisor = (scale === 'group-std' ? scaleOfGroup(own, estimate) : batchScale) * estimate.normalizer;
    group.forEach((i, k) => (advantages[i] = centered[k] === 0 ? 0 : centered[k]! / divisor));
  }
  return advantages;
}

interface Deviation {
  readonly epsilon: number;
  readonly ddof: 0 | 1;
  readonly varianceFloor: number;
}

function scaleOfGroup(rewards: Float64Array, { epsilon, ddof, varianceFloor }: Deviation): number {
  if (rewards.length === 1) return 1 + epsilon;
  return Math.max(standardDeviation(rewards, ddof), Math.sqrt(varianceFloor)) + epsilon;
}

function scaleOfBatch(rewards: Float64Array, scale: Scale, deviation: Deviation): number {
  if (scale === 'batch-std') return scaleOfGroup(rewards, deviation);
  if (scale !== 'success-share') return 1;
  return Math.max(1, rewards.filter((reward) => reward !== 0).length) / rewards.length;
}

function checkReward(reward: unknown, index: number): number {
  if (typeof reward !== 'number')
    throw new TypeError(`rollouts[${index}].reward: expected a number, got ${String(reward)}`);
  if (!Number.isFinite(reward))
    throw new RangeError(`rollouts[${index}].reward: expected a finite number, got ${reward}`);
  return reward;
}

function countedTokens(rollout: unknown, index: number): number {
  const mask = (rollout as Rollout).tokens?.responseMask;
  if (mask === undefined) throw new TypeError(`rollouts[${index}].tokens: expected a token trace, got undefined`);
  return mask.reduce((sum, bit) => sum + bit, 0);
}
