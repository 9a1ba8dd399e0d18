import * as z from 'zod/mini';
import type { BatchOperations, Operations } from './formula/operations.js';

/** What a formula reads of the counted tokens; all but what depends on the logprobs are constants. */
export interface LossTokens<X> {
  /** log π under the policy being trained. */
  readonly logprobs: X;
  /** log π under the policy that generated. */
  readonly oldLogprobs: X;
  /** log ρ = log π − log π_old, not clamped. */
  readonly logRatios: X;
  readonly advantages: X;
  /** Importance weights of a rollout correction, where the batch has them. */
  readonly rolloutWeights: X | undefined;
}

/** A number for each token, or a condition. */
export type Metric<X, C> = { readonly mean: X } | { readonly share: C } | number;

/** What a formula gives. */
export interface LossTerms<X, C> {
  /** ℓ_t, not weighted. */
  readonly losses: X;
  /** Under verl's names: what is averaged over counted tokens, or the share of them for which a condition holds. */
  readonly metrics: { readonly [name: string]: Metric<X, C> };
}

/** One loss of the family: its options, and its formula, which runs on plain arrays and on tensors. */
export interface Loss<S extends z.ZodMiniType = z.ZodMiniType> {
  /** Reads the loss of an objective; its defaults are stated here. */
  readonly options: S;
  /** @param selected - What `select` chose, or the batch's `selectedTokens`. */
  terms<X, C>(m: Operations<X, C>, tokens: LossTokens<X>, options: z.output<S>, selected: C): LossTerms<X, C>;
  /** Chooses tokens by a look at the whole batch, where the loss does that. No derivative goes through it. */
  select?<X, C>(m: BatchOperations<X, C>, tokens: LossTokens<X>, options: z.output<S>): C;
  /**
   * The factors of token losses that importance weights of a rollout correction make; undefined where the formula takes them inside.
   * Default: the weights as they are.
   */
  importance?<X, C>(m: Operations<X, C>, weights: X, options: z.output<S>): X | undefined;
}

/** @returns The loss as it is: a place for the compiler to infer what its options are. */
export function defineLoss<S extends z.ZodMiniType>(loss: Loss<S>): Loss<S> {
  return loss;
}

export const nonnegative = z.number().check(z.nonnegative());
export const positive = z.number().check(z.positive());

/** Reads a bound of a ratio or of a share, at least 0. */
export const bound = (byDefault: number) => z._default(nonnegative, byDefault);

/** Reads a limit of log-ratios; Infinity sets no limit. */
export const logRatioLimit = (byDefault: number) => z._default(z.union([positive, z.literal(Infinity)]), byDefault);

/**
 * The largest log-ratio that is exponentiated where a loss has no limit of its own (`logRatioLimit: Infinity`): e⁸⁰ ≈ 5.5e34
 * leaves room for a product in float32, so that a ratio can never make Infinity · 0.
 */
export const LARGEST_LOG_RATIO = 80;

/** @returns Log-ratios clamped to ± the limit, without a gradient beyond. */
export function limitLogRatios<X, C>(m: Operations<X, C>, logRatios: X, limit: number): X {
  const finite = Math.min(limit, LARGEST_LOG_RATIO);
  return m.clamp(logRatios, -finite, finite);
}

/**
 * −min(ρ A, clip(ρ, 1 − ε_low, 1 + ε_high) A), and where the clipped one is taken.
 *
 * @param most - δ: ρ alone is at most it.
 */
export function clippedSurrogate<X, C>(
  m: Operations<X, C>,
  ratios: X,
  advantages: X,
  { clipLow, clipHigh }: { readonly clipLow: number; readonly clipHigh: number },
  most = Infinity,
): { readonly losses: X; readonly clipped: C } {
  const minusA = m.neg(advantages);
  const plain = m.mul(most === Infinity ? ratios : m.clamp(ratios, -Infinity, most), minusA);
  // Where this one is larger, the ratio is beyond a bound: there is no gradient.
  const atBound = m.mul(m.clamp(m.detach(ratios), 1 - clipLow, 1 + clipHigh), minusA);
  const clipped = m.greater(atBound, plain);
  return { losses: m.where(clipped, atBound, plain), clipped };
}

/**
 * The metrics that verl has of most losses.
 *
 * @param logRatios - As the loss uses them.
 * @param clipped - Where the loss is clipped, and where its lower bound acts. Default: nowhere.
 */
export function clipMetrics<X, C>(
  m: Operations<X, C>,
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
