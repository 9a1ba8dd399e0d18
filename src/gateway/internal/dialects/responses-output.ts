import type { AnswerStart, DeliveredCall, ModelAnswer, ModelRequest } from '../../exchange.js';
import type { JsonObject } from './responses-fields.js';

/** What an answer repeats of its request. */
export interface ResponsesEcho {
  readonly metadata: JsonObject;
}

/** A response that is under way, as the first events of a stream have it. */
export function begunResponse(
  start: AnswerStart,
  { instructions, previousResponseId, store }: ModelRequest,
  echo: ResponsesEcho,
): object {
  return {
    id: `resp_${start.id}`,
    object: 'response',
    created_at: start.created,
    status: 'in_progress',
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    model: start.model,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: previousResponseId === undefined ? null : `resp_${previousResponseId}`,
    store,
    tool_choice: 'auto',
    tools: [],
    usage: null,
    metadata: echo.metadata,
  };
}

/** A response that is whole. */
export function responseOf(answer: ModelAnswer, request: ModelRequest, echo: ResponsesEcho): object {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = answer.usage;
  const isCut = answer.finish === 'length';
  return {
    ...begunResponse(answer, request, echo),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: itemsOf(answer),
    usage: {
      input_tokens: promptTokens,
      input_tokens_details: { cached_tokens: cachedTokens },
      output_tokens: completionTokens,
      output_tokens_details: { reasoning_tokens: reasoningTokens },
      total_tokens: promptTokens + completionTokens,
    },
  };
}

function itemsOf({ id, reasoning, content, calls, finish }: ModelAnswer): object[] {
  return [
    ...(reasoning ? [reasoningItem(id, reasoning)] : []),
    ...(content !== '' || calls.length === 0
      ? [messageItem(id, content, finish === 'length' ? 'incomplete' : 'completed')]
      : []),
    ...calls.map((call, index) => callItem(id, index, call, 'completed')),
  ];
}

export function reasoningItem(answerId: string, text: string): object {
  return { type: 'reasoning', id: `rs_${answerId}`, summary: text === '' ? [] : [{ type: 'summary_text', text }] };
}

export function messageItem(
  answerId: string,
  text: string,
  status: 'in_progress' | 'incomplete' | 'completed',
): object {
  const content = status === 'in_progress' ? [] : [textPart(text)];
  return { type: 'message', id: `msg_${answerId}`, status, role: 'assistant', content };
}

export function textPart(text: string): object {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function callItem(
  answerId: string,
  index: number,
  { id, name, arguments: text }: DeliveredCall,
  status: 'in_progress' | 'completed',
): object {
  return { type: 'function_call', id: `fc_${answerId}_${index}`, call_id: id, name, arguments: text, status };
}
