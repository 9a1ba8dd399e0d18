import { objectOf } from '../json-object.js';
import type { AnswerFinish, AnswerStart, ModelAnswer } from '../model-answer.js';

const STOP_REASONS: Readonly<Record<AnswerFinish, string>> = {
  stop: 'end_turn',
  length: 'max_tokens',
  'tool-calls': 'tool_use',
};

/** @returns The body of a whole answer. */
export function wholeMessage(answer: ModelAnswer): object {
  const { id, reasoning, content, calls } = answer;
  return {
    ...headOf(answer),
    content: [
      ...(reasoning ? [{ type: 'thinking', thinking: reasoning, signature: id }] : []),
      ...(content === '' ? [] : [{ type: 'text', text: content }]),
      ...calls.map((call) => ({
        type: 'tool_use',
        id: call.id,
        name: call.name,
        input: objectOf(call.arguments) ?? {},
      })),
    ],
    ...endOf(answer),
    usage: usageOf(answer),
  };
}

/** What a message says before its content. */
export function headOf({ id, model }: AnswerStart): object {
  return { id: `msg_${id}`, type: 'message', role: 'assistant', model };
}

/** Why a message ended. */
export function endOf({ finish, stopText }: ModelAnswer): object {
  return finish === 'stop' && stopText !== undefined
    ? { stop_reason: 'stop_sequence', stop_sequence: stopText }
    : { stop_reason: STOP_REASONS[finish], stop_sequence: null };
}

/** Tokens of the prompt that an earlier turn has read are counted by themselves, as Anthropic does. */
export function usageOf({ usage }: ModelAnswer): object {
  return {
    input_tokens: usage.promptTokens - usage.cachedTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: usage.cachedTokens,
    output_tokens: usage.completionTokens,
    output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  };
}
