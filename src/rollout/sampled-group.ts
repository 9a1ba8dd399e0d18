import type { Rollout, RolloutOutcome } from '../base/index.js';

/** Whether a step can learn from a group; the cause is a word to count by: `solved`, `unsolved`. */
export type GroupVerdict = { readonly kind: 'accepted' } | { readonly kind: 'rejected'; readonly cause: string };

/** A group that was rolled out and scored. */
export interface SampledGroup {
  readonly groupId: string;
  /** Those that completed, in order. */
  readonly rollouts: readonly Rollout[];
  /** The others: broken by the machine, or cut (`overProvision`). */
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
