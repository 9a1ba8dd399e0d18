import type * as ai from 'ai';
import * as z from 'zod';
import { add, ADD, look, LOOK, type Client, type Seen } from './client.js';
import type { Served } from './session.js';

/** What agents use of npm `ai`; its versions differ in types that they do not see. */
export type AiSdk = Pick<typeof ai, 'generateText' | 'streamText' | 'stepCountIs' | 'tool'>;

/** An agent's code with the AI SDK. @param modelOf - Makes the model of a provider, or gives the one in this process. */
export function aiSdkClient(
  name: string,
  { generateText, streamText, stepCountIs, tool }: AiSdk,
  modelOf: (served: Served) => unknown,
  quirks: Partial<Pick<Client, 'unparsed' | 'hidesReasoning' | 'hidesFailures'>> = {},
): Client {
  const a = { ...ADD, inputSchema: z.object({ a: z.number(), b: z.number() }) };
  const l = { ...LOOK, inputSchema: z.object({ place: z.string() }) };
  const offered: ai.ToolSet = { add: tool(a as never), look: tool(l as never) };
  const tools: ai.ToolSet = { add: tool({ ...a, execute: add }), look: tool({ ...l, execute: look }) };
  const model = (served: Served) => modelOf(served) as ai.LanguageModel;
  return {
    name,
    finish: ['stop', 'tool-calls'],
    unparsed: (text) => text,
    ...quirks,
    async ask(served, prompt) {
      const { reasoningText, text, toolCalls, finishReason } = await generateText({
        model: model(served),
        tools: offered,
        prompt,
      });
      return seen(reasoningText, text, toolCalls, finishReason);
    },
    async stream(served, prompt, { onText, signal } = {}) {
      let failure: unknown;
      const result = streamText({
        model: model(served),
        tools: offered,
        prompt,
        onError: ({ error }) => void (failure = error),
        ...(signal === undefined ? {} : { abortSignal: signal }),
      });
      let content = '';
      for await (const piece of result.textStream) {
        content += piece;
        onText?.(content);
      }
      if (failure !== undefined) throw failure as Error;
      return seen(await result.reasoningText, content, await result.toolCalls, await result.finishReason);
    },
    async loop(served, prompt, isStreamed) {
      const options = { model: model(served), tools, prompt, stopWhen: stepCountIs(8) };
      if (!isStreamed) return (await generateText(options)).text;
      const result = streamText(options);
      await result.consumeStream();
      return await result.text;
    },
  };
}

type SdkCall = { readonly toolCallId: string; readonly toolName: string; readonly input: unknown };

function seen(reasoning: string | undefined, content: string, calls: readonly SdkCall[], finish: string): Seen {
  return {
    reasoning: reasoning ?? '',
    content,
    calls: calls.map(({ toolCallId, toolName, input }) => ({ id: toolCallId, name: toolName, arguments: input })),
    finish,
  };
}
