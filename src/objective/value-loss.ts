import { checkArgument, checkFinite, checkTokenLayout, LAYOUT, maskedCount } from '../base/internal/index.js';
import type { Aggregation, TokenLayout } from '../base/index.js';
import { VALUE_CLIP } from './internal/limits.js';
import { aggregateLoss } from './aggregate-loss.js';

/** What a value function is judged by. All arrays have shape [N] but `offsets`, which has [S + 1]. */
export interface ValueLossInput extends TokenLayout {
  /** V under the weights being trained. */
  readonly values: ArrayLike<number>;
  /** V when the rollouts were generated. */
  readonly oldValues: ArrayLike<number>;
  /** What V should have been (`gaeAdvantages`). */
  readonly returns: ArrayLike<number>;
}

/** How the value loss is worked out. */
export interface ValueLossOptions {
  /** V moves at most this far from its old value. Default 0.5; Infinity for none. */
  readonly clip?: number;
  /** Default `token-mean`. */
  readonly aggregation?: Aggregation;
}

/**
 * ℓ = ½ max((V − R)², (clip(V, V_old − ε, V_old + ε) − R)²)
 *
 * @returns The loss, ∂ loss / ∂ V and ℓ of each token (shape [N]), and the share of counted tokens whose clipped loss was
 *   the larger.
 * @remarks Source: the clipped value loss of PPO's reference code (arXiv 2005.12729, value function clipping).
 *
 * @example
 * valueLoss({ ...layout, values: [0.5, 0.5], oldValues: [0.5, 0.5], returns: [1, 1] }).loss; // 0.125
 */
export function valueLoss(
  input: ValueLossInput,
  { clip = VALUE_CLIP, aggregation = 'token-mean' }: ValueLossOptions = {},
): {
  readonly loss: number;
  readonly gradient: Float64Array;
  readonly losses: Float64Array;
  readonly clipFraction: number;
} {
  checkArgument(input, 'input', { values: 'an array', returns: 'an array', ...LAYOUT });
  if (!(clip > 0)) throw new RangeError(`options.clip: expected more than 0, got ${clip}`);
  const { values, oldValues, returns, responseMask } = input;
  checkTokenLayout(input, { values, oldValues, returns });
  for (const name of ['values', 'oldValues', 'returns'] as const)
    checkFinite(input[name], `input.${name}`, responseMask);
  const losses = new Float64Array(values.length);
  const derivatives = new Float64Array(values.length);
  let clippedTokens = 0;
  for (let t = 0; t < values.length; t++) {
    if (responseMask[t] === 0) continue;
    const value = values[t]!;
    const clamped = Math.min(Math.max(value, oldValues[t]! - clip), oldValues[t]! + clip);
    const error = value - returns[t]!;
    const clampedError = clamped - returns[t]!;
    const clipped = clampedError ** 2 > error ** 2;
    losses[t] = (clipped ? clampedError ** 2 : error ** 2) / 2;
    derivatives[t] = clipped ? 0 : error;
    clippedTokens += Number(clipped);
  }
  const { loss, gradient } = aggregateLoss(losses, input, aggregation);
  return {
    loss,
    gradient: gradient.map((weight, t) => weight * derivatives[t]!),
    losses,
    clipFraction: clippedTokens / Math.max(1, maskedCount(responseMask)),
  };
}
