import type { JsonSchema } from '../../../base/index.js';
import type { DeliveredCall, ModelRequest, RequestMessage } from '../../model-request.js';
import { Refusal } from '../refusal.js';

/** The part of a call's options that is read. */
export interface CallSettings {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly {
    readonly type: string;
    readonly name: string;
    readonly description?: string;
    readonly inputSchema?: JsonSchema;
  }[];
  readonly toolChoice?: { readonly type: 'auto' | 'none' | 'required' | 'tool'; readonly toolName?: string };
  readonly maxOutputTokens?: number;
  readonly stopSequences?: readonly string[];
  readonly responseFormat?: { readonly type: 'text' | 'json'; readonly schema?: unknown };
  readonly abortSignal?: AbortSignal;
  readonly [setting: string]: unknown;
}

type PromptMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user' | 'assistant' | 'tool'; readonly content: readonly PromptPart[] };

interface PromptPart {
  readonly type: string;
  readonly text?: string;
  readonly toolCallId?: string;
  readonly toolName?: string;
  readonly input?: unknown;
  readonly output?: { readonly type: string; readonly value: unknown };
}

/** Options that change how tokens are drawn: the session's own are used. */
const IGNORED = ['temperature', 'topP', 'topK', 'presencePenalty', 'frequencyPenalty', 'seed'];

/** Reads a call as a request. @throws Refusal for what is not supported. */
export function readCall(settings: CallSettings): ModelRequest {
  const { prompt, tools = [], toolChoice, maxOutputTokens, stopSequences, responseFormat } = settings;
  const shown = toolChoice?.type === 'none' ? [] : tools;
  const foreign = shown.find(({ type }) => type !== 'function');
  if (foreign !== undefined)
    throw new Refusal('invalid-request', `tools: the provider-executed tool ${foreign.name} is not supported`, {
      param: 'tools',
    });
  return {
    messages: prompt.flatMap(readMessage),
    tools: shown.map(({ name, description = '', inputSchema = {} }) => ({
      name,
      description,
      parameters: inputSchema,
    })),
    maxTokens: maxOutputTokens,
    n: 1,
    logprobs: false,
    demands: {
      stop: stopSequences !== undefined && stopSequences.length > 0 ? stopSequences : undefined,
      toolChoice:
        toolChoice?.type === 'required'
          ? 'required'
          : toolChoice?.type === 'tool'
            ? { name: toolChoice.toolName! }
            : undefined,
      json: responseFormat?.type === 'json' ? { schema: responseFormat.schema } : undefined,
    },
    ignored: IGNORED.filter((name) => settings[name] !== undefined),
    store: true,
    retry: { count: 0 },
  };
}

function readMessage(message: PromptMessage): RequestMessage[] {
  if (message.role === 'system') return [message];
  const { role, content } = message;
  if (role === 'tool') return content.map((part) => ({ role, callId: part.toolCallId!, ...resultOf(part.output!) }));
  let [text, reasoning]: [string, string | undefined] = ['', undefined];
  const calls: DeliveredCall[] = [];
  for (const part of content)
    if (part.type === 'text') text += part.text!;
    else if (part.type === 'reasoning') reasoning = (reasoning ?? '') + part.text!;
    else if (part.type === 'tool-call') calls.push(callOf(part));
    else
      throw new Refusal('invalid-request', `messages: parts of type ${part.type} are not supported`, {
        param: 'messages',
      });
  return [role === 'user' ? { role, content: text } : { role, content: text, reasoning, calls }];
}

function callOf({ toolCallId, toolName, input }: PromptPart): DeliveredCall {
  return {
    id: toolCallId!,
    name: toolName!,
    arguments: typeof input === 'string' ? input : JSON.stringify(input),
  };
}

function resultOf({ type, value }: NonNullable<PromptPart['output']>): {
  readonly content: string;
  readonly isError?: boolean;
} {
  switch (type) {
    case 'text':
      return { content: String(value) };
    case 'error-text':
      return { content: String(value), isError: true };
    case 'error-json':
      return { content: JSON.stringify(value), isError: true };
    case 'execution-denied':
      return { content: 'The call was denied.', isError: true };
    case 'content':
      return {
        content: (value as readonly PromptPart[])
          .map((part) => {
            if (part.type === 'text') return part.text!;
            throw new Refusal('invalid-request', `messages: results of type ${part.type} are not supported`, {
              param: 'messages',
            });
          })
          .join('\n'),
      };
    default:
      return { content: JSON.stringify(value) };
  }
}
