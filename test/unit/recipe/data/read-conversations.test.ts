import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { readConversations, type BadRow } from '../../../../src/recipe/index.js';
import type { ReadConversationsOptions } from '../../../../src/recipe/data/read-conversations.js';
import { all } from './all.js';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rstar2-conversations-'));
  path = join(folder, 'chat.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(rows: readonly unknown[], options?: ReadConversationsOptions) {
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  return all(readConversations(path, options));
}

const python = { name: 'python', description: 'Runs.', parameters: { type: 'object', properties: { code: { type: 'string' } } } };
const own = [
  { role: 'user', content: 'What is 6 * 7?' },
  { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'python', arguments: { code: '6*7' } }] },
  { role: 'tool', content: '42', toolCallId: 'call_1', name: 'python' },
  { role: 'assistant', content: 'It is 42.' },
];
const openAI = (args: unknown) => [
  { role: 'user', content: [{ type: 'text', text: 'What is ' }, { type: 'text', text: '6 * 7?' }] },
  { role: 'assistant', content: null, tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'python', arguments: args } }] },
  { role: 'tool', content: '42', tool_call_id: 'call_1', name: 'python' },
  { role: 'assistant', content: 'It is 42.', tool_calls: null },
];

it.each([
  ['in our own form', { messages: own, tools: [python] }],
  ["in OpenAI's form, arguments as a text", { messages: openAI('{"code":"6*7"}'), tools: [{ type: 'function', function: python }] }],
  ["in OpenAI's form, arguments as an object", { messages: openAI({ code: '6*7' }), tools: [{ type: 'function', function: python }] }],
  ['as texts of JSON', { messages: JSON.stringify(openAI('{"code":"6*7"}')), tools: JSON.stringify([python]) }],
])('reads conversations %s', async (_, row) => {
  expect(await read([row])).toEqual([{ id: `${path}:1`, messages: own, tools: [python] }]);
});

it('reads what others call roles and columns, thinking of its own, and tools that say little', async () => {
  const rows = [
    { conversations: [{ from: 'system', value: 'Be brief.' }, { from: 'human', value: 'Q' }, { from: 'gpt', value: 'A' }] },
    { messages: [{ role: 'developer', content: 'Be brief.' }, { role: 'user', content: 'Q' }, { role: 'assistant', content: 'A', reasoning_content: 'Hm.' }], tools: [{ name: 'now' }] },
  ];
  expect(await read(rows)).toMatchObject([
    { messages: [{ role: 'system' }, { role: 'user' }, { role: 'assistant', content: 'A' }], tools: [] },
    { messages: [{ role: 'system' }, {}, { content: '<think>\nHm.\n</think>\n\nA' }], tools: [{ name: 'now', description: '', parameters: { type: 'object' } }] },
  ]);
  expect(await read([{ talk: { turns: own } }], { columns: { messages: 'talk.turns' } })).toMatchObject([{ messages: own }]);
});

it('tells of rows that hold none, and where in them', async () => {
  const bad: BadRow[] = [];
  const rows = [
    { text: 'Hi' },
    { messages: [] },
    { messages: [{ role: 'robot', content: 'Hi' }] },
    { messages: openAI('{"code":') },
    { messages: openAI('[1]') },
    { messages: [{ role: 'assistant', content: '', tool_calls: [{ id: '1', type: 'function' }] }] },
    { messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
    { messages: own, tools: [{ description: 'nameless' }] },
    { messages: own },
  ];
  expect(await read(rows, { onBadRow: (row) => void bad.push(row) })).toHaveLength(1);
  expect(bad.map(({ number, reason }) => `${number}: ${reason}`)).toEqual([
    '1: messages or conversations: expected array, got undefined',
    '2: messages: expected at least 1, got an array of 0',
    '3: messages.0.role: expected a role (system, developer, user, human, assistant, gpt, tool), got "robot"',
    '4: messages.1.tool_calls.0.function.arguments: expected an object, or the text of one, got "{\\"code\\":"',
    '5: messages.1.tool_calls.0.function.arguments: expected an object, or the text of one, got an array of 1',
    '6: messages.0.tool_calls.0: expected a name and arguments, got an object',
    '7: messages.0.content.0.type: expected "text", got "image_url"',
    '8: tools.0.name: expected string, got undefined',
  ]);
  await expect(read(rows)).rejects.toThrow(/chat\.jsonl:1: messages or conversations: /);
});

it('checks its options', async () => {
  await expect(read([], { columns: { prompt: 'x' } as never })).rejects.toThrow(/options\.columns: unknown option "prompt"/);
});
