import * as z from 'zod/mini';
import {
  checkArgument,
  checkFinite,
  checkTokenLayout,
  LAYOUT,
  parseOptions,
  refuseSegments,
} from '../base/internal/index.js';
import type { TokenAdvantages, TokenRewards } from './token-advantages.js';

/** Discounts of `gaeAdvantages`. */
export interface GaeOptions {
  /** γ. Default 1. */
  readonly discount?: number | undefined;
  /** λ. Default 0.95. */
  readonly lambda?: number | undefined;
}

const share = (byDefault: number) => z._default(z.number().check(z.minimum(0), z.maximum(1)), byDefault);
const optionsSchema = z.strictObject({ discount: share(1), lambda: share(0.95) });

/**
 * Generalized advantage estimation over the counted tokens of each sequence.
 *
 * δ_t = r_t + γ V_{t+1} − V_t,  A_t = δ_t + γλ A_{t+1},  return_t = A_t + V_t; t + 1 is the next counted token, and
 * beyond the last one V and A are 0.
 *
 * @param input - Rewards and values of each token; shape [N]. Both are read only at counted tokens.
 * @throws RangeError for shapes that do not fit, numbers that are not finite or discounts outside [0, 1].
 * @remarks Source: arXiv 1506.02438, Eq. 16. Differs from verl: not whitened (`whiten` does that) and 0 outside the mask.
 *
 * @example
 * gaeAdvantages({ offsets: [0, 2], responseMask: [1, 1], rewards: [0, 1], values: [0.5, 0.5] }).advantages; // [0.475, 0.5]
 */
export function gaeAdvantages(
  input: TokenRewards & { readonly values: ArrayLike<number> },
  options: GaeOptions = {},
): TokenAdvantages {
  checkArgument(input, 'input', { rewards: 'an array', values: 'an array', ...LAYOUT });
  for (const name of ['rewards', 'values'] as const) checkFinite(input[name], `input.${name}`, input.responseMask);
  refuseSegments(input);
  const { discount, lambda } = parseOptions(optionsSchema, options);
  const { offsets, responseMask, rewards, values } = input;
  checkTokenLayout(input, { rewards, values });
  const advantages = new Float64Array(rewards.length);
  const returns = new Float64Array(rewards.length);
  for (let i = 0; i + 1 < offsets.length; i++) {
    let nextValue = 0;
    let advantage = 0;
    for (let t = offsets[i + 1]! - 1; t >= offsets[i]!; t--) {
      if (responseMask[t]! === 0) continue;
      const delta = rewards[t]! + discount * nextValue - values[t]!;
      advantage = delta + discount * lambda * advantage;
      nextValue = values[t]!;
      advantages[t] = advantage;
      returns[t] = advantage + values[t]!;
    }
  }
  return { advantages, returns };
}
