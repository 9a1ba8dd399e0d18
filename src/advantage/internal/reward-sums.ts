import { checkTokenLayout } from '../../base/internal/index.js';
import type { TokenRewards } from '../token-advantages.js';

/** @returns One reward a sequence, the sum over its counted tokens, or over all of them (`count`); shape [S]. */
export function sumRewards(input: TokenRewards, { masked }: { readonly masked: 'ignore' | 'count' }): Float64Array {
  checkTokenLayout(input, { rewards: input.rewards });
  const { offsets, responseMask, rewards } = input;
  const outcomes = new Float64Array(offsets.length - 1);
  for (let i = 0; i < outcomes.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++)
      if (masked === 'count' || responseMask[t]! !== 0) outcomes[i]! += rewards[t]!;
  return outcomes;
}

/**
 * The discounted sum of rewards from each counted token to the end of its sequence. What is not counted is:
 *
 * - `zero`: skipped; their reward is left out and their return is 0;
 * - `carry`: skipped, but their return is that of the next counted token;
 * - `reset`: they take part, their reward included, and what comes after them is forgotten, so that tokens before a tool
 *   response get none of the later reward.
 *
 * @param discount - γ, applied once a counted token.
 * @returns Shape [N].
 */
export function rewardToGo(
  input: TokenRewards,
  discount: number,
  { masked }: { readonly masked: 'zero' | 'carry' | 'reset' },
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
