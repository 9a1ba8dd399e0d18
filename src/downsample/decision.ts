import { checkArgument } from '../base/internal/index.js';

/** The sign of a reward r: positive for r > 0, negative for r <= 0. */
export type RewardSign = 'positive' | 'negative';

/** A rollout that was not looked at: the caller's `among` left it out. */
export interface NotAmong {
  readonly kind: 'not-among';
}

/** What rejection made of one rollout, and why. */
export type RejectEqualDecision =
  | { readonly kind: 'kept'; readonly reason: 'varied-rewards' }
  | { readonly kind: 'dropped'; readonly reason: 'equal-rewards' | 'world-size' }
  | NotAmong;

/** What took a rollout out before its group was looked at (`overlong`), or once it had its part in the group's advantages. */
export interface FilterDecision {
  readonly kind: 'dropped';
  readonly reason: 'overlong' | 'void-turn';
}

/**
 * Why Resample-on-Correct kept or dropped a rollout:
 *
 * - `whole-group`: its group has no more than n;
 * - `drawn`: it was among those taken of its group;
 * - `not-drawn`: others of its group were taken;
 * - `world-size`: it was taken, but the number kept has to divide among the workers.
 */
export type RocOutcome =
  | { readonly kind: 'kept'; readonly reason: 'whole-group' | 'drawn' }
  | { readonly kind: 'dropped'; readonly reason: 'not-drawn' | 'world-size' };

/** What an outcome was decided on. */
export interface RocFacts {
  readonly sign: RewardSign;
  /** p_total. */
  readonly penalty: number;
  /** Rollouts of this sign in the group. */
  readonly candidates: number;
  /** How many of them were taken, before dividing among workers. */
  readonly taken: number;
}

/** What Resample-on-Correct made of one rollout, and what that was decided on. */
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
