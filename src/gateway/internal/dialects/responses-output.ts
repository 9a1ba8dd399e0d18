import type { AnswerLogprob, AnswerStart, ModelAnswer } from '../model-answer.js';
import type { DeliveredCall } from '../../model-request.js';
import type { ReadCall } from './dialect.js';
import type { ClientTool } from './responses-tools.js';
import { tokenLogprobs } from './token-logprobs.js';

/** What only Responses needs to write the answer. */
export interface ResponsesEcho {
  /** Tools whose calls are given back in another form, by the model's names. */
  readonly clientTools: ReadonlyMap<string, ClientTool>;
  /** Clients that keep the conversation themselves drop reasoning without `encrypted_content`. */
  readonly encryptedReasoning: boolean;
  /** Members of the request that the response repeats. */
  readonly members: Readonly<Record<string, unknown>>;
}

/** Whether an item is being filled, is whole, or was cut off. */
export type ItemStatus = 'in_progress' | 'incomplete' | 'completed';

/** A response that is under way, as the first events of a stream have it. The tools are not repeated: no client reads them, and they are long. */
export function begunResponse(start: AnswerStart, { request, echo }: ReadCall<ResponsesEcho>): object {
  const { instructions, previousResponseId, store, maxTokens } = request;
  return {
    id: `resp_${start.id}`,
    object: 'response',
    created_at: start.created,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: instructions ?? null,
    max_output_tokens: maxTokens ?? null,
    model: start.model,
    output: [],
    previous_response_id: previousResponseId === undefined ? null : `resp_${previousResponseId}`,
    store,
    temperature: null,
    top_p: null,
    tools: [],
    usage: null,
    ...echo.members,
  };
}

/** A response that is whole. */
export function responseOf(answer: ModelAnswer, call: ReadCall<ResponsesEcho>): object {
  const { promptTokens, cachedTokens, completionTokens, reasoningTokens } = answer.usage;
  const isCut = answer.finish === 'length';
  return {
    ...begunResponse(answer, call),
    status: isCut ? 'incomplete' : 'completed',
    incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    output: itemsOf(answer, call.echo),
    usage: {
      input_tokens: promptTokens,
      input_tokens_details: { cached_tokens: cachedTokens },
      output_tokens: completionTokens,
      output_tokens_details: { reasoning_tokens: reasoningTokens },
      total_tokens: promptTokens + completionTokens,
    },
  };
}

function itemsOf(answer: ModelAnswer, echo: ResponsesEcho): object[] {
  const { id, reasoning, content, calls, finish, logprobs } = answer;
  const status = finish === 'length' ? 'incomplete' : 'completed';
  return [
    ...(reasoning ? [reasoningItem(`rs_${id}`, id, reasoning, echo)] : []),
    ...(content !== '' || isSilent(answer) ? [messageItem(`msg_${id}`, content, status, logprobs)] : []),
    // In an answer that was cut off, the last call was.
    ...calls.map((call, i) => callItem(id, i, call, i === calls.length - 1 ? status : 'completed', echo)),
  ];
}

/** Whether an answer says nothing at all: it is an empty message then, so that a client has something to send back. */
export function isSilent({ reasoning, content, calls }: ModelAnswer): boolean {
  return !reasoning && content === '' && calls.length === 0;
}

/** Reasoning stands in the summary: the AI SDK reads no other, and Codex, `openai` and `@openai/agents` send it back from there. */
export function reasoningItem(
  id: string,
  answerId: string,
  text: string,
  { encryptedReasoning }: ResponsesEcho,
): object {
  return {
    type: 'reasoning',
    id,
    summary: text === '' ? [] : [summaryPart(text)],
    ...(encryptedReasoning ? { encrypted_content: answerId } : {}),
  };
}

export function summaryPart(text: string): object {
  return { type: 'summary_text', text };
}

export function messageItem(id: string, text: string, status: ItemStatus, logprobs?: readonly AnswerLogprob[]): object {
  const content = status === 'in_progress' ? [] : [textPart(text, logprobs)];
  return { type: 'message', id, status, role: 'assistant', content };
}

export function textPart(text: string, logprobs?: readonly AnswerLogprob[]): object {
  return { type: 'output_text', text, annotations: [], logprobs: textLogprobs(logprobs) };
}

export function textLogprobs(logprobs: readonly AnswerLogprob[] = []): object[] {
  return tokenLogprobs(logprobs, []);
}

/** A call as its client gets it. */
export interface CallItem {
  readonly type: 'function_call' | 'custom_tool_call';
  readonly id: string;
  readonly [member: string]: string;
}

/** A call, of a function or of a tool with free text as input. While it is filled its input is empty. */
export function callItem(
  answerId: string,
  index: number,
  { id, name, arguments: text }: DeliveredCall,
  status: ItemStatus,
  { clientTools }: ResponsesEcho,
): CallItem {
  const tool = clientTools.get(name);
  const known = {
    call_id: id,
    name: tool?.name ?? name,
    ...(tool?.namespace === undefined ? {} : { namespace: tool.namespace }),
  };
  const filled = (words: string) => (status === 'in_progress' ? '' : words);
  if (tool?.type !== 'custom')
    return { type: 'function_call', id: `fc_${answerId}_${index}`, ...known, status, arguments: filled(text) };
  const { input, isRaw } = customInput(text);
  return {
    type: 'custom_tool_call',
    id: `${isRaw ? 'ctr' : 'ctc'}_${answerId}_${index}`,
    ...known,
    // The AI SDK takes no other.
    status: 'completed',
    input: filled(input),
  };
}

/** The input of a tool with free text, out of the arguments that the model wrote; where it wrote others, they are the input as they are. */
export function customInput(text: string): { readonly input: string; readonly isRaw: boolean } {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && Object.keys(value).length === 1) {
      const { input } = value as { readonly input?: unknown };
      if (typeof input === 'string') return { input, isRaw: false };
    }
  } catch {
    // Not JSON: a call that its model wrote badly.
  }
  return { input: text, isRaw: true };
}
