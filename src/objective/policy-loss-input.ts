import type { Aggregation, TokenLayout } from '../base/index.js';
import { argumentError, checkFinite, checkTokenLayout } from '../base/internal/index.js';

/**
 * Packed tokens with everything a loss may look at; a `PackedBatch` and the current logprobs are one:
 * `policyLoss({ ...batch, logprobs }, grpoRoc())`. All arrays have shape [N] but `offsets`, which has [S + 1].
 */
export interface PolicyLossInput extends TokenLayout {
  /** log π(token) under the policy being trained. Only counted tokens are read. */
  readonly logprobs: ArrayLike<number>;
  /** log π(token) under the policy the ratio is taken to: the one that generated it; after a rollout correction, its `trainLogprobs`. */
  readonly oldLogprobs: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
  /** Weights worked out over a larger batch, by which its parts add up to it. Default: by the objective's aggregation. */
  readonly lossWeights?: ArrayLike<number> | undefined;
  /** How `lossWeights` were worked out; it must be the objective's (unless `localWeights`). */
  readonly aggregation?: Aggregation | undefined;
  /** log π_ref, for a KL term. */
  readonly referenceLogprobs?: ArrayLike<number> | undefined;
  /** log π_rollout of the policy that generated, for an off-policy mask, where `oldLogprobs` are another's. Default `oldLogprobs`. */
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
  /** Entropy of the distribution each token was drawn from, for an entropy bonus; a metric where there is none. */
  readonly entropies?: ArrayLike<number> | undefined;
  /** Importance weights of rollout correction: constant factors of the token losses. */
  readonly rolloutWeights?: ArrayLike<number> | undefined;
  /**
   * Tokens outside it keep their place in the denominators but have no policy loss (`topEntropyTokens`). Default: all.
   */
  readonly policyMask?: ArrayLike<number> | undefined;
  /** Clip-Cov's dropped or KL-Cov's paying tokens, where they were chosen over a larger batch. Default: chosen here. */
  readonly selectedTokens?: ArrayLike<number> | undefined;
}

/** A loss with its exact gradient. Arrays have shape [N] and are 0 outside the mask. */
export interface PolicyLossResult {
  readonly loss: number;
  /** ∂ loss / ∂ log π_t: what a stack with its own autograd hands to its backward pass. */
  readonly gradient: Float64Array;
  /** ∂ loss / ∂ H_t; present with an entropy bonus. */
  readonly entropyGradient?: Float64Array;
  /** The policy loss of each token before its weight, importance weight included. */
  readonly losses: Float64Array;
  /** Under verl's names. Means are over counted tokens. */
  readonly metrics: { readonly [name: string]: number };
  /** Counted tokens: what metrics of parts are averaged by. */
  readonly tokens: number;
}

/** What a loss reads beside what the model gives. */
type LossInput = Omit<PolicyLossInput, 'logprobs' | 'entropies'>;

const REQUIRED = ['oldLogprobs', 'advantages'] as const;
const OPTIONAL = [
  'lossWeights',
  'referenceLogprobs',
  'rolloutLogprobs',
  'rolloutWeights',
  'policyMask',
  'selectedTokens',
] as const;

/**
 * Refuses input that no loss can be worked out from, before any is.
 *
 * @param needs - Which of the optional arrays the objective reads.
 */
export function checkPolicyLossInput(
  input: PolicyLossInput,
  needs: { readonly kl: boolean; readonly entropy: boolean },
): void {
  const { logprobs, entropies } = input;
  if (needs.entropy && entropies === undefined)
    throw argumentError(
      TypeError,
      'input.entropies',
      'expected an array (the objective has an entropy bonus), got undefined',
    );
  checkLossInput(input, needs, 'input', { logprobs, ...(entropies && { entropies }) });
}

/**
 * The same without what the model gives, or with it as `fromModel`.
 *
 * @param path - How the caller knows the input; it starts every message.
 */
export function checkLossInput(
  input: LossInput,
  needs: { readonly kl: boolean },
  path: string,
  fromModel: { readonly [name: string]: ArrayLike<number> } = {},
): void {
  const { responseMask } = input;
  if (needs.kl && input.referenceLogprobs === undefined)
    throw argumentError(
      TypeError,
      `${path}.referenceLogprobs`,
      'expected an array (the objective has a KL term), got undefined',
    );
  const names = [...REQUIRED, ...OPTIONAL.filter((name) => input[name] !== undefined)];
  const arrays = { ...fromModel, ...Object.fromEntries(names.map((name) => [name, input[name]!])) };
  checkTokenLayout(input, arrays, path);
  for (const [name, values] of Object.entries(arrays)) checkFinite(values, `${path}.${name}`, responseMask);
}
