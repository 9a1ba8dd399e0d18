import { CountedSequences } from '../internal/counted-sequences.js';
import { checkBounds, parseCriteria, rejectTokens } from '../internal/rollout-correction/rejection.js';
import type { LogRatioInput } from './log-ratios.js';
import type { RejectionStatistic } from './rejection-statistics.js';

/** One criterion; a token stays where all of them hold, a sequence's criterion speaks for all its tokens. */
export interface RejectionCriterion {
  readonly statistic: RejectionStatistic;
  /**
   * For k2 and k3, the largest divergence that stays. For k1, the largest ratio π_train / π_rollout (of a token; of
   * the whole sequence for `seq_sum`; its geometric mean for `seq_mean`).
   */
  readonly upper: number;
  /** k1 alone: the smallest ratio; at most `upper`. Default 1 / upper. */
  readonly lower?: number | undefined;
}

/** How tokens are rejected. */
export interface RejectionOptions {
  readonly criteria: readonly RejectionCriterion[];
}

/** What is left, and what was measured, under verl's names. */
export interface RejectionResult {
  /** The response mask without the rejected tokens; shape [N]. */
  readonly mask: Uint8Array;
  readonly metrics: { readonly [name: string]: number };
}

/**
 * Takes tokens or whole sequences out of training where the rollout policy had drifted too far from the trained one: a
 * hard bound where clipping is a soft one.
 *
 * @throws RangeError or TypeError for options out of range, such as a lower bound above the upper.
 * @remarks Source: masked importance sampling as verl's `rollout_corr_helper.py` has it (k1 to k3: Schulman 2020).
 */
export function rejectRollouts(input: LogRatioInput, options: RejectionOptions): RejectionResult {
  const criteria = parseCriteria(options);
  checkBounds(criteria);
  return rejectTokens(input, criteria, CountedSequences.of(input));
}
