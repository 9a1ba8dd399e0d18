import { describe, expect, it } from 'vitest';
import { HARMONY } from '../../../../../../src/rollout/tool-calls/internal/formats/harmony.js';
import { THINKING } from '../../../../../../src/rollout/tool-calls/internal/index.js';

const tools = [{ name: 'f', description: '', parameters: {} }];
const read = (texts: readonly string[], isCut = false, given = tools) => {
  const reader = HARMONY.reader!(given, THINKING);
  return [...texts.map((text) => reader.add(text)), reader.end(isCut)];
};
const analysis = (text: string) => `<|channel|>analysis<|message|>${text}<|end|><|start|>assistant`;

describe("harmony's messages, while they are drawn", () => {
  it('are reasoning, content and calls by their headers', () => {
    const texts = [
      '<|channel|>analysis<|message|>Hm',
      'm.<|end|><|start|>assistant<|channel|>commentary<|message|>First',
      ' this.<|end|><|start|>assistant to=functions.f<|channel|>commentary json<|message|> {"a":',
      ' 1}<|call|>',
    ];
    expect(read(texts)).toEqual([
      [{ kind: 'reasoning', text: 'Hm' }],
      [
        { kind: 'reasoning', text: 'm.' },
        { kind: 'content', text: 'First' },
      ],
      [
        { kind: 'content', text: ' this.' },
        { kind: 'call', name: 'f' },
        { kind: 'arguments', text: '{"a":' },
      ],
      [
        { kind: 'arguments', text: ' 1}' },
        { kind: 'call-end', call: { kind: 'call', name: 'f', arguments: { a: 1 } } },
      ],
      [],
    ]);
  });

  it('of one kind are on lines of their own', () => {
    const pieces = read([analysis('One.') + analysis('Two.') + '<|channel|>final<|message|>Three.<|return|>']).flat();
    const textOf = (kind: string) =>
      pieces.map((piece) => (piece.kind === kind && 'text' in piece ? piece.text : '')).join('');
    expect([textOf('reasoning'), textOf('content')]).toEqual(['One.\nTwo.', 'Three.']);
  });

  it('to an unknown function are calls where they are JSON, and text where they are not or where there are no tools', () => {
    const to = (body: string) => ` to=functions.g<|channel|>commentary<|message|>${body}<|call|>`;
    expect(
      read([to('{}')])
        .flat()
        .map(({ kind }) => kind),
    ).toEqual(['call', 'arguments', 'call-end']);
    expect(read([to('oops')]).flat()).toMatchObject([{ kind: 'content', text: 'oops' }, { kind: 'nameless' }]);
    expect(read([to('{}')], false, []).flat()).toEqual([{ kind: 'content', text: '{}' }]);
  });

  it('may be no messages at all, and may be cut off', () => {
    expect(read(['Just ', 'words.']).flat()).toEqual([{ kind: 'content', text: 'Just words.' }]);
    const cut = read([' to=functions.f<|channel|>commentary<|message|>{"a": 1'], true).flat();
    expect(cut).toMatchObject([
      { kind: 'call' },
      { kind: 'arguments', text: '{"a": 1' },
      { kind: 'call-end', call: { kind: 'invalid' } },
    ]);
  });
});
