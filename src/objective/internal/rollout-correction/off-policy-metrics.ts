import type { TokenLayout } from '../../../base/index.js';
import { CountedSequences, clampLogRatio, largest, meanOf, smallest } from '../counted-sequences.js';
import type { CorrectionHabits } from './habits.js';

interface Logprobs extends TokenLayout {
  readonly trainLogprobs: ArrayLike<number>;
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
}

/** `offPolicyMetrics` with another program's habits. */
export function offPolicyMetricsWith(
  input: Logprobs,
  { emptySequences }: CorrectionHabits,
): { readonly [name: string]: number } {
  const { trainLogprobs, rolloutLogprobs } = input;
  const sequences = new CountedSequences(input);
  if (sequences.all.length === 0) return {};
  const counts = (_: unknown, i: number): boolean => emptySequences === 'count' || sequences.tokens[i]!.length > 0;
  const train = sequences.means((t) => trainLogprobs[t]!).filter(counts);
  const perplexity = {
    training_ppl: meanOf(train.map((mean) => Math.exp(-mean))),
    training_log_ppl: -meanOf(train),
  };
  if (rolloutLogprobs === undefined) return perplexity;

  const logRatio = (t: number): number => trainLogprobs[t]! - rolloutLogprobs[t]!;
  const ratios = sequences.all.map(logRatio);
  const rollout = sequences.means((t) => rolloutLogprobs[t]!).filter(counts);
  const differences = rollout.map((mean, i) => mean - train[i]!);
  const products = sequences.sums(logRatio).filter(counts);
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
