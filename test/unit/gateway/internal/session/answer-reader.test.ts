import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AnswerReader,
  readAnswer,
  type AnswerOptions,
} from '../../../../../src/gateway/internal/session/answer-reader.js';
import { toolCallFormat } from '../../../../../src/rollout/index.js';
import { QWEN_CHAT, turnMarks } from '../../../../../src/rollout/internal/index.js';
import { callText } from '../../../rollout/conversation.js';

const marks = turnMarks(QWEN_CHAT);
const tools = [{ name: 'f', description: '', parameters: {} }];
const options: AnswerOptions = {
  marks,
  tools,
  thinkingEnd: undefined,
  idOf: (index: number) => `call_${index}`,
};

/** What is streamed of a turn that comes in such pieces. */
function streamed(pieces: readonly string[], changes: Partial<typeof options> = {}) {
  const reader = new AnswerReader({ ...options, ...changes });
  const sent = { reasoning: '', content: '' };
  for (const given of pieces)
    for (const piece of reader.add(given))
      if (piece.kind === 'reasoning' || piece.kind === 'content') sent[piece.kind] += piece.text;
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

  it('has no calls where there are no tools', () => {
    const text = callText('f', {});
    expect(readAnswer(text, false, { ...options, tools: [] })).toMatchObject({ content: text, calls: [] });
  });

  it('has the calls that had begun where it was cut off, the last one as far as it came', () => {
    const whole = '<tool_call>{"name": "f", "arguments": {"a": 1}}</tool_call>';
    expect(readAnswer(`So: ${whole}<tool_call>{"name": "f", "arguments": {"a": "</tool`, true, options)).toMatchObject({
      content: 'So:',
      calls: [{ arguments: '{"a": 1}' }, { id: 'call_1', name: 'f', arguments: '{"a": "</tool' }],
      parsed: { calls: [{ kind: 'call' }, { kind: 'invalid' }] },
    });
    const started = 'So: <tool_call>{"name": "f"';
    expect(readAnswer(started, true, options)).toMatchObject({ content: started, calls: [], nameless: [] });
  });

  it('gives the arguments of a call as the model wrote them', () => {
    const args = '{"a" : 1.50,\n "b": "\\u00e9"}';
    const { calls } = readAnswer(`<tool_call>{"name": "f", "arguments": ${args} }</tool_call>`, false, options);
    expect(calls).toEqual([{ id: 'call_0', name: 'f', arguments: args }]);
  });

  it('counts a call as failed whose later members say something else than was given', () => {
    const text = '<tool_call>{"name": "f", "arguments": {}, "name": "g"}</tool_call>';
    expect(readAnswer(text, false, options)).toMatchObject({
      calls: [{ name: 'f', arguments: '{}, "name": "g"}</tool_call>' }],
      parsed: { calls: [{ kind: 'invalid' }] },
    });
  });

  it('ends before a stop text, which the conversation keeps', () => {
    const text = '<think>One</think>Two STOP three';
    const read = readAnswer(text, false, { ...options, stopTexts: ['XX', 'STOP'] });
    expect(read).toMatchObject({ reasoning: 'One', content: 'Two ', stopText: 'STOP', parsed: { content: text } });
  });
});

describe('an answer, read while it is drawn', () => {
  it('is given up to where a mark may begin, and white space may end', () => {
    expect(streamed(['a < b '])).toEqual({ reasoning: '', content: 'a < b' });
    expect(streamed(['a <tool'])).toEqual({ reasoning: '', content: 'a' });
    expect(streamed(['a <tool', 's>'])).toEqual({ reasoning: '', content: 'a <tools>' });
    expect(streamed(['<th', 'ink>One', ' two</thi'])).toEqual({ reasoning: 'One two', content: '' });
  });

  it('gives a call once its name is certain, and its arguments as they are drawn', () => {
    const pieces = ['Hm. <tool_call>{"name": "f', '", "arguments": ', '{"a": ', '[1', ']}', '}\n</tool_call>'];
    const reader = new AnswerReader(options);
    expect(pieces.map((piece) => reader.add(piece))).toEqual([
      [{ kind: 'content', text: 'Hm.' }],
      [],
      [
        { kind: 'call', index: 0, id: 'call_0', name: 'f' },
        { kind: 'arguments', index: 0, text: '{"a": ' },
      ],
      [{ kind: 'arguments', index: 0, text: '[1' }],
      [{ kind: 'arguments', index: 0, text: ']}' }],
      [],
    ]);
  });

  it('gives a call whose arguments are converted when it is whole, before the turn is', () => {
    const reader = new AnswerReader({
      ...options,
      marks: turnMarks({ ...QWEN_CHAT, toolCallFormat: toolCallFormat('qwen3-coder') }),
    });
    expect(reader.add('<tool_call><function=f><parameter=a>7</parameter></function>')).toEqual([]);
    expect(reader.add('</tool_call>')).toEqual([
      { kind: 'call', index: 0, id: 'call_0', name: 'f' },
      { kind: 'arguments', index: 0, text: '{"a":"7"}' },
    ]);
  });

  it('gives a mark as text once no call can follow it, and goes on with what follows', () => {
    expect(streamed(['Write <tool_call>', ' tags'])).toEqual({ reasoning: '', content: 'Write <tool_call> tags' });
    const reader = new AnswerReader(options);
    reader.add('The <tool_call> tag: <tool_call>{"name": "f", "arguments": {}}</tool_call>');
    expect(reader.end(false).read).toMatchObject({
      content: 'The <tool_call> tag:',
      calls: [{ name: 'f' }],
      nameless: [{ kind: 'invalid' }],
    });
  });

  it('waits where a closing mark in the arguments may be the end of the call', () => {
    const reader = new AnswerReader(options);
    const given = ['<tool_call>{"name":"f","arguments":{"a":"', 'x</tool_call>', 'y"', '}}', '</tool_call>'].map(
      (piece) => reader.add(piece).flatMap((one) => (one.kind === 'arguments' ? [one.text] : [])),
    );
    expect(given).toEqual([['{"a":"'], ['x'], [], [], ['</tool_call>y"}']]);
  });

  it('may be long, and come character by character', () => {
    const text = `<think>${'thought '.repeat(20_000)}</think>${callText('f', { a: 'word '.repeat(20_000) })}`;
    const reader = new AnswerReader(options);
    let length = 0;
    for (const character of text)
      for (const piece of reader.add(character)) if (piece.kind === 'arguments') length += piece.text.length;
    expect(length).toBe(100_008);
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
