import type { TokenLayout } from '../../base/index.js';
import { checkArgument, LAYOUT } from '../../base/internal/index.js';
import { CountedSequences } from '../internal/counted-sequences.js';
import { measureOffPolicy } from '../internal/rollout-correction/off-policy-metrics.js';

/** Logprobs of the trained policy and of the one that generated, on packed tokens; shape [N]. */
export interface OffPolicyInput extends TokenLayout {
  /** log π_train, read at counted tokens alone. */
  readonly trainLogprobs: ArrayLike<number>;
  /** log π_rollout; without it only the perplexity of the trained policy is measured. */
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
}

/**
 * How far the policy that generated is from the one that is trained, under verl's names: KL (k1 and k3), perplexities of
 * both and their ratio, χ² of tokens and of sequences.
 *
 * @returns No metrics for a batch without counted tokens.
 */
export function offPolicyMetrics(input: OffPolicyInput): { readonly [name: string]: number } {
  checkArgument(input, 'input', { trainLogprobs: 'an array', ...LAYOUT });
  return measureOffPolicy(input, CountedSequences.of(input));
}
