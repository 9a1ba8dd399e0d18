import { toolCallsOf, type Rollout, type ToolCall } from '../../base/index.js';
import { checkRollouts, groupByLabel, mean, responseLength } from '../../base/internal/index.js';

/** The metrics of a set of rollouts, under the names that `METRIC_CATALOGUE` knows. */
export interface RolloutMetrics {
  /** Mean over the rollouts that have one; null without any. */
  readonly reward: number | null;
  /** Failed tool calls / tool calls, over the rollouts with a reward above 0; null without such a call. */
  readonly toolErrorShareInCorrect: number | null;
  /** Failed tool calls / tool calls, over all rollouts; null without a call. */
  readonly failedCalls: number | null;
  /** Tokens after the prompt, mean; of branches those from the first that was generated. */
  readonly responseLength: number | null;
  /** Share whose main path ran out of tokens, turns or time. */
  readonly truncation: number | null;
  /** Calls a rollout, mean. */
  readonly toolCalls: number | null;
  /** Share without a reward: the verifier could not judge them. */
  readonly undecided: number | null;
  /** Share of groups in which every rollout that could be judged has a reward above 0, and one could. */
  readonly solvedGroups: number | null;
  /** Share of groups in which rollouts could be judged, and none has. */
  readonly unsolvedGroups: number | null;
}

/** @returns The metrics of rollouts; null where there is nothing to take a mean of. */
export function rolloutMetrics(rollouts: readonly Rollout[]): RolloutMetrics {
  checkRollouts(rollouts);
  const correct = rollouts.filter(isCorrect);
  const groups = groupByLabel(rollouts.map(({ groupId }) => groupId)).map(({ members }) =>
    members.map((i) => rollouts[i]!).filter(({ reward }) => reward !== undefined),
  );
  return {
    reward: share(rollouts.flatMap(({ reward }) => reward ?? [])),
    toolErrorShareInCorrect: failedShare(correct.flatMap(toolCallsOf)),
    failedCalls: failedShare(rollouts.flatMap(toolCallsOf)),
    responseLength: share(rollouts.map((rollout) => responseLength(rollout) ?? 0)),
    truncation: share(rollouts.map(({ finishReason }) => finishReason !== 'stop')),
    toolCalls: share(rollouts.map((rollout) => toolCallsOf(rollout).length)),
    undecided: share(rollouts.map(({ reward }) => reward === undefined)),
    solvedGroups: share(groups.map((group) => group.length > 0 && group.every(isCorrect))),
    unsolvedGroups: share(groups.map((group) => group.length > 0 && !group.some(isCorrect))),
  };
}

/** @returns Whether the outcome is right. */
export function isCorrect({ reward = 0 }: Rollout): boolean {
  return reward > 0;
}

function failedShare(calls: readonly ToolCall[]): number | null {
  return share(calls.map(({ response }) => response.isError));
}

/** @returns The mean, or the share that is true; null of none. */
export function share(values: readonly (number | boolean)[]): number | null {
  return values.length === 0 ? null : mean(values.map(Number));
}
