import { checkArgument } from '../../base/internal/index.js';
import { NO_TOOL_CALL, scanTags, type RolloutPenalty } from '../../downsample/compat.js';

/**
 * The penalties read out of a rollout's text, as the public release does it.
 *
 * A `<tool_response>` counts as failed when it contains "error" in any case: `relative error: 0.1` does, a bare time-out
 * does not. Turns are counted by their headers, and the first header sits in the prompt: a flawless answer
 * without a tool call has no turn and gets 1, the worst. `rocPenalties` reads what the calls know of themselves.
 *
 * p_format = 1 when an answer tag is missing, when tags do not pair up or when there is no turn, else
 * min(1, (#pairs − 1) / #turns).
 *
 * @param text - Everything after the generation prompt.
 *
 * @example
 * textPenalty('<reason>6 · 7 = 42</reason><answer>\\boxed{42}</answer>');
 */
export function textPenalty(text: string): RolloutPenalty {
  checkArgument(text, 'text', 'a string');
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
