import { describe, expect, it } from 'vitest';
import { formatReward, followsProtocol } from '../../../src/reward/index.js';
import { rolloutOf, scoreOne } from './rollouts.js';

describe('the format reward', () => {
  it.each<readonly [text: string, followed: boolean]>([
    ['<reason>a</reason><answer>\\boxed{1}</answer>', true],
    ['<reason></reason><answer>\\boxed{1}</answer>', false],
    ['<reason> … </reason><answer>\\boxed{1}</answer>', false],
    ['<reason>a</reason><answer>\\boxed{}</answer>', false],
    ['<reason>a</reason><answer>\\boxed{ {} }</answer>', false],
    ['<reason>a</reason><answer>\\boxed{1</answer>', false],
    ['<answer>\\boxed{1}</answer> '.repeat(2), false],
    ['<reason>a</reason> then <reason>b</reason>\n<answer>so \\boxed{1}</answer>\n<|im_end|>', true],
    ['<answer>\\boxed{1}</answer>', true],
    ['<answer>1</answer>', false],
    ['<answer>\\boxed{1}</answer><answer>\\boxed{2}</answer>', false],
    ['<answer>\\boxed{1}</answer> or rather 2', false],
    ['<reason>a<answer>\\boxed{1}</answer></reason>', false],
    ['<reason>a<answer>\\boxed{1}</answer>', false],
    ['</answer><answer>\\boxed{1}', false],
    ['\\boxed{1}', false],
    ['', false],
    ...[
      '\\phantom{x}',
      '\\,\\;',
      '~',
      '\u200b',
      '\u3164',
      '\u2800',
      '?',
      '.',
      '\\ldots',
      '\\hspace{1em}',
      '\\text{ }',
      '\\text{?}',
      '&nbsp;',
      '\\phan\u200btom{x}',
    ].map((box) => [`<reason>a</reason><answer>\\boxed{${box}}</answer>`, false] as const),
    ...[
      '\\{\\}',
      '∅',
      '\\emptyset',
      '+',
      '\\text{A}',
      '-1',
      '\\dfrac{1}{2}',
      '\\sqrt{\\mathrm{e}}',
      '\\left(1,2\\right)',
    ].map((box) => [`<answer>\\boxed{${box}}</answer>`, true] as const),
    ['<reason>&nbsp;</reason><answer>\\boxed{1}</answer>', false],
    ['<reason>\u3164</reason><answer>\\boxed{1}</answer>', false],
    ['<answer>\\boxed{1} or \\boxed{}</answer>', false],
    ['<reason>a</reason><tool_response>x</tool_response><answer>\\boxed{1}</answer>', false],
    ['<reason>a</reason><tool_call>{"name":</tool_call><answer>\\boxed{1}</answer>', false],
    ['<reason>a</reason><tool_call>{"name":"f","arguments":{}}<answer>\\boxed{1}</answer>', false],
    ['<reason>a</reason><tool_call>\n{"name":"f","arguments":{}}\n</tool_call><answer>\\boxed{1}</answer>', true],
    ['<answer>\\boxed {5}</answer>', true],
    ['<answer>\\fbox{5}</answer>', true],
    ['<answer>\\boxed{\\frac{1}{2}\n</answer>', false],
    // What the agent loop answers with an error is no tool call, and what it runs is one, whatever its strings hold.
    ['<tool_call>{"name":"f"}</tool_call><answer>\\boxed{1}</answer>', false],
    ['<tool_call>{"name":"","arguments":{}}</tool_call><answer>\\boxed{1}</answer>', false],
    ['<tool_call>{"name":"f","arguments":{}}</tool_call></tool_call><answer>\\boxed{1}</answer>', false],
    ['<tool_call>{"name":"f","arguments":{"code":"</tool_call>"}}</tool_call><answer>\\boxed{1}</answer>', true],
    ['<tool_call>{"name":"f","arguments":{"code":"</reason>"}}</tool_call><answer>\\boxed{1}</answer>', true],
    ['<tool_call>{"name":"f","arguments":{"a":"<answer>\\\\boxed{1}</answer>"}}</tool_call>', false],
    ['<reason><tool_call>{"name":"f","arguments":{}}</tool_call></reason><answer>\\boxed{1}</answer>', false],
  ])('of the protocol: %j is %s', (text, followed) => {
    expect(followsProtocol(text)).toBe(followed);
  });

  it('is not drawn out, nor kept from a verdict, by nesting or by tags without end', async () => {
    const nested = '\\phantom{'.repeat(20_000) + '}'.repeat(20_000);
    for (const text of [
      `<answer>\\boxed{${nested}}</answer>`,
      '<tool_call>'.repeat(20_000) + '<answer>\\boxed{1}</answer>',
    ])
      expect(await scoreOne(formatReward(), rolloutOf(text))).toMatchObject({ kind: 'scored', value: 0 });
  });

  it('reads rollouts of another type by its accessor, and asks for it by name', () => {
    const own = formatReward({ response: (run: { readonly said: string }) => run.said });
    const context = { index: 0, signal: new AbortController().signal };
    expect(own({ said: '<answer>\\boxed{1}</answer>' }, context)).toBe(1);
    expect(() => formatReward()({} as never, context)).toThrow(
      new TypeError('rollouts[0].turns: expected a string, got undefined; pass options.response'),
    );
    expect(() => formatReward({ text: () => '' } as never)).toThrow(new TypeError('options: unknown option "text"'));
  });

  it('takes a pattern or a function, also a pattern that keeps its place', async () => {
    const pattern = formatReward({ format: /^ok/gy, followed: 0.1, broken: -0.1 });
    for (const text of ['ok then', 'ok then'])
      expect(await scoreOne(pattern, rolloutOf(text))).toMatchObject({ value: 0.1 });
    const judge = formatReward({ format: (text) => text.length < 3 });
    expect(await scoreOne(judge, rolloutOf('long'))).toMatchObject({ value: 0 });
  });
});
