import { readFileSync } from 'node:fs';
import type { ChatConversation, TemplateMessage, TemplateTool } from '../../../src/base/index.js';

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

const recorded = JSON.parse(readFileSync('test/recordings/chat-templates/conversations.json', 'utf8')) as {
  readonly tools: readonly { readonly function: TemplateTool }[];
  readonly conversations: {
    readonly [title: string]: { readonly messages: readonly RecordedMessage[]; readonly tools: boolean };
  };
};

/** The conversations of test/recordings/chat-templates in which the assistant speaks, up to its last turn. */
export const SPOKEN: { readonly [title: string]: ChatConversation } = Object.fromEntries(
  Object.entries(recorded.conversations).flatMap(([title, { messages, tools }]) => {
    const last = messages.findLastIndex(({ role }) => role === 'assistant');
    const spoken = messages.slice(0, last + 1).map(asMessage);
    return last < 0
      ? []
      : [[title, { messages: spoken, tools: tools ? recorded.tools.map((tool) => tool.function) : [] }]];
  }),
);

function asMessage({ role, content, name, tool_call_id, tool_calls }: RecordedMessage): TemplateMessage {
  return {
    role,
    content,
    ...(name === undefined ? {} : { name }),
    ...(tool_call_id === undefined ? {} : { toolCallId: tool_call_id }),
    ...(tool_calls === undefined ? {} : { toolCalls: tool_calls.map((call) => ({ id: call.id, ...call.function })) }),
  };
}
