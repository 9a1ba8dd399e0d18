import * as z from 'zod/mini';
import type { SelectionOperations, FormulaOperations } from './formula/operations.js';

/** The inputs of a loss formula, for each counted token. Only `logprobs` and `logRatios` have derivatives. */
export interface LossTokens<X> {
  /** log π under the policy being trained. */
  readonly logprobs: X;
  /** log π under the policy that generated the tokens. */
  readonly oldLogprobs: X;
  /** log ρ = log π − log π_old, not clamped. */
  readonly logRatios: X;
  readonly advantages: X;
  /** Importance weights of a rollout correction, if the batch has them. */
  readonly rolloutWeights: X | undefined;
}

/** A metric: the mean of a value over the counted tokens, the share of tokens for which a condition holds, or a plain number. */
export type Metric<X, C> = { readonly mean: X } | { readonly share: C } | number;

/** The result of a loss formula. */
export interface LossTerms<X, C> {
  /** ℓ_t, before the weights of the aggregation. */
  readonly losses: X;
  /** Metrics under verl's names. */
  readonly metrics: { readonly [name: string]: Metric<X, C> };
}

/** A policy loss: its options, and its formula, which runs on typed arrays and on tensors. */
export interface Loss<S extends z.ZodMiniType = z.ZodMiniType> {
  /** Reads `objective.loss` and fills in its defaults. */
  readonly options: S;
  /** @param selected - The tokens that `select` chose, or the batch's `selectedTokens`. */
  terms<X, C>(m: FormulaOperations<X, C>, tokens: LossTokens<X>, options: z.output<S>, selected: C): LossTerms<X, C>;
  /** Chooses tokens of the whole batch (Clip-Cov, KL-Cov). The choice has no derivative. */
  select?<X, C>(m: SelectionOperations<X, C>, tokens: LossTokens<X>, options: z.output<S>): C;
  /**
   * @returns The factors that multiply the token losses, from the importance weights of a rollout correction; undefined if the formula
   *   uses the weights itself. Default: the weights unchanged.
   */
  importance?<X, C>(m: FormulaOperations<X, C>, weights: X, options: z.output<S>): X | undefined;
}

/** @returns The loss unchanged. The call lets TypeScript infer the type of its options. */
export function defineLoss<S extends z.ZodMiniType>(loss: Loss<S>): Loss<S> {
  return loss;
}

export const nonnegative = z.number().check(z.nonnegative());
export const positive = z.number().check(z.positive());

/** Reads a bound of at least 0. */
export const bound = (byDefault: number) => z._default(nonnegative, byDefault);

/** Reads `logRatioLimit`; Infinity means no limit. */
export const logRatioLimit = (byDefault: number) => z._default(z.union([positive, z.literal(Infinity)]), byDefault);

/**
 * The largest log-ratio that any loss exponentiates, even with `logRatioLimit: Infinity`. e⁸⁰ ≈ 5.5e34 leaves range for a product in
 * float32, so that a ratio never causes Infinity · 0 = NaN.
 */
export const LARGEST_LOG_RATIO = 80;

/** @returns Log-ratios clamped to [−limit, limit], without a gradient beyond. */
export function limitLogRatios<X, C>(m: FormulaOperations<X, C>, logRatios: X, limit: number): X {
  const finite = Math.min(limit, LARGEST_LOG_RATIO);
  return m.clamp(logRatios, -finite, finite);
}

/**
 * The clipped surrogate of PPO: −min(min(ρ, δ) A, clip(ρ, 1 − ε_low, 1 + ε_high) A).
 *
 * @param maxRatio - δ.
 * @returns `clipped`: where the clipped term is the larger loss. It is constant there, so the gradient is 0.
 */
export function clippedSurrogate<X, C>(
  m: FormulaOperations<X, C>,
  ratios: X,
  advantages: X,
  { clipLow, clipHigh }: { readonly clipLow: number; readonly clipHigh: number },
  maxRatio = Infinity,
): { readonly losses: X; readonly clipped: C } {
  const minusA = m.neg(advantages);
  const unclippedLosses = m.mul(maxRatio === Infinity ? ratios : m.clamp(ratios, -Infinity, maxRatio), minusA);
  const clippedLosses = m.mul(m.clamp(m.detach(ratios), 1 - clipLow, 1 + clipHigh), minusA);
  const clipped = m.greater(clippedLosses, unclippedLosses);
  return { losses: m.where(clipped, clippedLosses, unclippedLosses), clipped };
}

/**
 * The metrics that verl reports for most losses.
 *
 * @param logRatios - After the loss has clamped them.
 * @param clipped - Tokens whose loss is clipped. Default: none.
 * @param clippedLower - Tokens whose loss is clipped by its lower bound. Default: none.
 */
export function clipMetrics<X, C>(
  m: FormulaOperations<X, C>,
  logRatios: X,
  clipped?: C,
  clippedLower?: C,
): LossTerms<X, C>['metrics'] {
  return {
    'actor/pg_clipfrac': clipped === undefined ? 0 : { share: clipped },
    'actor/ppo_kl': { mean: m.neg(m.detach(logRatios)) },
    'actor/pg_clipfrac_lower': clippedLower === undefined ? 0 : { share: clippedLower },
  };
}
