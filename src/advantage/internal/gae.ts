import * as z from 'zod/mini';
import { checkTokenLayout, parseOptions } from '../../base/internal/index.js';
import type { TokenAdvantages, TokenRewards } from '../token-advantages.js';

const optionsSchema = z.strictObject({
  discount: z._default(z.number().check(z.minimum(0), z.maximum(1)), 1),
  lambda: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0.95),
});

/** `gaeAdvantages` with another program's habits: what is not counted gets 0, or what the next counted token gets (`carry`). */
export function gaeAdvantagesWith(
  input: TokenRewards & { readonly values: ArrayLike<number> },
  options: z.input<typeof optionsSchema>,
  { masked }: { readonly masked: 'zero' | 'carry' },
): TokenAdvantages {
  const { discount, lambda } = parseOptions(optionsSchema, options);
  const { offsets, responseMask, rewards, values } = input;
  checkTokenLayout(input, { rewards, values });
  const advantages = new Float64Array(rewards.length);
  const returns = new Float64Array(rewards.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let nextValue = 0;
    let advantage = 0;
    for (let t = offsets[i + 1]! - 1; t >= offsets[i]!; t--) {
      const counted = responseMask[t]! !== 0;
      if (counted) {
        const delta = rewards[t]! + discount * nextValue - values[t]!;
        advantage = delta + discount * lambda * advantage;
        nextValue = values[t]!;
      }
      if (!counted && masked === 'zero') continue;
      advantages[t] = advantage;
      returns[t] = advantage + values[t]!;
    }
  }
  return { advantages, returns };
}
