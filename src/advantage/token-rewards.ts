import type { TokenLayout } from '../base/index.js';
import { checkTokenLayout } from '../base/internal/index.js';

/** Rewards a token, packed: sequence i holds the tokens [offsets[i], offsets[i + 1]) of N. */
export interface TokenRewards extends TokenLayout {
  /** Shape [N]. An outcome reward stands on the last counted token. */
  readonly rewards: ArrayLike<number>;
}

/** What a token-level estimator gives. Both have shape [N]. */
export interface TokenAdvantages {
  readonly advantages: Float64Array;
  /** What a value function is trained on. */
  readonly returns: Float64Array;
}

/**
 * One reward a sequence: the sum over its tokens.
 *
 * @param masked - Rewards on tokens that are not counted: left out by default; `count` adds them, as verl's outcome
 *   estimators do.
 * @returns Shape [S].
 */
export function outcomeRewards(input: TokenRewards, masked: 'ignore' | 'count' = 'ignore'): Float64Array {
  checkTokenLayout(input, { rewards: input.rewards });
  const { offsets, responseMask, rewards } = input;
  const outcomes = new Float64Array(offsets.length - 1);
  for (let i = 0; i < outcomes.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++)
      if (masked === 'count' || responseMask[t]! !== 0) outcomes[i]! += rewards[t]!;
  return outcomes;
}

/**
 * Puts one advantage a sequence on each of its counted tokens.
 *
 * @param advantages - Shape [S].
 * @param masked - `zero` (default) gives 0 elsewhere; `multiply` gives advantage · 0, which is NaN for a NaN as in verl.
 * @returns Shape [N].
 */
export function broadcastAdvantages(
  advantages: ArrayLike<number>,
  layout: TokenLayout,
  masked: 'zero' | 'multiply' = 'zero',
): Float64Array {
  checkTokenLayout(layout);
  const { offsets, responseMask } = layout;
  if (advantages.length !== offsets.length - 1)
    throw new RangeError(`advantages: expected length ${offsets.length - 1} (sequences), got ${advantages.length}`);
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++)
      spread[t] = responseMask[t]! !== 0 ? advantages[i]! : masked === 'multiply' ? advantages[i]! * 0 : 0;
  return spread;
}

/** How `rewardToGo` treats tokens that are not counted. */
export interface RewardToGoOptions {
  /** γ, applied once a counted token. Default 1. */
  readonly discount?: number;
  /**
   * - `zero` (default): skipped; their reward is left out and their return is 0;
   * - `carry`: skipped, but their return is that of the next counted token;
   * - `reset`: compatibility with verl's `reinforce_plus_plus`: they take part, their reward included, and what comes
   *   after them is forgotten, so that tokens before a tool response get none of the later reward.
   */
  readonly masked?: 'zero' | 'carry' | 'reset';
}

/** @returns The discounted sum of rewards from each token to the end of its sequence; shape [N]. */
export function rewardToGo(
  input: TokenRewards,
  { discount = 1, masked = 'zero' }: RewardToGoOptions = {},
): Float64Array {
  checkTokenLayout(input, { rewards: input.rewards });
  const { offsets, responseMask, rewards } = input;
  const returns = new Float64Array(rewards.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let running = 0;
    for (let t = offsets[i + 1]! - 1; t >= offsets[i]!; t--) {
      const counted = responseMask[t]! !== 0;
      if (counted || masked === 'reset') running = rewards[t]! + discount * running;
      if (counted || masked !== 'zero') returns[t] = running;
      if (!counted && masked === 'reset') running = 0;
    }
  }
  return returns;
}
