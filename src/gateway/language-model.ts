import { readCall, type CallSettings } from './internal/ai-sdk/read-call.js';
import { callPart, responseOf, StreamParts, usageOf } from './internal/ai-sdk/stream-parts.js';
import type { ModelAnswer } from './internal/model-answer.js';
import type { Session } from './internal/session/session.js';
import type { ModelRequest } from './model-request.js';

/**
 * A language model of the AI SDK's specification v2, for its versions 5, 6 and 7. The types of calls are in the SDK's own package.
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

/** @returns A model whose calls are requests of a session. */
export function languageModelOf(session: Session): LanguageModel {
  const read = (settings: CallSettings) => session.refusals.reading(() => readCall(settings));
  return {
    specificationVersion: 'v2',
    provider: 'rstar2-agent',
    modelId: 'policy',
    supportedUrls: {},
    doGenerate: async (settings: CallSettings) => {
      const { answer, delivered } = await session.ask(read(settings), { signal: settings.abortSignal });
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
      const request = read(settings);
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

function contentOf({ reasoning, content, calls }: ModelAnswer): object[] {
  return [
    ...(reasoning === undefined ? [] : [{ type: 'reasoning', text: reasoning }]),
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
    ...calls.map(callPart),
  ];
}
