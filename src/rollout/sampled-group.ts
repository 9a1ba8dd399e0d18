import type { Rollout, RolloutOutcome } from '../base/index.js';

/** Whether a group is accepted. Rejected groups are counted by their cause, such as `solved` or `unsolved`. */
export type GroupVerdict = { readonly kind: 'accepted' } | { readonly kind: 'rejected'; readonly cause: string };

/** A group of scored rollouts. */
export interface SampledGroup {
  readonly groupId: string;
  /** Completed rollouts, in order. */
  readonly rollouts: readonly Rollout[];
  /** The other rollouts: failed with an infrastructure error, or cut (`overProvision`). */
  readonly failed: readonly Extract<RolloutOutcome, { readonly kind: 'failed' }>[];
  readonly verdict: GroupVerdict;
}

/** Accepts or rejects a complete group, with as many rollouts as its task asks for; additional ones (`overProvision`) were cut or failed. */
export type AcceptGroup = (rollouts: readonly Rollout[]) => GroupVerdict;

/** The result of a `take`: every group that it used, also rejected ones, in the order of their tasks. */
export interface GroupBatch {
  readonly groups: readonly SampledGroup[];
  /** As many as requested, unless the limit was reached and `atLimit` is `partial`, or there are no more tasks. */
  readonly accepted: number;
}

/** There were not enough accepted groups: the limit was reached, or there are no more tasks. */
export class SamplingLimitError extends Error {
  /** The numbers of requested and of accepted groups. */
  readonly wanted: number;
  readonly accepted: number;
  /** Numbers of rejected groups, by cause. */
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
