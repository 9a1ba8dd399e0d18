import type { JsonSchema } from '../base/index.js';
import type { AnswerListener, AnswerPiece, AnswerStart, ModelAnswer } from './internal/model-answer.js';
import type { DeliveredCall, ModelRequest, RequestMessage } from './model-request.js';
import { Refusal } from './internal/refusal.js';
import type { Session } from './internal/session/session.js';

/**
 * A language model of the AI SDK's specification v2, which its versions 5, 6 and 7 take. What the SDK gives and gets is typed by its own package.
 *
 * @remarks Source: `LanguageModelV2` of `@ai-sdk/provider` 2.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v2';
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: Record<string, RegExp[]>;
  /** Answers a call whole. `any`: the SDK's own types are not imported, and let this one stand for its model. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  doGenerate(options: any): Promise<any>;
  /** Answers a call piece by piece. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  doStream(options: any): Promise<any>;
}

/** The part of a call's options that is read. */
interface CallSettings {
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

const SAMPLING = ['temperature', 'topP', 'topK', 'presencePenalty', 'frequencyPenalty', 'seed'];

/** @returns A model whose calls are requests of a session. */
export function languageModelOf(session: Session): LanguageModel {
  return {
    specificationVersion: 'v2',
    provider: 'rstar2-agent',
    modelId: 'policy',
    supportedUrls: {},
    doGenerate: async (settings: CallSettings) => {
      const { answer, delivered } = await session.ask(readSettings(settings), { signal: settings.abortSignal });
      delivered();
      return {
        content: contentOf(answer),
        finishReason: answer.finish,
        usage: usageOf(answer),
        warnings: [],
        response: responseOf(answer),
      };
    },
    doStream: (settings: CallSettings) => {
      const request = readSettings(settings);
      return Promise.resolve({ stream: streamOf(session, request, settings.abortSignal) });
    },
  };
}

function streamOf(session: Session, request: ModelRequest, signal: AbortSignal | undefined): ReadableStream<object> {
  const left = new AbortController();
  const leave = () => left.abort(signal!.reason);
  signal?.addEventListener('abort', leave, { once: true });
  if (signal?.aborted === true) leave();
  return new ReadableStream<object>({
    async start(controller) {
      const parts = new StreamParts((part) => controller.enqueue(part));
      try {
        const { answer, delivered } = await session.ask(request, { signal: left.signal, listener: parts });
        parts.end(answer);
        delivered();
        controller.close();
      } catch (error) {
        controller.error(error);
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    cancel(reason) {
      left.abort(reason ?? new Error('the client left'));
    },
  });
}

/** Writes an answer as the parts of the SDK's stream. */
class StreamParts implements AnswerListener {
  #open: 'reasoning' | 'text' | undefined;
  #blocks = 0;

  constructor(private readonly send: (part: object) => void) {}

  start(start: AnswerStart): void {
    this.send({ type: 'stream-start', warnings: [] });
    this.send({ type: 'response-metadata', ...responseOf(start) });
  }

  piece(piece: AnswerPiece): void {
    if (piece.kind === 'reasoning' || piece.kind === 'content') {
      const type = piece.kind === 'content' ? 'text' : 'reasoning';
      if (this.#open !== type) {
        this.#close();
        this.#open = type;
        this.send({ type: `${type}-start`, id: String(this.#blocks) });
      }
      this.send({ type: `${type}-delta`, id: String(this.#blocks), delta: piece.text });
    } else this.#close();
  }

  end(answer: ModelAnswer): void {
    this.#close();
    for (const call of answer.calls) {
      this.send({ type: 'tool-input-start', id: call.id, toolName: call.name });
      this.send({ type: 'tool-input-delta', id: call.id, delta: call.arguments });
      this.send({ type: 'tool-input-end', id: call.id });
      this.send(callPart(call));
    }
    this.send({ type: 'finish', finishReason: answer.finish, usage: usageOf(answer) });
  }

  #close(): void {
    if (this.#open === undefined) return;
    this.send({ type: `${this.#open}-end`, id: String(this.#blocks++) });
    this.#open = undefined;
  }
}

function contentOf({ reasoning, content, calls }: ModelAnswer): object[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
    ...calls.map(callPart),
  ];
}

function callPart({ id, name, arguments: input }: DeliveredCall): object {
  return { type: 'tool-call', toolCallId: id, toolName: name, input };
}

function usageOf({ usage }: ModelAnswer): object {
  return {
    inputTokens: usage.promptTokens,
    outputTokens: usage.completionTokens,
    totalTokens: usage.promptTokens + usage.completionTokens,
    reasoningTokens: usage.reasoningTokens,
    cachedInputTokens: usage.cachedTokens,
  };
}

function responseOf({ id, created, model }: AnswerStart): object {
  return { id, timestamp: new Date(created * 1000), modelId: model };
}

function readSettings(settings: CallSettings): ModelRequest {
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
    ignored: SAMPLING.filter((name) => settings[name] !== undefined),
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
