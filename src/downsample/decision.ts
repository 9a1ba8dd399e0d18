/** The sign of a reward r: positive for r > 0, negative for r <= 0. */
export type RewardSign = 'positive' | 'negative';

/**
 * Why a rollout was kept:
 *
 * - `whole-group`: its group has no more than n;
 * - `drawn`: it was among those taken of its group;
 * - `not-sampled`: nothing was sampled.
 */
export type KeptReason = 'whole-group' | 'drawn' | 'not-sampled';

/**
 * Why a rollout was dropped:
 *
 * - `not-drawn`: others of its group were taken;
 * - `small-group`: its group has fewer than n, and such groups are dropped;
 * - `world-size`: it was taken, but the number kept has to divide among the workers.
 */
export type DroppedReason = 'not-drawn' | 'small-group' | 'world-size';

/** Whether a rollout was kept, and why. */
export type RocOutcome =
  { readonly kind: 'kept'; readonly reason: KeptReason } | { readonly kind: 'dropped'; readonly reason: DroppedReason };

/** What became of one rollout, and what that was decided on. */
export type RocDecision = RocOutcome & {
  readonly sign: RewardSign;
  /** p_total. */
  readonly penalty: number;
  /** Rollouts of this sign in the group. */
  readonly candidates: number;
  /** How many of them were taken, before dividing among workers. */
  readonly taken: number;
};

const WHY: { readonly [reason in KeptReason | DroppedReason]: string } = {
  'whole-group': 'its group is no larger than asked for',
  drawn: 'drawn',
  'not-sampled': 'nothing was sampled',
  'not-drawn': 'not drawn',
  'small-group': 'its group is too small',
  'world-size': 'taken, but left out so that the batch divides among the workers',
};

/** @returns A decision in words, for reports: `kept: drawn (8 of 20 positives taken; penalty 0.25)`. */
export function describeDecision({ kind, reason, sign, penalty, candidates, taken }: RocDecision): string {
  return `${kind}: ${WHY[reason]} (${taken} of ${candidates} ${sign}s taken; penalty ${Number(penalty.toFixed(3))})`;
}
