/** p_err of a rollout that made no tool call. */
export const NO_TOOL_CALL = 0.5;

/** How flawed one rollout is, and the counts that say so. */
export interface RolloutPenalty {
  /** p_err in [0, 1]. */
  readonly errorRatio: number;
  /** p_format in [0, 1]. */
  readonly format: number;
  readonly toolCalls: number;
  readonly failedToolCalls: number;
  readonly answers: number;
}

/** What the structured penalties are worked out from. */
export interface RolloutCounts {
  readonly toolCalls: number;
  /** Those whose response says `isError`. */
  readonly failedToolCalls: number;
  /** Complete `<answer>…</answer>` blocks in what the policy wrote. */
  readonly answers: number;
  /** Assistant messages. */
  readonly turns: number;
}

/**
 * The penalties of a rollout whose tool calls know whether they failed.
 *
 * p_err = 0.5 without a tool call, else failed calls / calls;
 * p_format = 1 without an answer, else min(1, (#answers − 1) / #turns).
 *
 * @remarks Source: arXiv 2508.20722 on Resample-on-Correct.
 */
export function structuredPenalty({ toolCalls, failedToolCalls, answers, turns }: RolloutCounts): RolloutPenalty {
  return {
    errorRatio: toolCalls === 0 ? NO_TOOL_CALL : failedToolCalls / toolCalls,
    format: answers === 0 ? 1 : Math.min(1, (answers - 1) / Math.max(1, turns)),
    toolCalls,
    failedToolCalls,
    answers,
  };
}
