import { checkArgument } from '../base/internal/index.js';
import type { Rollout } from '../base/index.js';
import type { ComposedReward, Reward, RewardFunction, RewardPart } from './reward.js';
import { undecided } from './reward.js';

/** A part of a composed reward: a reward function, or a reward function with its weight. */
export type RewardPartOption<R> =
  RewardFunction<R> | { readonly reward: RewardFunction<R>; readonly weight?: number | undefined };

/**
 * A reward that is the weighted sum of named parts.
 *
 * Every part is computed and returned for logging, also with weight 0. The sum is undecided if a part with another weight is undecided.
 *
 * @param parts - Parts by name. Default weight 1; use a negative weight for a penalty.
 * @throws TypeError for a part that is not a reward; RangeError for a weight that is not finite, or no part at all.
 * @example
 * composeRewards({ correct: mathReward(), brief: { reward: softLengthReward({ maxLength: 20480, cacheLength: 4096 }), weight: 0.2 } });
 */
export function composeRewards<R = Rollout>(parts: {
  readonly [name: string]: RewardPartOption<R>;
}): ComposedReward<R> {
  checkArgument(parts, 'parts', 'an object');
  const named = Object.entries(parts).map(([name, option]) => {
    const { reward, weight = 1, ...rest } = isWeighted(option) ? option : { reward: option };
    for (const unknown of Object.keys(rest))
      throw new TypeError(`parts.${name}: unknown option ${JSON.stringify(unknown)}`);
    if (!isRewardFunction(reward)) throw new TypeError(`parts.${name}: expected a reward, got ${typeof reward}`);
    if (typeof weight !== 'number') throw new TypeError(`parts.${name}.weight: expected number, got ${typeof weight}`);
    if (!Number.isFinite(weight)) throw new RangeError(`parts.${name}.weight: expected a finite number, got ${weight}`);
    return { name, weight, reward };
  });
  if (named.length === 0) throw new RangeError('parts: expected at least one, got none');
  return { kind: 'composed', parts: named };
}

/** @returns Σ wᵢ·rᵢ over the parts that count, and all parts beside it. */
export function weightedSum(parts: readonly RewardPart[]): Reward {
  const open = parts.find(({ weight, reward }) => weight !== 0 && reward.kind === 'undecided');
  if (open?.reward.kind === 'undecided') {
    const { reason, cause } = open.reward;
    return { ...undecided(`${open.name}: ${reason}`, cause), parts };
  }
  const value = parts.reduce((sum, { weight, reward }) => {
    return weight === 0 || reward.kind === 'undecided' ? sum : sum + weight * reward.value;
  }, 0);
  return { kind: 'scored', value, parts };
}

function isWeighted<R>(option: RewardPartOption<R>): option is Exclude<RewardPartOption<R>, RewardFunction<R>> {
  return typeof option === 'object' && option !== null && 'reward' in option;
}

function isRewardFunction(value: unknown): boolean {
  if (typeof value === 'function') return true;
  return typeof value === 'object' && value !== null && 'kind' in value;
}
