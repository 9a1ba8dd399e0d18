import Anthropic from '@anthropic-ai/sdk';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { add, ADD, ADD_SCHEMA, look, LOOK, LOOK_SCHEMA, parsed, type Client, type Seen } from './client.js';
import { describeClient } from './client-suite.js';
import { inSession, type Served } from './session.js';

const clientOf = ({ anthropic, fetch }: Served) => new Anthropic({ ...anthropic, fetch });

const TOOLS = [
  { ...ADD, input_schema: ADD_SCHEMA },
  { ...LOOK, input_schema: LOOK_SCHEMA },
];
const RUNNABLE = [
  betaZodTool({ ...ADD, inputSchema: z.object({ a: z.number(), b: z.number() }), run: add }),
  betaZodTool({ ...LOOK, inputSchema: z.object({ place: z.string() }), run: look }),
];

const asked = (prompt: string) => ({
  model: 'policy',
  max_tokens: 4096,
  messages: [{ role: 'user' as const, content: prompt }],
});

function seenIn({ content, stop_reason }: Pick<Anthropic.Message, 'content' | 'stop_reason'>): Seen {
  return {
    reasoning: content.map((block) => (block.type === 'thinking' ? block.thinking : '')).join(''),
    content: content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use' ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
    finish: stop_reason,
  };
}

const events: Client = {
  name: '@anthropic-ai/sdk: messages.create',
  finish: ['end_turn', 'tool_use'],
  // A block of this dialect has an object, and no text: what the model wrote comes back with the error of the call.
  unparsed: () => ({}),
  async ask(served, prompt) {
    return seenIn(await clientOf(served).messages.create({ ...asked(prompt), tools: TOOLS }));
  },
  async stream(served, prompt, { onText, signal } = {}) {
    const stream = await clientOf(served).messages.create({ ...asked(prompt), tools: TOOLS, stream: true }, { signal });
    let [reasoning, content, finish] = ['', '', undefined as string | null | undefined];
    const calls = new Map<number, { id: string; name: string; text: string }>();
    for await (const event of stream) {
      if (event.type === 'content_block_start' && event.content_block.type === 'tool_use')
        calls.set(event.index, { id: event.content_block.id, name: event.content_block.name, text: '' });
      if (event.type === 'content_block_delta') {
        const { delta } = event;
        if (delta.type === 'text_delta') {
          content += delta.text;
          onText?.(content);
        }
        if (delta.type === 'thinking_delta') reasoning += delta.thinking;
        if (delta.type === 'input_json_delta') calls.get(event.index)!.text += delta.partial_json;
      }
      if (event.type === 'message_delta') finish = event.delta.stop_reason;
    }
    const called = [...calls.values()].map(({ id, name, text }) => ({ id, name, arguments: parsed(text || '{}') }));
    return { reasoning, content, calls: called, finish };
  },
  async loop(served, prompt, isStreamed) {
    const runner = clientOf(served).beta.messages.toolRunner({ ...asked(prompt), tools: RUNNABLE, stream: isStreamed });
    const { content } = await runner.runUntilDone();
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
};

const helper: Client = {
  ...events,
  name: '@anthropic-ai/sdk: messages.stream',
  async stream(served, prompt, { onText, signal } = {}) {
    const stream = clientOf(served).messages.stream({ ...asked(prompt), tools: TOOLS }, { signal });
    stream.on('text', (_, content) => onText?.(content));
    return seenIn(await stream.finalMessage());
  },
};

for (const client of [events, helper]) describeClient(client);

describe('@anthropic-ai/sdk', () => {
  it('counts the tokens of a request as its answer does', async () => {
    await inSession({ say: () => 'Yes.' }, async (served) => {
      const { messages, models } = clientOf(served);
      const { max_tokens, ...body } = { ...asked('Hm? 🤔'), system: 'You think.', tools: TOOLS };
      const { input_tokens } = await messages.countTokens(body);
      expect((await messages.create({ ...body, max_tokens })).usage.input_tokens).toBe(input_tokens);
      expect((await models.list()).data.map(({ id }) => id)).toContain('policy');
    });
  });

  it('reads errors as those of the service', async () => {
    await inSession({ say: () => 'Yes.' }, async (served) => {
      const { messages } = clientOf(served);
      await messages.create(asked('Hm?'));
      const ofAnother = new Anthropic({ ...served.anthropic, apiKey: 'sk-wrong', maxRetries: 0 });
      await expect(ofAnother.messages.create(asked('Hm?'))).rejects.toThrow(Anthropic.AuthenticationError);
      const long = messages.create(asked('Hm? '.repeat(30_000)));
      await expect(long).rejects.toThrow(/prompt is too long: \d+ tokens > \d+ maximum/);
    });
  });
});
