import type { Rollout, RolloutOutcome } from '../base/index.js';

/** Whether a step can learn from a group; the cause is a word to count by: `solved`, `unsolved`. */
export type GroupVerdict = { readonly kind: 'accepted' } | { readonly kind: 'rejected'; readonly cause: string };

/** A group that was rolled out and scored. */
export interface SampledGroup {
  readonly groupId: string;
  /** Completed rollouts, in order. */
  readonly rollouts: readonly Rollout[];
  /** The others: failed by an infrastructure error, or cut (`overProvision`). */
  readonly failed: readonly Extract<RolloutOutcome, { readonly kind: 'failed' }>[];
  readonly verdict: GroupVerdict;
}

/** Judges a group that is whole: as many rollouts as its task asks for have completed; those beyond them (`overProvision`) were cut or broken. */
export type AcceptGroup = (rollouts: readonly Rollout[]) => GroupVerdict;

/** What a `take` gave: every group that it used up, rejected ones too, in the order of their tasks. */
export interface GroupBatch {
  readonly groups: readonly SampledGroup[];
  /** As many as were asked for, unless the limit was reached and `atLimit` is `partial`, or the tasks are at their end. */
  readonly accepted: number;
}

/** There were not enough groups that count: the limit was reached, or the tasks are at their end. */
export class SamplingLimitError extends Error {
  /** How many were asked for, and how many there are. */
  readonly wanted: number;
  readonly accepted: number;
  /** How many were rejected, by cause. */
  readonly rejected: { readonly [cause: string]: number };

  constructor(
    message: string,
    { wanted, accepted, rejected, cause }: Pick<SamplingLimitError, 'wanted' | 'accepted' | 'rejected' | 'cause'>,
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'SamplingLimitError';
    this.wanted = wanted;
    this.accepted = accepted;
    this.rejected = rejected;
  }
}
