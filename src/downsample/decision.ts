import { checkArgument } from '../base/internal/index.js';

/** The sign of a reward r: positive for r > 0, negative for r <= 0. */
export type RewardSign = 'positive' | 'negative';

/** A rollout that was not checked, because it is not in `among`. */
export interface NotAmong {
  readonly kind: 'not-among';
}

/** The decision of rejection for one rollout, with the reason. */
export type RejectEqualDecision =
  | { readonly kind: 'kept'; readonly reason: 'varied-rewards' }
  | { readonly kind: 'dropped'; readonly reason: 'equal-rewards' | 'world-size' }
  | NotAmong;

/** The filter that removed a rollout: before its group was checked (`overlong`), or after the group's advantages were computed. */
export interface FilterDecision {
  readonly kind: 'dropped';
  readonly reason: 'overlong' | 'void-turn';
}

/**
 * Why Resample-on-Correct kept or dropped a rollout:
 *
 * - `whole-group`: its group has no more than n;
 * - `drawn`: it was among the selected rollouts of its group;
 * - `not-drawn`: other rollouts of its group were selected;
 * - `world-size`: it was selected, but the number of kept rollouts must be a multiple of the number of workers.
 */
export type RocOutcome =
  | { readonly kind: 'kept'; readonly reason: 'whole-group' | 'drawn' }
  | { readonly kind: 'dropped'; readonly reason: 'not-drawn' | 'world-size' };

/** The numbers behind a decision. */
export interface RocFacts {
  readonly sign: RewardSign;
  /** p_total. */
  readonly penalty: number;
  /** Rollouts of this sign in the group. */
  readonly candidates: number;
  /** How many of them were taken, before dividing among workers. */
  readonly taken: number;
}

/** The decision of Resample-on-Correct for one rollout, with its numbers. */
export type RocDecision = (RocOutcome & RocFacts) | NotAmong;

const WHY: { readonly [reason: string]: string } = {
  'varied-rewards': 'the rewards of its group vary',
  'equal-rewards': 'every reward of its group is the same',
  'whole-group': 'its group is no larger than asked for',
  drawn: 'drawn',
  'not-drawn': 'not drawn',
  'world-size': 'taken, but left out so that the batch divides evenly among the workers',
  'small-group': 'its group is too small',
  'not-sampled': 'nothing was sampled',
  overlong: 'it reached the token limit',
  'void-turn': 'one of its turns has neither a tool call nor an answer',
};

/**
 * @returns A decision in words, for reports: `kept: drawn (8 of 20 positives taken; penalty 0.25)`.
 *
 * @example
 * describeDecision(rocDownsample(rollouts, { keep: 16, seed: 'step-12' }).decisions[0]!);
 */
export function describeDecision(
  decision: NotAmong | { readonly kind: 'kept' | 'dropped'; readonly reason: string } | (RocFacts & RocOutcome),
): string {
  checkArgument(decision, 'decision', 'an object');
  if (decision.kind === 'not-among') return 'not checked';
  const { kind, reason } = decision;
  const words = `${kind}: ${WHY[reason] ?? reason}`;
  if (!('sign' in decision)) return words;
  const { sign, penalty, candidates, taken } = decision;
  return `${words} (${taken} of ${candidates} ${sign}s taken; penalty ${Number(penalty.toFixed(3))})`;
}
