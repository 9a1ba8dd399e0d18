import * as z from 'zod';
import {
  ModelFileError,
  PolicyError,
  type ChatConversation,
  type GenerateRequest,
  type Generation,
  type JsonValue,
  type Tokenizer,
} from '../../../base/index.js';
import type { ChatTemplate } from '../../chat-template/chat-template.js';
import type { ToolCallFormat } from '../../tool-calls/tool-call-format.js';
import { encodeGuarded, guard, guardAll } from '../../internal/conversation/guarded-text.js';
import { openAIMessage, openAITool, withTextArguments } from '../../chat-template/openai-form.js';
import { writeCalls } from '../../tool-calls/internal/index.js';
import type { WritableCall } from '../../tool-calls/tool-call-format.js';
import { readAnswer, readFinishReason, type EngineProtocol, type EngineTarget } from './protocol.js';
import { integerSeed } from '../../../base/internal/index.js';
import { choicesOf } from './streaming.js';

/** Members of a request that say what is generated, how much and how: a policy's own. */
const OWN = 'model messages max_tokens max_completion_tokens temperature top_p seed n stream'.split(' ');

/** Further members of a request. `tools` may be in the server's own form. */
export const parametersSchema = z
  .record(z.string(), z.json())
  .refine(
    (given) => !OWN.some((name) => name in given),
    `expected no field that the policy sets itself (${OWN.join(', ')})`,
  )
  .default({});

/** Encodes text, for a server that returns no tokens. */
export interface ChatText {
  readonly tokenizer: Tokenizer;
  readonly chatTemplate: ChatTemplate;
  /** Further members of each request. */
  readonly parameters: { readonly [name: string]: JsonValue };
}

/**
 * `/v1/chat/completions`: messages in, a message out. What a generation holds are the tokens of that message's text, which
 * need not be those that were drawn, without their logprobs (0).
 *
 * Only what OpenAI's API itself has is sent; others refuse what they do not know.
 */
export function chatCompletions(text: ChatText): EngineProtocol {
  return {
    path: '/v1/chat/completions',
    body: (request, target, maxTokens) => ({ ...chatRequest(request, target, maxTokens), ...text.parameters }),
    read: (answer, request) => readMessage(answer, request, text),
    streaming: {
      tokens: (event) => encodeGuarded(guard(wordsOf(event), text.tokenizer), text.tokenizer),
      whole: wholeMessage,
    },
  };
}

function chatRequest(request: GenerateRequest, target: EngineTarget, maxTokens: number): object {
  const { messages, tools } = conversationOf(request);
  const { temperature = 1, topP = 1, topK, minP, seed } = request.sampling;
  return {
    model: target.adapter ?? target.model,
    messages: messages.map(({ toolCalls, ...message }) =>
      openAIMessage({ ...message, ...(toolCalls && { toolCalls: toolCalls.map(withTextArguments) }) }),
    ),
    ...(tools.length === 0 ? {} : { tools: tools.map(openAITool) }),
    // Its newer name, `max_completion_tokens`, is not known to every server.
    max_tokens: maxTokens,
    temperature,
    top_p: topP,
    ...(topK === undefined ? {} : { top_k: topK }),
    ...(minP === undefined ? {} : { min_p: minP }),
    ...(seed === undefined ? {} : { seed: integerSeed(seed) }),
    stream: false,
  };
}

function conversationOf({ conversation }: GenerateRequest): ChatConversation {
  if (conversation === undefined)
    throw new TypeError('request.conversation: expected messages, because the server takes no tokens, got undefined');
  return conversation;
}

const answerSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullable(),
        message: z.object({
          content: z.string().nullish(),
          tool_calls: z.array(z.object({ function: z.object({ name: z.string(), arguments: z.string() }) })).nullish(),
        }),
      }),
    )
    .min(1),
});

function readMessage(answer: JsonValue, request: GenerateRequest, { tokenizer, chatTemplate }: ChatText): Generation {
  const { finish_reason: reason, message } = readAnswer(answerSchema, answer).choices[0]!;
  const finishReason = readFinishReason(reason === 'tool_calls' ? 'stop' : reason);
  const { maxTokens, stopTokens } = request.sampling;
  // A message that was cut off may hold half a call.
  const { tool_calls: given } = message;
  if (typeof message.content !== 'string' && !given?.length)
    throw new PolicyError('completion: message: expected a content or tool calls, got a content of null and no calls', {
      retryable: true,
    });
  const calls = finishReason === 'stop' ? (given ?? []).map((call) => call.function) : [];
  const text = encodeTurn(message.content ?? '', calls, chatTemplate.toolCallFormat, tokenizer);
  const tokens = finishReason === 'stop' ? Int32Array.from([...text, ...stopTokens.slice(0, 1)]) : text;
  // The text may come to more tokens than were drawn.
  const cut = tokens.length > maxTokens;
  return {
    tokens: tokens.slice(0, maxTokens),
    logprobs: new Float32Array(Math.min(tokens.length, maxTokens)),
    finishReason: cut ? 'length' : finishReason,
    retokenized: true,
  };
}

/** Joins the parts of a server's message. Words and arguments never become control tokens. */
function encodeTurn(
  words: string,
  calls: readonly WritableCall[],
  format: ToolCallFormat,
  tokenizer: Tokenizer,
): Int32Array {
  if (calls.length > 0 && format.parse(writeCalls(format, '', calls)).calls.length < calls.length)
    throw new ModelFileError(`tool-call format ${format.name}: cannot write the calls that the server returned`);
  return encodeGuarded(writeCalls(format, guard(words, tokenizer), guardAll(calls, tokenizer)), tokenizer);
}

const pieceSchema = z.object({
  finish_reason: z.string().nullish(),
  delta: z.object({
    content: z.string().nullish(),
    tool_calls: z
      .array(
        z.object({
          index: z.int().nonnegative().default(0),
          function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }),
        }),
      )
      .nullish(),
  }),
});

function wordsOf(event: JsonValue): string {
  return pieceSchema.safeParse(choicesOf(event)[0]).data?.delta.content ?? '';
}

/** Words one after the other; of each call the name comes first, then its arguments piece by piece. */
function wholeMessage(events: readonly JsonValue[]): JsonValue {
  let [content, finishReason]: [string | null, string | null] = [null, null];
  const calls: { name: string; arguments: string }[] = [];
  for (const event of events)
    for (const piece of choicesOf(event)) {
      const { delta, finish_reason: reason } = readAnswer(pieceSchema, piece);
      if (typeof delta.content === 'string') content = (content ?? '') + delta.content;
      finishReason = reason ?? finishReason;
      for (const { index, function: part } of delta.tool_calls ?? []) {
        const call = (calls[index] ??= { name: '', arguments: '' });
        call.name += part.name ?? '';
        call.arguments += part.arguments ?? '';
      }
    }
  const toolCalls = Object.values(calls).map((call) => ({ function: call }));
  return { choices: [{ finish_reason: finishReason, message: { content, tool_calls: toolCalls } }] };
}
