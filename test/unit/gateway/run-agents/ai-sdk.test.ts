import { generateText, stepCountIs, streamText, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { runAgents, type AgentFunction } from '../../../../src/gateway/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, prompt, tokenizer } from '../../rollout/conversation.js';

/** A tool as users of the AI SDK write them. */
const add = tool({
  description: 'Adds two numbers.',
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => {
    if (a > 100) throw new Error('too large');
    return { sum: a + b };
  },
});

async function rolloutOf(script: (context: string) => string, agent: AgentFunction) {
  const policy = createScriptedPolicy({ tokenizer, script: ({ context }) => script(context) });
  const tasks = [{ groupId: 'g', prompt, samples: 1 }];
  const [outcome] = await runAgents(tasks, { agent, policy, tokenizer, maxTokens: 4000, seed: 's' });
  return completed(outcome);
}

describe('an agent of the AI SDK', () => {
  it('runs its tools in several steps, and every step is one turn of one path', async () => {
    const rollout = await rolloutOf(
      (context) => {
        const results = context.split('<tool_response>').length - 1;
        if (results === 0) return callText('add', { a: 1, b: 2 });
        if (results === 1) return `Too much?\n${callText('add', { a: 500, b: 2 })}${callText('add', { a: 3, b: 4 })}`;
        return 'The sum is 7.';
      },
      async ({ task, model, signal }) => {
        const { text, steps } = await generateText({
          model,
          tools: { add },
          messages: task.messages,
          stopWhen: stepCountIs(8),
          abortSignal: signal,
        });
        expect(text).toBe('The sum is 7.');
        expect(steps).toHaveLength(3);
        return { reward: 1 };
      },
    );
    expect(rollout.branches).toBeUndefined();
    expect(
      rollout.turns.map(({ toolCalls }) => toolCalls.map(({ response }) => [response.text, response.isError])),
    ).toEqual([
      [['{"sum":3}', false]],
      [
        ['too large', true],
        ['{"sum":7}', false],
      ],
      [],
    ]);
    expect(rollout).toMatchObject({ reward: 1, finishReason: 'stop' });
  });

  it('streams, and its sub-agent is a branch', async () => {
    const rollout = await rolloutOf(
      (context) => (context.includes('You check.') ? 'Right.' : context.includes('Checked') ? 'Done.' : 'It is 42.'),
      async ({ task, model }) => {
        const pieces: string[] = [];
        const { textStream } = streamText({ model, messages: task.messages });
        for await (const piece of textStream) pieces.push(piece);
        expect(pieces.join('')).toBe('It is 42.');
        expect(pieces.length).toBeGreaterThan(2);
        const { text } = await generateText({ model, system: 'You check.', prompt: pieces.join('') });
        await generateText({
          model,
          messages: [
            ...task.messages,
            { role: 'assistant', content: pieces.join('') },
            { role: 'user', content: `Checked: ${text}` },
          ],
        });
      },
    );
    expect(rollout.turns.map(({ text }) => text)).toEqual(['It is 42.', 'Done.']);
    expect(rollout.branches!.map(({ turns }) => turns.map(({ text }) => text))).toEqual([['Right.']]);
  });
});
