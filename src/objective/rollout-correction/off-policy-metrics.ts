import type { TokenLayout } from '../../base/index.js';
import { checkArgument, checkTokenLayout, countedPositions, LAYOUT, mean } from '../../base/internal/index.js';
import {
  CountedSequences,
  clampLogRatio,
  largest,
  meanOf,
  sampleDeviation,
  smallest,
} from '../internal/counted-sequences.js';

/** Packed tokens with logprobs of the trained policy and of the policy that generated the tokens; shape [N]. */
export interface OffPolicyInput extends TokenLayout {
  /** log π_train; only counted tokens are read. */
  readonly trainLogprobs: ArrayLike<number>;
  /** log π_rollout. Without it, only the perplexity of the trained policy is measured. */
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
}

/**
 * Measures the distance between the policy that generated the tokens and the trained policy: KL (k1 and k3), the perplexity of both and
 * its ratio, χ² of tokens and of sequences.
 *
 * @returns Metrics under verl's names; an empty object for a batch without counted tokens.
 * @throws RangeError for shapes that do not fit; TypeError for arguments of another type.
 */
export function offPolicyMetrics(input: OffPolicyInput): { readonly [name: string]: number } {
  checkArgument(input, 'input', { trainLogprobs: 'an array', ...LAYOUT });
  const { trainLogprobs, rolloutLogprobs } = input;
  checkTokenLayout(input, { trainLogprobs, ...(rolloutLogprobs && { rolloutLogprobs }) });
  return measureOffPolicy(input, CountedSequences.of(input));
}

/** Packed tokens with logprobs of both policies; shape [N]. */
export interface RolloutCorrectionInput extends TokenLayout {
  /** log π of the policy that generated the tokens, as the training engine computes it. */
  readonly trainLogprobs: ArrayLike<number>;
  /** log π as the inference engine reported it. */
  readonly rolloutLogprobs: ArrayLike<number>;
}

/** @returns Metrics under verl's names; an empty object for a batch without counted tokens. */
export function measureOffPolicy(
  { trainLogprobs, rolloutLogprobs }: Omit<OffPolicyInput, keyof TokenLayout>,
  sequences: CountedSequences,
): { readonly [name: string]: number } {
  if (sequences.all.length === 0) return {};
  const train = sequences.means((t) => trainLogprobs[t]!);
  const perplexity = {
    training_ppl: meanOf(train.map((mean) => Math.exp(-mean))),
    training_log_ppl: -meanOf(train),
  };
  if (rolloutLogprobs === undefined) return perplexity;

  const logRatio = (t: number): number => trainLogprobs[t]! - rolloutLogprobs[t]!;
  const ratios = sequences.all.map(logRatio);
  const rollout = sequences.means((t) => rolloutLogprobs[t]!);
  const differences = rollout.map((mean, i) => mean - train[i]!);
  const products = sequences.sums(logRatio);
  return {
    ...perplexity,
    kl: -meanOf(ratios),
    k3_kl: meanOf(ratios.map((x) => Math.exp(x) - x - 1)),
    rollout_ppl: meanOf(rollout.map((mean) => Math.exp(-mean))),
    rollout_log_ppl: -meanOf(rollout),
    log_ppl_diff: meanOf(differences),
    log_ppl_abs_diff: meanOf(differences.map(Math.abs)),
    log_ppl_diff_max: largest(differences),
    log_ppl_diff_min: smallest(differences),
    ppl_ratio: meanOf(differences.map(Math.exp)),
    chi2_token: meanOf(ratios.map((x) => Math.exp(2 * clampLogRatio(x)))) - 1,
    chi2_seq: meanOf(products.map((x) => Math.exp(2 * clampLogRatio(x)))) - 1,
  };
}

/**
 * Compares the token probabilities that two engines compute for one policy: maximum, mean and standard deviation of |π_train − π_rollout|,
 * and their correlation. A correlation well below 1 means that the engines do not compute the same model.
 *
 * @returns Metrics under verl's names; an empty object for a batch without counted tokens. No correlation if one side is constant.
 * @remarks Source: `calculate_debug_metrics` of verl/utils/debug/metrics.py; arXiv 2506.13585 on the correlation.
 */
export function probabilityDifference(input: RolloutCorrectionInput): { readonly [name: string]: number } {
  const { trainLogprobs, rolloutLogprobs } = input;
  checkTokenLayout(input, { trainLogprobs, rolloutLogprobs });
  const positions = countedPositions(input).flat();
  if (positions.length === 0) return {};
  const train = positions.map((t) => Math.exp(trainLogprobs[t]!));
  const rollout = positions.map((t) => Math.exp(rolloutLogprobs[t]!));
  const differences = train.map((probability, i) => Math.abs(probability - rollout[i]!));
  const correlation = correlationOf(train, rollout);
  return {
    'training/rollout_probs_diff_max': largest(differences),
    'training/rollout_probs_diff_mean': mean(differences),
    'training/rollout_probs_diff_std': sampleDeviation(differences),
    ...(correlation !== undefined && { 'training/rollout_actor_probs_pearson_corr': correlation }),
  };
}

/** @returns Pearson's correlation coefficient; undefined if one list is constant. */
function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const [centerA, centerB] = [mean(a), mean(b)];
  const product = mean(a.map((value, i) => (value - centerA) * (b[i]! - centerB)));
  const spread = Math.sqrt(
    mean(a.map((value) => (value - centerA) ** 2)) * mean(b.map((value) => (value - centerB) ** 2)),
  );
  return spread === 0 ? undefined : product / spread;
}
