import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type TemplateMessage, createChatTemplate } from '../../src/rollout/index.js';
import type { TemplateTool } from '../../src/base/index.js';

/** Recorded from transformers by test/recordings/chat-templates.py. */
const FOLDER = 'test/recordings/chat-templates';

interface RecordedMessage {
  readonly role: TemplateMessage['role'];
  readonly content: string;
  readonly name?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: Record<string, never> };
  }[];
}

interface Conversations {
  readonly tools: readonly { readonly function: TemplateTool }[];
  readonly conversations: {
    readonly [title: string]: {
      readonly messages: readonly RecordedMessage[];
      readonly tools: boolean;
      readonly addGenerationPrompt: boolean;
    };
  };
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(`${FOLDER}/${file}.json`, 'utf8')) as T;
}

function asMessage({ role, content, name, tool_call_id, tool_calls }: RecordedMessage): TemplateMessage {
  return {
    role,
    content,
    ...(name === undefined ? {} : { name }),
    ...(tool_call_id === undefined ? {} : { toolCallId: tool_call_id }),
    ...(tool_calls === undefined ? {} : { toolCalls: tool_calls.map((call) => ({ id: call.id, ...call.function })) }),
  };
}

const { tools, conversations } = read<Conversations>('conversations');
const templates = read<Record<string, unknown>>('templates');

describe.each(Object.keys(templates))('the template of %s renders as transformers renders it', async (name) => {
  const expected = read<{ readonly [title: string]: string | null }>(name);
  const template = await createChatTemplate({
    name,
    source: readFileSync(`${FOLDER}/${name}.jinja`, 'utf8'),
    endTokens: ['</s>'],
    specialTokens: { bos_token: '<s>', eos_token: '</s>' },
    now: new Date(2026, 0, 15, 9, 5),
  });

  it.each(Object.keys(conversations))('%s', (title) => {
    const { messages, tools: withTools, addGenerationPrompt } = conversations[title]!;
    const render = () =>
      template.render(messages.map(asMessage), {
        tools: withTools ? tools.map((tool) => tool.function) : [],
        addGenerationPrompt,
      });
    const text = expected[title];
    if (text === null) expect(render).toThrow(/refuses the conversation/);
    else expect(render()).toBe(text);
  });
});
