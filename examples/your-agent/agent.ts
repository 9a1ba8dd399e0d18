import { generateText, stepCountIs, tool, type LanguageModel, type ModelMessage } from 'ai';
import type { Tool } from 'rstar2-agent';
import { z } from 'zod';

/** What the agent needs. */
export interface Workplace {
  readonly model: LanguageModel;
  /** Runs Python in a sandbox. */
  readonly interpreter: Tool;
  readonly signal: AbortSignal;
  /** Called if the sandbox is down. */
  readonly onDown: (reason: string) => void;
}

/** An ordinary agent of the AI SDK: it solves a problem with Python, in several steps. It has no code for training. */
export async function solve(
  messages: ModelMessage[],
  { model, interpreter, signal, onDown }: Workplace,
): Promise<string> {
  const python = tool({
    description: 'Runs Python and returns what it prints.',
    inputSchema: z.object({ code: z.string(), input: z.string().optional() }),
    execute: async ({ code, input = '' }) => {
      const response = await interpreter.execute({ code, input }, { sessionId: '', signal });
      if (response.kind === 'unavailable') onDown(response.cause.message);
      else if (response.kind === 'ok') return response.text;
      throw new Error(response.kind === 'error' ? response.text : 'The Python sandbox is down.');
    },
  });
  const stopWhen = stepCountIs(8);
  const { text } = await generateText({
    ...{ model, tools: { python }, messages, stopWhen, abortSignal: signal },
    // The problems bring their own system message.
    allowSystemInMessages: true,
  });
  return text;
}
