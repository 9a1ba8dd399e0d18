import { clampLogRatio, largest, meanOf, smallest, type CountedSequences } from '../counted-sequences.js';

interface Logprobs {
  readonly trainLogprobs: ArrayLike<number>;
  readonly rolloutLogprobs?: ArrayLike<number> | undefined;
}

/** @returns The metrics under verl's names; none for a batch without counted tokens. */
export function measureOffPolicy(
  { trainLogprobs, rolloutLogprobs }: Logprobs,
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
