import { scanTags } from './tag-scanner.js';

/** p_err of a rollout that made no tool call. */
const NO_TOOL_CALL = 0.5;

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
 * @remarks Source: PAPER "Resample-on-Correct".
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

/**
 * The penalties read out of a rollout's text, as the public release does it.
 *
 * A `<tool_response>` counts as failed when it contains "error" in any case: `relative error: 0.1` does, a bare time-out
 * does not. Turns are counted by their headers, and the first header sits in the prompt: a flawless answer
 * without a tool call has no turn and gets 1, the worst. Prefer `structuredPenalty` where the calls know.
 *
 * p_format = 1 when an answer tag is missing, when tags do not pair up or when there is no turn, else
 * min(1, (#pairs − 1) / #turns).
 *
 * @param text - Everything after the generation prompt.
 */
export function textPenalty(text: string): RolloutPenalty {
  const tags = scanTags(text);
  const paired = tags.answers > 0 && tags.answerStarts === tags.answers && tags.answerEnds === tags.answers;
  return {
    errorRatio: tags.toolResponses === 0 ? NO_TOOL_CALL : tags.errorResponses / tags.toolResponses,
    format: paired && tags.turns > 0 ? Math.min(1, (tags.answers - 1) / tags.turns) : 1,
    toolCalls: tags.toolResponses,
    failedToolCalls: tags.errorResponses,
    answers: tags.answers,
  };
}
