import { describeDecision, selectRollouts } from 'rstar2-agent';
import type { RolloutSample } from 'rstar2-agent/report';
import type { Algorithm } from '../../examples/training/algorithms.js';

/** What an algorithm does with a rollout of a group. */
export interface Choice {
  readonly kept: boolean;
  readonly reason: string;
  /** False for an attempt that the algorithm would not have sampled. */
  readonly isSampled: boolean;
}

/**
 * @param group - The rollouts of one problem.
 * @param keep - How many of them a step trains on.
 * @returns What the algorithm would keep of the group: GRPO-RoC the right answers with the fewest failed calls, `uniform` any, and
 *   `grpo` samples no more than it trains on.
 */
export function choose(algorithm: Algorithm, group: readonly RolloutSample[], keep: number): readonly Choice[] {
  const rollouts = group.map(({ rollout }) => rollout);
  const among = rollouts.flatMap(({ reward }, i) =>
    reward === undefined || (algorithm === 'grpo' && i >= keep) ? [] : [i],
  );
  const minimum = Math.min(1, Math.floor(keep / 2));
  const strategy =
    algorithm === 'grpo-roc'
      ? { minimumNegatives: minimum, minimumPositives: minimum }
      : { strategy: 'uniform' as const };
  const { decisions } = selectRollouts(rollouts, { keep, seed: 'page', among, ...strategy });
  return decisions.map((decision, i) =>
    algorithm === 'grpo' && i >= keep
      ? { kept: false, reason: 'not sampled: GRPO samples only the attempts that it trains on', isSampled: false }
      : choiceOf({ kept: decision.kind === 'kept', reason: describeDecision(decision) }),
  );
}

/** @returns What the run that a rollout is of did with it. */
export function choiceOf({ kept, reason }: Pick<RolloutSample, 'kept' | 'reason'>): Choice {
  return { kept, reason: reason.replace(/^(kept|dropped): /, ''), isSampled: true };
}

/** @returns In one sentence, what an algorithm does with a group. */
export function groupSentence(name: string, group: readonly RolloutSample[], choices: readonly Choice[]): string {
  const { failed, calls, rollouts } = failedCallsOf(group, choices);
  const kept = choices.filter((choice) => choice.kept).length;
  if (kept > 0)
    return `${name} trains on ${kept} of ${group.length} attempts; in the ${rollouts} right ones that it keeps, ${failed} of ${calls} calls failed.`;
  const sampled = group.filter((_, i) => choices[i]!.isSampled);
  const right = sampled.filter(({ rollout }) => (rollout.reward ?? 0) > 0).length;
  const which = right === 0 ? 'wrong' : right === sampled.length ? 'right' : undefined;
  return which === undefined
    ? `${name} keeps no attempt.`
    : `${name} keeps no attempt: all ${sampled.length} that it samples are ${which}, so there is nothing to compare.`;
}

/** Failed calls among the right answers that are kept. */
export interface FailedCalls {
  readonly failed: number;
  readonly calls: number;
  readonly rollouts: number;
}

/** @returns How many calls failed in the right answers that a choice keeps. */
export function failedCallsOf(group: readonly RolloutSample[], choices: readonly Choice[]): FailedCalls {
  const right = group.filter(({ rollout }, i) => choices[i]!.kept && (rollout.reward ?? 0) > 0);
  const calls = right.flatMap(({ rollout }) => rollout.turns.flatMap(({ toolCalls }) => toolCalls));
  return {
    failed: calls.filter(({ response }) => response.isError).length,
    calls: calls.length,
    rollouts: right.length,
  };
}
