import { checkTokenLayout, countedPositions, mean } from '../../../base/internal/index.js';
import { largest, sampleDeviation } from '../counted-sequences.js';
import type { OffPolicyInput } from '../../rollout-correction/off-policy-metrics.js';

type Measured = OffPolicyInput & { readonly rolloutLogprobs: ArrayLike<number> };

/**
 * How far apart the probabilities are that two engines give the tokens of one policy, under verl's names: largest, mean and
 * standard deviation of |π_train − π_rollout|, and their correlation. What a rollout correction corrects for; a correlation well below
 * 1 says that the engines do not compute the same model.
 *
 * @returns No metrics for a batch without counted tokens; no correlation where one of them is constant.
 * @remarks Source: `calculate_debug_metrics` of verl/utils/debug/metrics.py; arXiv 2506.13585 on the correlation.
 */
export function probabilityDifference(input: Measured): { readonly [name: string]: number } {
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

/** @returns Pearson's; undefined where it is 0 / 0. */
function correlationOf(a: readonly number[], b: readonly number[]): number | undefined {
  const [centerA, centerB] = [mean(a), mean(b)];
  const product = mean(a.map((value, i) => (value - centerA) * (b[i]! - centerB)));
  const spread = Math.sqrt(
    mean(a.map((value) => (value - centerA) ** 2)) * mean(b.map((value) => (value - centerB) ** 2)),
  );
  return spread === 0 ? undefined : product / spread;
}
