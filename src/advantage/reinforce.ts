import * as z from 'zod/mini';
import {
  checkArgument,
  checkFinite,
  checkLength,
  LAYOUT,
  parseOptions,
  sequenceCount,
} from '../base/internal/index.js';
import { rewardToGo } from './internal/reward-to-go.js';
import type { TokenAdvantages, TokenRewards } from './token-advantages.js';
import { whiten, whitenSchema, type WhitenOptions } from './whiten.js';

/** Options of `reinforcePlusPlusAdvantages`. */
export interface ReinforcePlusPlusOptions {
  /** γ, applied once for each counted token. Default 1. */
  readonly discount?: number | undefined;
  readonly whitening?: WhitenOptions | undefined;
}

const optionsSchema = z.strictObject({
  discount: z._default(z.number(), 1),
  whitening: z.optional(whitenSchema),
});

/**
 * REINFORCE++: the discounted reward-to-go, whitened over all counted tokens of the batch.
 *
 * @returns Advantages, 0 outside the mask, and the returns before whitening; shape [N].
 * @remarks Source: arXiv 2501.03262. Differs from verl: the return continues across tool responses; fewer than two counted tokens give 0,
 *   not an error.
 *
 * @example
 * reinforcePlusPlusAdvantages({ offsets: [0, 1, 2], responseMask: [1, 1], rewards: [1, 0] }).returns; // [1, 0]
 */
export function reinforcePlusPlusAdvantages(
  input: TokenRewards,
  options: ReinforcePlusPlusOptions = {},
): TokenAdvantages {
  checkArgument(input, 'input', { rewards: 'an array', ...LAYOUT });
  checkFinite(input.rewards, 'input.rewards', input.responseMask);
  const { discount, whitening } = parseOptions(optionsSchema, options);
  const returns = rewardToGo(input, discount);
  return { advantages: whiten(returns, input.responseMask, whitening), returns };
}

/**
 * ReMax: the reward-to-go minus the reward of the greedy rollout of the same prompt.
 *
 * @param baselines - The greedy rollout's reward for each sequence; shape [S].
 * @returns Shape [N]; 0 outside the mask.
 * @remarks Source: arXiv 2310.10505.
 *
 * @example
 * // The greedy rollout of the prompt had reward 0.25.
 * remaxAdvantages({ offsets: [0, 1], responseMask: [1], rewards: [1] }, [0.25]).advantages; // [0.75]
 */
export function remaxAdvantages(input: TokenRewards, baselines: ArrayLike<number>): TokenAdvantages {
  checkArgument(input, 'input', { rewards: 'an array', ...LAYOUT });
  checkArgument(baselines, 'baselines', 'an array');
  checkFinite(input.rewards, 'input.rewards', input.responseMask);
  checkFinite(baselines, 'baselines');
  const { offsets, responseMask } = input;
  checkLength(baselines, 'baselines', sequenceCount(offsets), 'sequences');
  const returns = rewardToGo(input, 1);
  const advantages = Float64Array.from(returns);
  for (let i = 0; i < baselines.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) advantages[t]! -= baselines[i]!;
  return { advantages, returns };
}

/**
 * Rewards minus a KL penalty: r_t − β (log π_old − log π_ref), for recipes that put the KL into the reward.
 *
 * @param coefficient - β; see the KL controllers of `objective/`.
 * @returns Shape [N].
 * @remarks Source: arXiv 2203.02155, Eq. 2 (k1 estimate a token).
 */
export function klPenalizedRewards(
  rewards: ArrayLike<number>,
  oldLogprobs: ArrayLike<number>,
  referenceLogprobs: ArrayLike<number>,
  coefficient: number,
): Float64Array {
  for (const [name, values] of Object.entries({ oldLogprobs, referenceLogprobs }))
    checkLength(values, name, rewards.length, 'rewards');
  return Float64Array.from(rewards, (reward, t) => reward - coefficient * (oldLogprobs[t]! - referenceLogprobs[t]!));
}
