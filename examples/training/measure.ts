import type { Rollout, ToolCall } from 'rstar2-agent';

/** What a set of rollouts came to. */
export interface RolloutMetrics {
  readonly reward: number;
  /** Failed tool calls / tool calls, over the rollouts with the right answer; null without such a call. */
  readonly toolErrorShareInCorrect: number | null;
  /** Failed tool calls / tool calls, over all rollouts; null without a call. */
  readonly failedCalls: number | null;
  readonly responseLength: number;
  /** Share that ran out of tokens or turns. */
  readonly truncation: number;
  readonly toolCalls: number;
  /** Share that the verifier could not judge. */
  readonly undecided: number;
}

export function measureRollouts(rollouts: readonly Rollout[]): RolloutMetrics {
  const rewards = rollouts.flatMap(({ reward }) => reward ?? []);
  const correct = rollouts.filter(({ reward = 0 }) => reward > 0);
  return {
    reward: mean(rewards),
    toolErrorShareInCorrect: failedShare(correct.flatMap(toolCallsOf)),
    failedCalls: failedShare(rollouts.flatMap(toolCallsOf)),
    responseLength: mean(rollouts.map(responseLength)),
    truncation: mean(rollouts.map((rollout) => Number(rollout.finishReason !== 'stop'))),
    toolCalls: mean(rollouts.map((rollout) => toolCallsOf(rollout).length)),
    undecided: 1 - rewards.length / rollouts.length,
  };
}

function toolCallsOf({ turns }: Rollout): readonly ToolCall[] {
  return turns.flatMap(({ toolCalls }) => toolCalls);
}

function failedShare(calls: readonly ToolCall[]): number | null {
  return calls.length === 0 ? null : mean(calls.map((call) => Number(call.response.isError)));
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function responseLength({ tokens }: Rollout): number {
  return tokens!.ids.length - tokens!.promptLength;
}
