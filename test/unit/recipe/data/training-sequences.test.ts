import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ChatConversation, Tokenizer } from '../../../../src/base/index.js';
import { packSequences, mixStreams, trainingSequences } from '../../../../src/recipe/index.js';
import { createChatTemplate } from '../../../../src/rollout/index.js';

/** A token a character, control tokens whole: what is encoded reads back. */
const CONTROL = ['<|im_start|>', '<|im_end|>'];
const tokenizer: Tokenizer = {
  vocabularySize: 0x10ffff + 3,
  encode: (text) =>
    Int32Array.from(text.match(/<\|im_(?:start|end)\|>|[^]/gu) ?? [], (piece) =>
      CONTROL.includes(piece) ? 0x110000 + CONTROL.indexOf(piece) : piece.codePointAt(0)!,
    ),
  decode: (ids) => Array.from(ids, (id) => CONTROL[id - 0x110000] ?? String.fromCodePoint(id)).join(''),
  tokenId: (piece) => (CONTROL.includes(piece) ? 0x110000 + CONTROL.indexOf(piece) : undefined),
};

async function format(name: string) {
  const source = readFileSync(join(import.meta.dirname, `../../../recordings/chat-templates/${name}.jinja`), 'utf8');
  return { tokenizer, template: await createChatTemplate({ source, endTokens: ['<|im_end|>'] }) };
}

const conversation: ChatConversation = {
  tools: [{ name: 'python', description: 'Runs.', parameters: { type: 'object', properties: {} } }],
  messages: [
    { role: 'user', content: 'What is 6 * 7?' },
    { role: 'assistant', content: 'I compute.', toolCalls: [{ id: '1', name: 'python', arguments: { code: '6*7' } }] },
    { role: 'tool', content: '42', toolCallId: '1', name: 'python' },
    { role: 'assistant', content: 'It is 42.' },
    { role: 'user', content: 'Thanks.' },
    { role: 'assistant', content: 'Gladly.' },
  ],
};

/** What the model learns to write, turn by turn. */
function learned(tokens: Int32Array, mask: Uint8Array): string {
  return tokenizer.decode(tokens.filter((_, i) => mask[i] === 1));
}

describe('a conversation as a sequence', () => {
  it('is what the template writes, and counts what the assistant says, ends of turns and calls included', async () => {
    const { template } = await format('qwen2.5');
    const [sequence, ...others] = trainingSequences(conversation, { template, tokenizer });
    expect(others).toEqual([]);
    const whole = template.render(conversation.messages, { tools: conversation.tools });
    expect(`${tokenizer.decode(sequence!.tokens)}\n`).toBe(whole);
    expect(learned(sequence!.tokens, sequence!.mask)).toBe(
      'I compute.\n<tool_call>\n{"name": "python", "arguments": {"code": "6*7"}}\n</tool_call><|im_end|>It is 42.<|im_end|>Gladly.<|im_end|>',
    );
  });

  it('refuses one in which the assistant says nothing', async () => {
    const only = { tools: [], messages: conversation.messages.slice(0, 1) };
    expect(trainingSequences.bind(null, only, await format('qwen2.5'))).toThrow(/messages: expected one of the assistant/);
  });
});

const sequence = (length: number) => ({ tokens: new Int32Array(length).fill(length), mask: new Uint8Array(length).fill(1) });

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('packs', () => {
  it('hold sequences in order, up to a length; what is longer is told', async () => {
    const long: number[] = [];
    const packs = await all(packSequences([3, 4, 9, 2, 8].map(sequence), { length: 8, onTooLong: (index) => void long.push(index) }));
    expect(packs.map(({ offsets }) => [...offsets])).toEqual([[0, 3, 7], [0, 2], [0, 8]]);
    expect([...packs[0]!.tokens]).toEqual([3, 3, 3, 4, 4, 4, 4]);
    expect(long).toEqual([2]);
    await expect(all(packSequences([sequence(9)], { length: 8 }))).rejects.toThrow('sequence 0: expected at most 8 tokens, got 9');
    await expect(all(packSequences([], { length: 0 }))).rejects.toThrow(RangeError);
  });
});

describe('a mix', () => {
  it('draws by weights, gives all there is, and the same for one seed', async () => {
    const parts = [
      { items: Array<string>(3_000).fill('a'), weight: 3 },
      { items: Array<string>(3_000).fill('b'), weight: 1 },
    ];
    const mixed = await all(mixStreams(parts, 7));
    expect(mixed).toHaveLength(6_000);
    const share = mixed.slice(0, 2_000).filter((item) => item === 'a').length / 2_000;
    expect(Math.abs(share - 0.75)).toBeLessThan(0.05);
    expect(await all(mixStreams(parts, 7))).toEqual(mixed);
    await expect(all(mixStreams([{ items: [], weight: 0 }], 7))).rejects.toThrow(/parts\[0\]\.weight/);
  });
});
