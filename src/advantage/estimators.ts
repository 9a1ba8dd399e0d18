/**
 * An outcome-reward estimator is a baseline and a scale: A_i = (r_i − b_i) / s_i.
 *
 * Baselines b_i, over the group of rollout i:
 * - `mean`: mean(r);
 * - `leave-one-out`: the mean of the others, (Σr − r_i) / (n − 1);
 * - `length-weighted-mean`: Σ l_j r_j / Σ l_j, l = counted tokens;
 * - `runner-up`: only the best rollout has an advantage, its distance from the second best; the rest get 0.
 */
export type Baseline = 'mean' | 'leave-one-out' | 'length-weighted-mean' | 'runner-up';

/**
 * Scales s_i:
 * - `group-std`: std(r) of the group + ε;
 * - `batch-std`: std(r) of the whole batch + ε;
 * - `success-share`: the share of rollouts in the batch with a non-zero reward (batches with few successes weigh more);
 * - `none`: 1.
 */
export type Scale = 'group-std' | 'batch-std' | 'success-share' | 'none';

/**
 * The estimators by name.
 *
 * - `grpo`: arXiv 2402.03300, §4.1.2, and arXiv 2508.20722 on its objective: (r − mean) / std;
 * - `dr-grpo`: arXiv 2503.20783: r − mean;
 * - `batch-scaled`: group mean, batch std, arXiv 2508.08221;
 * - `rloo`: arXiv 2402.14740 (Kool et al. 2019);
 * - `opo`: arXiv 2505.23585, with the length as the weight;
 * - `gpg`: arXiv 2504.02546: α (r − mean), α = rollouts / rollouts with a non-zero reward;
 * - `pass-at-k`: arXiv 2503.19595.
 */
export const ADVANTAGE_ESTIMATORS = {
  grpo: { baseline: 'mean', scale: 'group-std' },
  'dr-grpo': { baseline: 'mean', scale: 'none' },
  'batch-scaled': { baseline: 'mean', scale: 'batch-std' },
  rloo: { baseline: 'leave-one-out', scale: 'none' },
  opo: { baseline: 'length-weighted-mean', scale: 'none' },
  gpg: { baseline: 'mean', scale: 'success-share' },
  'pass-at-k': { baseline: 'runner-up', scale: 'group-std' },
} as const satisfies { readonly [name: string]: { readonly baseline: Baseline; readonly scale: Scale } };

/** The name of a group-wise estimator. */
export type AdvantageEstimator = keyof typeof ADVANTAGE_ESTIMATORS;
