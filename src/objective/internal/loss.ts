import type * as z from 'zod/mini';
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
