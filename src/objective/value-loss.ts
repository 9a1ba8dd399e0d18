import * as z from 'zod/mini';
import {
  aggregationSchema,
  aggregationWeights,
  checkArgument,
  checkFinite,
  checkTokenLayout,
  LAYOUT,
  parseOptions,
} from '../base/internal/index.js';
import type { Aggregation, TokenLayout } from '../base/index.js';
import { CountedBatch } from './internal/counted-batch.js';
import { constant, dualOperations, variable, weightedDerivative } from './internal/formula/dual.js';
import { float64Arithmetic } from './internal/formula/float64-arithmetic.js';
import type { FormulaOperations } from './internal/formula/operations.js';

const clipSchema = z.union([z.number().check(z.positive()), z.literal(Infinity)]);

/** The schema of `ValueLossOptions`. */
export const valueLossSchema = z.strictObject({
  clip: z._default(clipSchema, 0.5),
  aggregation: z._default(aggregationSchema, { kind: 'token-mean', scale: 1 }),
});

/** The input of a value loss. All arrays have shape [N], except `offsets` with [S + 1]. */
export interface ValueLossInput extends TokenLayout {
  /** V under the weights being trained. */
  readonly values: ArrayLike<number>;
  /** V when the rollouts were generated. */
  readonly oldValues: ArrayLike<number>;
  /** The targets of V (`gaeAdvantages`). */
  readonly returns: ArrayLike<number>;
}

/** Options of `valueLoss`. */
export interface ValueLossOptions {
  /** ε: changes of V beyond ε from the old value are clipped. Default 0.5; Infinity means no clipping. */
  readonly clip?: number;
  /** Default `token-mean`. */
  readonly aggregation?: Aggregation;
}

/**
 * ℓ = ½ max((V − R)², (clip(V, V_old − ε, V_old + ε) − R)²)
 *
 * @returns The loss, ∂ loss / ∂ V and ℓ of each token (shape [N]), and the share of counted tokens whose clipped loss is the larger one.
 * @remarks Source: the clipped value loss of PPO's reference code (arXiv 2005.12729, value function clipping).
 *
 * @example
 * valueLoss({ ...layout, values: [0.5, 0.5], oldValues: [0.5, 0.5], returns: [1, 1] }).loss; // 0.125
 */
export function valueLoss(
  input: ValueLossInput,
  options: ValueLossOptions = {},
): {
  readonly loss: number;
  readonly gradient: Float64Array;
  readonly losses: Float64Array;
  readonly clipFraction: number;
} {
  checkArgument(input, 'input', { values: 'an array', returns: 'an array', ...LAYOUT });
  const { clip, aggregation } = parseOptions(valueLossSchema, options);
  const { values, oldValues, returns, responseMask } = input;
  checkTokenLayout(input, { values, oldValues, returns });
  for (const name of ['values', 'oldValues', 'returns'] as const)
    checkFinite(input[name], `input.${name}`, responseMask);
  const batch = new CountedBatch(input);
  const arithmetic = float64Arithmetic(batch.offsets);
  const { losses, clipped } = valueTerms(
    dualOperations(arithmetic),
    {
      values: variable(batch.pick(values)),
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

/** @returns The value loss of each token, and the tokens whose clipped loss is the larger one; their gradient is 0. */
export function valueTerms<X, C>(
  m: FormulaOperations<X, C>,
  { values, oldValues, returns }: { readonly values: X; readonly oldValues: X; readonly returns: X },
  clip: number,
): { readonly losses: X; readonly clipped: C } {
  const square = (x: X): X => m.mul(x, x);
  const clamped = m.min(m.max(m.detach(values), m.sub(oldValues, clip)), m.add(oldValues, clip));
  const unclippedLosses = square(m.sub(values, returns));
  const clippedLosses = square(m.sub(clamped, returns));
  const clipped = m.greater(clippedLosses, unclippedLosses);
  return { losses: m.mul(m.where(clipped, clippedLosses, unclippedLosses), 0.5), clipped };
}
