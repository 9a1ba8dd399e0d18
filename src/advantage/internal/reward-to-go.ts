import { checkTokenLayout, refuseSegments } from '../../base/internal/index.js';
import type { TokenRewards } from '../token-advantages.js';

/**
 * The discounted sum of rewards from each counted token to the end of its sequence; the reward of what is not counted is left out.
 *
 * @param discount - γ, applied once a counted token.
 * @returns Shape [N]; 0 outside the mask.
 */
export function rewardToGo(input: TokenRewards, discount: number): Float64Array {
  refuseSegments(input);
  checkTokenLayout(input, { rewards: input.rewards });
  const { offsets, responseMask, rewards } = input;
  const returns = new Float64Array(rewards.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let running = 0;
    for (let t = offsets[i + 1]! - 1; t >= offsets[i]!; t--)
      if (responseMask[t]! !== 0) returns[t] = running = rewards[t]! + discount * running;
  }
  return returns;
}
