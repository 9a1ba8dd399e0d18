import { Agent, OpenAIProvider, Runner, tool } from '@openai/agents';
import OpenAI from 'openai';
import * as z from 'zod';
import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../src/base/index.js';
import { add, ADD } from './client.js';
import { inSession, type Served } from './session.js';

const callText = (name: string, args: object) =>
  `<tool_call>\n${JSON.stringify({ name, arguments: args })}\n</tool_call>`;

/** The first agent hands a question of numbers over to another, which has a tool. */
function triage(): Agent {
  const adds = tool({ ...ADD, parameters: z.object({ a: z.number(), b: z.number() }), execute: add });
  const adder = new Agent({ name: 'Adder', instructions: 'You add. <1>', tools: [adds], model: 'policy' });
  return new Agent({ name: 'Triage', instructions: 'You hand over.', handoffs: [adder], model: 'policy' });
}

function say({ context }: { readonly context: string }): string {
  const results = context.split('<tool_response>').length - 1;
  if (!context.includes('You add.')) return `<think>\nNumbers. 🔢\n</think>\n\n${callText('transfer_to_Adder', {})}`;
  if (results === 1) return `${callText('add', { a: 1, b: 2 })}\n${callText('add', { a: 500, b: 2 })}`;
  return 'It is 3 <3 — 三';
}

async function run(
  { openai, fetch }: Served,
  useResponses: boolean,
  stream: boolean,
): Promise<readonly [string, string]> {
  const openAIClient = new OpenAI({ ...openai, fetch });
  const modelProvider = new OpenAIProvider({ openAIClient, useResponses });
  const runner = new Runner({ modelProvider, tracingDisabled: true });
  if (!stream) {
    const { finalOutput } = await runner.run(triage(), 'What is 1 + 2?');
    return [finalOutput!, finalOutput!];
  }
  const result = await runner.run(triage(), 'What is 1 + 2?', { stream: true });
  let text = '';
  for await (const piece of result.toTextStream()) text += piece;
  await result.completed;
  return [result.finalOutput!, text];
}

/** The turns of all paths: the path that ended last first. */
const turnsOf = (rollout: Rollout) =>
  [rollout, ...(rollout.branches ?? [])].map(({ turns }) =>
    turns.map(({ toolCalls }) => toolCalls.map(({ name, response }) => [name, response.isError])),
  );

describe.each([
  ['Responses', true],
  ['Chat', false],
])('@openai/agents: %s', (_, useResponses) => {
  it.each([
    ['whole', false],
    ['streamed', true],
  ])('hands over to an agent with a tool, %s: each agent is a path', async (_, stream) => {
    const { seen, rollout } = await inSession({ say }, (served) => run(served, useResponses, stream));
    expect(seen).toEqual(['It is 3 <3 — 三', 'It is 3 <3 — 三']);
    expect(turnsOf(rollout)).toEqual([
      [
        [
          ['add', false],
          ['add', true],
        ],
        [],
      ],
      [[['transfer_to_Adder', false]]],
    ]);
  });
});
