import { checkLength, sequenceCount } from '../../base/internal/index.js';
import type { TokenAdvantages, TokenRewards } from '../token-advantages.js';
import { rewardToGo } from './reward-sums.js';

/** `remaxAdvantages` with another program's habits: what is not counted gets 0, or the next counted token's return (`carry`). */
export function remaxAdvantagesWith(
  input: TokenRewards,
  baselines: ArrayLike<number>,
  habits: { readonly masked: 'zero' | 'carry' },
): TokenAdvantages {
  const { offsets, responseMask } = input;
  checkLength(baselines, 'baselines', sequenceCount(offsets), 'sequences');
  const returns = rewardToGo(input, 1, habits);
  const advantages = Float64Array.from(returns);
  for (let i = 0; i < baselines.length; i++)
    for (let t = offsets[i]!; t < offsets[i + 1]!; t++) if (responseMask[t]! !== 0) advantages[t]! -= baselines[i]!;
  return { advantages, returns };
}
