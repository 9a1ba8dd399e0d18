import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { turnParts } from '../../../../../src/report/internal/run/turn-parts.js';
import { exampleCall } from '../../fixtures.js';

describe('turnParts', () => {
  it('cuts a turn at its tags and puts calls where they were made', () => {
    const first = exampleCall('print(1)', '1');
    const second = exampleCall('1 / 0', 'ZeroDivisionError', true);
    const parts = turnParts({
      text: '<reason>think</reason>so\n<tool_call>{…}</tool_call>and<tool_call>{…}</tool_call><answer>\\boxed{3}</answer><|im_end|>',
      toolCalls: [first, second],
    });
    expect(parts).toEqual([
      { kind: 'reason', text: 'think' },
      { kind: 'text', text: 'so' },
      {
        kind: 'call',
        name: 'python',
        code: 'print(1)',
        language: 'python',
        response: '1',
        isError: false,
        durationMs: 38,
      },
      { kind: 'text', text: 'and' },
      {
        kind: 'call',
        name: 'python',
        code: '1 / 0',
        language: 'python',
        response: 'ZeroDivisionError',
        isError: true,
        durationMs: 38,
      },
      { kind: 'answer', text: '\\boxed{3}' },
    ]);
  });

  it('reads reasoning that the prompt opened', () => {
    expect(turnParts({ text: 'think</reason><answer>3</answer>', toolCalls: [] })).toEqual([
      { kind: 'reason', text: 'think' },
      { kind: 'answer', text: '3' },
    ]);
  });

  it('lets an open tag run to the end', () => {
    expect(turnParts({ text: '<reason>on and on', toolCalls: [] })).toEqual([{ kind: 'reason', text: 'on and on' }]);
    expect(turnParts({ text: '<tool_call>{"name"', toolCalls: [] })).toEqual([
      { kind: 'call', name: '', code: '{"name"', language: 'text', isError: false },
    ]);
  });

  it('puts calls without a tag of their own last', () => {
    const parts = turnParts({ text: 'text', toolCalls: [exampleCall('print(1)', '1')] });
    expect(parts.map(({ kind }) => kind)).toEqual(['text', 'call']);
  });

  it('shows arguments that are no program as JSON, and those that did not parse as they were', () => {
    const call = { id: '1', response: { text: '', isError: true } };
    const [json, text] = turnParts({
      text: '',
      toolCalls: [
        { ...call, name: 'search', arguments: { query: 'x' } },
        { ...call, name: '', arguments: '{"name": py' },
      ],
    });
    expect(json).toMatchObject({ code: '{\n  "query": "x"\n}', language: 'json' });
    expect(text).toMatchObject({ code: '{"name": py', language: 'text' });
  });

  it('keeps what a program reads on standard input', () => {
    const call = { ...exampleCall('input()', '5'), arguments: { code: 'input()', input: '5' } };
    expect(turnParts({ text: '', toolCalls: [call] })).toMatchObject([{ code: 'input()', input: '5' }]);
  });

  it('has a reading for whatever a policy writes, and loses no call', () => {
    const tag = fc.constantFrom(
      '<reason>',
      '</reason>',
      '<tool_call>',
      '</tool_call>',
      '<answer>',
      '</answer>',
      '<|im_end|>',
      'x ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(tag, fc.string())), fc.nat(3), (pieces, count) => {
        const toolCalls = Array.from({ length: count }, (_, i) => exampleCall(`call ${i}`, ''));
        const parts = turnParts({ text: pieces.join(''), toolCalls });
        const codes = parts.flatMap((part) => (part.kind === 'call' && part.response !== undefined ? [part.code] : []));
        expect(codes).toEqual(toolCalls.map((_, i) => `call ${i}`));
      }),
    );
  });
});
