import { aggregationWeights, checkArgument, checkFinite, checkTokenLayout, LAYOUT } from '../base/internal/index.js';
import type { Aggregation, TokenLayout } from '../base/index.js';
import { CountedBatch } from './internal/counted-batch.js';
import { constant, dualOperations, trained, weightedDerivative } from './internal/formula/dual.js';
import { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
import type { Operations } from './internal/formula/operations.js';

/** How far a value may move from its old one before the value loss is clipped. */
export const VALUE_CLIP = 0.5;

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
  /** V moves at most this far from its old value. Default 0.5; Infinity sets no limit. */
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
  const batch = new CountedBatch(input);
  const arithmetic = float64Arithmetic(batch.offsets);
  const { losses, clipped } = valueTerms(
    dualOperations(arithmetic),
    {
      values: trained(batch.pick(values)),
      oldValues: constant(batch.pick(oldValues)),
      returns: constant(batch.pick(returns)),
    },
    clip,
  );
  const weights = batch.pick(aggregationWeights(input, aggregation));
  return {
    loss: arithmetic.dot(weights, losses.value),
    gradient: batch.putBack(weightedDerivative(arithmetic, losses, weights)),
    losses: batch.putBack(losses.value),
    clipFraction: arithmetic.share(clipped),
  };
}

/** The value loss of each token, and where the clipped one is taken; that has no gradient. */
export function valueTerms<X, C>(
  m: Operations<X, C>,
  { values, oldValues, returns }: { readonly values: X; readonly oldValues: X; readonly returns: X },
  clip: number,
): { readonly losses: X; readonly clipped: C } {
  const square = (x: X): X => m.mul(x, x);
  const clamped = m.min(m.max(m.detach(values), m.sub(oldValues, clip)), m.add(oldValues, clip));
  const [free, bounded] = [square(m.sub(values, returns)), square(m.sub(clamped, returns))];
  const clipped = m.greater(bounded, free);
  return { losses: m.mul(m.where(clipped, bounded, free), 0.5), clipped };
}
