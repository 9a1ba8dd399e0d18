import type { Aggregation, TokenLayout } from '../base/index.js';
import { argumentError, checkArgument, checkFinite, checkMembers, checkTokenLayout } from '../base/internal/index.js';

/**
 * Packed tokens with everything that a loss may read: a `PackedBatch` and the current logprobs,
 * `policyLoss({ ...batch, logprobs }, grpoRoc())`. All arrays have shape [N], except `offsets` with [S + 1].
 */
export interface PolicyLossInput extends TokenLayout {
  /** log π(token) under the policy being trained. Only counted tokens are read. */
  readonly logprobs: ArrayLike<number>;
  /** log π_old(token), of the denominator of the ratio: the policy that generated the token, or `trainLogprobs` after a rollout correction. */
  readonly oldLogprobs: ArrayLike<number>;
  readonly advantages: ArrayLike<number>;
  /** Weights computed over a larger batch, so that the losses of its parts add up to its own. Default: by the objective's aggregation. */
  readonly lossWeights?: ArrayLike<number> | undefined;
  /** The aggregation that made `lossWeights`; it must be the objective's, unless `localWeights` is set. */
  readonly aggregation?: Aggregation | undefined;
  /** log π_ref, for a KL term. */
  readonly referenceLogprobs?: ArrayLike<number> | undefined;
  /** log π_rollout of the policy that generated the tokens, for an off-policy mask. Default `oldLogprobs`. */
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
  /** Entropy of the distribution each token was sampled from, for an entropy bonus. Without a bonus it is only a metric. */
  readonly entropies?: ArrayLike<number> | undefined;
  /** Importance weights of rollout correction: constant factors of the token losses. */
  readonly rolloutWeights?: ArrayLike<number> | undefined;
  /** Tokens with 0 have no policy loss but still count in the denominators (`topEntropyTokens`). Default: all 1. */
  readonly policyMask?: ArrayLike<number> | undefined;
  /** The tokens that Clip-Cov drops or KL-Cov penalizes, if they were chosen over a larger batch. Default: chosen over this one. */
  readonly selectedTokens?: ArrayLike<number> | undefined;
}

/** A loss with its exact gradient. Arrays have shape [N] and are 0 outside the mask. */
export interface PolicyLossResult {
  readonly loss: number;
  /** ∂ loss / ∂ log π_t: the upstream gradient for the backward pass of another framework. */
  readonly gradient: Float64Array;
  /** ∂ loss / ∂ H_t; only with an entropy bonus. */
  readonly entropyGradient?: Float64Array;
  /** The policy loss of each token, with its importance weight but without its loss weight. */
  readonly losses: Float64Array;
  /** Under verl's names. Means are over counted tokens. */
  readonly metrics: { readonly [name: string]: number };
  /** Number of counted tokens; `mergeLossReports` averages metrics by it. */
  readonly tokens: number;
}

/** The input of a loss without the outputs of the model. */
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
const READ_BY_LOSS = [...OPTIONAL, 'aggregation', 'entropies'] as const;

/**
 * Checks the input of a loss before any computation.
 *
 * @param needs - The optional arrays that the objective reads.
 * @throws TypeError or RangeError naming the array.
 */
export function checkPolicyLossInput(
  input: PolicyLossInput,
  needs: { readonly kl: boolean; readonly entropy: boolean },
): void {
  checkArgument(input, 'input', 'an object');
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
 * `checkPolicyLossInput` for an input whose model outputs, if any, are in `fromModel`.
 *
 * @param path - The caller's name of the input, which starts every message.
 */
export function checkLossInput(
  input: LossInput,
  needs: { readonly kl: boolean },
  path: string,
  fromModel: { readonly [name: string]: ArrayLike<number> } = {},
): void {
  const { responseMask } = input;
  checkMembers(input, path, READ_BY_LOSS);
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
  const { rolloutWeights = [] } = input;
  for (let t = 0; t < rolloutWeights.length; t++)
    if (responseMask[t] !== 0 && rolloutWeights[t]! < 0)
      throw argumentError(
        RangeError,
        `${path}.rolloutWeights[${t}]`,
        `expected at least 0 (importance weight), got ${rolloutWeights[t]}`,
      );
}
