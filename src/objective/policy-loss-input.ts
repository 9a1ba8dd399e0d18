import type { Aggregation, TokenLayout } from '../base/index.js';
import { argumentError, checkTokenLayout } from '../base/internal/index.js';

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

const REQUIRED = ['logprobs', 'oldLogprobs', 'advantages'] as const;
const OPTIONAL = [
  'lossWeights',
  'referenceLogprobs',
  'rolloutLogprobs',
  'entropies',
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
  const { responseMask } = input;
  if (needs.kl && input.referenceLogprobs === undefined)
    throw argumentError(
      TypeError,
      'input.referenceLogprobs',
      'expected an array (the objective has a KL term), got undefined',
    );
  if (needs.entropy && input.entropies === undefined)
    throw argumentError(
      TypeError,
      'input.entropies',
      'expected an array (the objective has an entropy bonus), got undefined',
    );
  const given = [...REQUIRED, ...OPTIONAL.filter((name) => input[name] !== undefined)];
  checkTokenLayout(input, Object.fromEntries(given.map((name) => [name, input[name]])));
  for (const name of given) {
    const values = input[name]!;
    for (let t = 0; t < responseMask.length; t++)
      if (responseMask[t] !== 0 && !Number.isFinite(values[t]))
        throw argumentError(RangeError, `input.${name}[${t}]`, `expected a finite number, got ${values[t]}`);
  }
}
