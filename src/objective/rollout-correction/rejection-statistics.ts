/**
 * What a criterion measures, from x = log π_train − log π_rollout of each token: k1 = −x, k2 = x² / 2, k3 = eˣ − 1 − x;
 * of a token, or summed, averaged or the largest over a sequence.
 */
export const REJECTION_STATISTICS = [
  'token_k1',
  'token_k2',
  'token_k3',
  'seq_sum_k1',
  'seq_sum_k2',
  'seq_sum_k3',
  'seq_mean_k1',
  'seq_mean_k2',
  'seq_mean_k3',
  'seq_max_k2',
  'seq_max_k3',
] as const;

/** What a criterion looks at: a token or a sequence, and an estimate of the KL between the policies. */
export type RejectionStatistic = (typeof REJECTION_STATISTICS)[number];
