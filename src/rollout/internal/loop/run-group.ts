import type { RolloutOutcome } from '../../../base/index.js';
import { maskedCount } from '../../../base/internal/index.js';
import { followSignal } from '../../../io/index.js';
import { MachineFailure, type RolloutPlan } from './rollout-plan.js';
import { settleAll } from './settle-all.js';

/** What a group is run with. */
export interface GroupRun {
  /** The group is over when so many of its rollouts have completed; the rest are cut. */
  readonly enough: number;
  readonly runOne: (plan: RolloutPlan, signal: AbortSignal) => Promise<RolloutOutcome>;
  /** Told of each outcome, in the order of completion. */
  readonly onEnd: (outcome: RolloutOutcome) => void;
  readonly signal: AbortSignal;
}

/**
 * Runs a group's rollouts side by side.
 *
 * @returns One outcome each, in order; never more than `enough` completed ones.
 */
export async function runGroup(
  plans: readonly RolloutPlan[],
  { enough, runOne, onEnd, signal }: GroupRun,
): Promise<RolloutOutcome[]> {
  const stop = followSignal(signal);
  const cut = new MachineFailure({
    source: 'cancelled',
    message: `cut: ${enough} of the group's ${plans.length} rollouts had completed`,
    retryable: false,
  });
  let completed = 0;
  const run = async (plan: RolloutPlan): Promise<RolloutOutcome> => {
    const ended = await runOne(plan, stop.signal);
    // One may end in the moment in which the group has enough.
    const outcome = ended.kind === 'completed' && completed === enough ? cutOff(ended.rollout, cut) : ended;
    if (outcome.kind === 'completed' && ++completed === enough) stop.abort(cut);
    onEnd(outcome);
    return outcome;
  };
  try {
    return await settleAll(plans.map(run), stop);
  } finally {
    stop.letGo();
  }
}

function cutOff(
  { id, groupId, turns, tokens }: Extract<RolloutOutcome, { kind: 'completed' }>['rollout'],
  { failure }: MachineFailure,
): RolloutOutcome {
  const generatedTokens = tokens === undefined ? 0 : maskedCount(tokens.responseMask);
  return { kind: 'failed', id, groupId, cause: failure, turns, generatedTokens };
}
