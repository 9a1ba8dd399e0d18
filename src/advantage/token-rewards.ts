import type { TokenLayout } from '../base/index.js';
import { checkArgument, checkTokenLayout, LAYOUT } from '../base/internal/index.js';

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
 * @returns Shape [S]; rewards on tokens that are not counted are left out.
 */
export function outcomeRewards(input: TokenRewards): Float64Array {
  return sumRewards(input, 'ignore');
}

/** `outcomeRewards`; rewards on tokens that are not counted are left out, or added (`count`). */
export function sumRewards(input: TokenRewards, masked: 'ignore' | 'count'): Float64Array {
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
 * @returns Shape [N]; 0 elsewhere.
 */
export function broadcastAdvantages(advantages: ArrayLike<number>, layout: TokenLayout): Float64Array {
  checkArgument(advantages, 'advantages', 'an array');
  checkArgument(layout, 'layout', LAYOUT);
  checkTokenLayout(layout);
  const { offsets, responseMask } = layout;
  if (advantages.length !== offsets.length - 1)
    throw new RangeError(`advantages: expected length ${offsets.length - 1} (sequences), got ${advantages.length}`);
  const spread = new Float64Array(responseMask.length);
  for (let i = 0; i + 1 < offsets.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) spread[t] = advantages[i]!;
  return spread;
}

/**
 * @param discount - γ, applied once a counted token.
 * @returns The discounted sum of rewards from each counted token to the end of its sequence; shape [N]; 0 outside the mask.
 */
export function rewardToGo(input: TokenRewards, discount = 1): Float64Array {
  return sumToGo(input, discount, 'zero');
}

/**
 * `rewardToGo`, and how it treats tokens that are not counted:
 *
 * - `zero`: skipped; their reward is left out and their return is 0;
 * - `carry`: skipped, but their return is that of the next counted token;
 * - `reset`: they take part, their reward included, and what comes after them is forgotten, so that tokens before a tool
 *   response get none of the later reward.
 */
export function sumToGo(input: TokenRewards, discount: number, masked: 'zero' | 'carry' | 'reset'): Float64Array {
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
