import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AnswerReader, readAnswer } from '../../../../../src/gateway/internal/session/answer-reader.js';
import { QWEN_CHAT, turnMarks } from '../../../../../src/rollout/internal/index.js';
import { callText } from '../../../rollout/conversation.js';

const marks = turnMarks(QWEN_CHAT);
const tools = [{ name: 'f', description: '', parameters: {} }];
const options: ConstructorParameters<typeof AnswerReader>[0] = {
  marks,
  tools,
  thinkingEnd: undefined,
  idOf: (index: number) => `call_${index}`,
};

/** What is streamed of a turn that comes in such pieces. */
function streamed(pieces: readonly string[], changes: Partial<typeof options> = {}) {
  const reader = new AnswerReader({ ...options, ...changes });
  const sent = { reasoning: '', content: '' };
  for (const piece of pieces) for (const { kind, text } of reader.add(piece)) sent[kind] += text;
  return sent;
}

describe('an answer, read', () => {
  it('is its thinking, its words and its calls', () => {
    const text = `<think>\nTwo calls.\n</think>\n\nNow:\n${callText('f', { a: 1 })}\n${callText('f', { b: [] })}`;
    expect(readAnswer(text, false, options)).toMatchObject({
      reasoning: 'Two calls.',
      content: 'Now:',
      calls: [
        { id: 'call_0', name: 'f', arguments: '{"a":1}' },
        { id: 'call_1', name: 'f', arguments: '{"b":[]}' },
      ],
    });
  });

  it('has the thinking that the prompt opened, all of it where it does not end', () => {
    expect(readAnswer('So.</think>Yes', false, { ...options, thinkingEnd: '</think>' })).toMatchObject({
      reasoning: 'So.',
      content: 'Yes',
    });
    expect(readAnswer('So', true, { ...options, thinkingEnd: '</think>' })).toMatchObject({
      reasoning: 'So',
      content: '',
    });
  });

  it('gives a call that does not parse as it is, and one without a name as text', () => {
    const broken = readAnswer('<tool_call>{"name": "f", "arguments": {"a": oops}</tool_call>', false, options);
    expect(broken.calls).toEqual([{ id: 'call_0', name: 'f', arguments: '{"a": oops}' }]);
    const nameless = readAnswer('Hm.<tool_call>oops</tool_call>', false, options);
    expect(nameless).toMatchObject({
      content: 'Hm.<tool_call>oops</tool_call>',
      calls: [],
      nameless: [{ raw: 'oops' }],
    });
  });

  it('has no calls where there are no tools, or where it was cut off', () => {
    const text = callText('f', {});
    expect(readAnswer(text, false, { ...options, tools: [] })).toMatchObject({ content: text, calls: [] });
    expect(readAnswer(text, true, options)).toMatchObject({ content: text, calls: [] });
  });
});

describe('an answer, read while it is drawn', () => {
  it('is given up to where a mark may begin, and white space may end', () => {
    expect(streamed(['a < b '])).toEqual({ reasoning: '', content: 'a < b' });
    expect(streamed(['a <tool'])).toEqual({ reasoning: '', content: 'a' });
    expect(streamed(['a <tool', 's>'])).toEqual({ reasoning: '', content: 'a <tools>' });
    expect(streamed(['<th', 'ink>One', ' two</thi'])).toEqual({ reasoning: 'One two', content: '' });
  });

  it('begins as the whole answer does, in whatever pieces it comes', () => {
    const part = fc.constantFrom(
      ...[
        '<think>',
        '</think>',
        '<tool_call>',
        '</tool_call>',
        callText('f', { a: 1 }),
        '{"name": "f"',
        '<',
        '</',
        '\n',
        '  ',
        'words',
        'é',
        '<think',
      ],
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 7 })),
        fc.boolean(),
        (parts, sizes, opened) => {
          const text = parts.join('');
          const thinkingEnd = opened ? '</think>' : undefined;
          const pieces: string[] = [];
          for (let at = 0; at < text.length;) {
            const size = sizes.next().value as number;
            pieces.push(text.slice(at, (at += size)));
          }
          const changes = thinkingEnd === undefined ? {} : { thinkingEnd };
          const sent = streamed(pieces, changes);
          const { reasoning = '', content } = readAnswer(text, false, { ...options, ...changes });
          expect(reasoning.startsWith(sent.reasoning)).toBe(true);
          expect(content.startsWith(sent.content)).toBe(true);
        },
      ),
      { numRuns: 3000 },
    );
  });
});
