import type { GroupLabel } from '../../base/index.js';
import type { Group } from '../../base/internal/index.js';
import type { NotAmong, RewardSign, RocFacts } from '../decision.js';

/** Rollouts of one sign, in input order: their indices and p_total. */
export interface Candidates {
  readonly indices: readonly number[];
  readonly penalties: readonly number[];
}

/** One group by the sign of the reward. */
export interface SignedGroup {
  readonly label: GroupLabel;
  readonly positives: Candidates;
  readonly negatives: Candidates;
}

/** What was taken of one group, and why. */
export interface GroupSelection<Reason extends string> extends SignedGroup {
  /** Indices into the input. */
  readonly selected: readonly number[];
  /** Why those that were taken were; `small-group` takes none. */
  readonly reason: Reason;
}

/** What became of one rollout. */
export type Decision<Reason extends string> =
  (RocFacts & { readonly kind: 'kept' | 'dropped'; readonly reason: Reason | 'not-drawn' | 'world-size' }) | NotAmong;

/** @returns The group's rollouts by sign: positive for r > 0. */
export function bySign({ label, members }: Group, rewards: Float64Array, penalties: Float64Array): SignedGroup {
  const candidates = (indices: number[]) => ({ indices, penalties: indices.map((index) => penalties[index]!) });
  return {
    label,
    positives: candidates(members.filter((index) => rewards[index]! > 0)),
    negatives: candidates(members.filter((index) => rewards[index]! <= 0)),
  };
}

/**
 * @param leftOut - Taken, but left out for the world size.
 * @param count - Of rollouts in the input.
 * @returns What became of each rollout; shape [R].
 */
export function decide<Reason extends string>(
  selections: readonly GroupSelection<Reason>[],
  leftOut: ReadonlySet<number>,
  count: number,
): Decision<Reason>[] {
  const decisions = new Array<Decision<Reason>>(count).fill({ kind: 'not-among' });
  for (const { positives, negatives, selected, reason } of selections) {
    const members = new Set(selected);
    const decideSign = (sign: RewardSign, { indices, penalties }: Candidates) => {
      const taken = indices.reduce((sum, index) => sum + (members.has(index) ? 1 : 0), 0);
      indices.forEach((index, i) => {
        const isTaken = members.has(index);
        const kept = isTaken && !leftOut.has(index);
        const why = kept ? reason : isTaken ? 'world-size' : selected.length === 0 ? reason : 'not-drawn';
        const kind = kept ? 'kept' : 'dropped';
        decisions[index] = { kind, reason: why, sign, penalty: penalties[i]!, candidates: indices.length, taken };
      });
    };
    decideSign('positive', positives);
    decideSign('negative', negatives);
  }
  return decisions;
}
