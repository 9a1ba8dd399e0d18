import { describe, expect, it } from 'vitest';
import { createChatTemplate, toolCallFormat } from '../../../../../src/rollout/index.js';

const printed = async (expression: string, args: Record<string, never>) => {
  const source = `{% set a = messages[0].tool_calls[0].function.arguments %}${expression}`;
  const template = await createChatTemplate({ source, endTokens: ['</s>'] });
  return template.render([{ role: 'assistant', content: '', toolCalls: [{ id: '0', name: 'f', arguments: args }] }]);
};

describe('values in a template', () => {
  it.each([
    ['{{ a.none | string }}', 'None'],
    ['{{ a.none }}', 'None'],
    ['{{ a.yes | string }} {{ a.yes }}', 'True True'],
    ['[{{ a.absent | upper }}{{ a.absent | trim }}{{ a.absent }}]', '[]'],
    ["{{ ['a', none] | upper }}", "['A', NONE]"],
    ['{{ a.list }} {{ a.record }}', "[1, 'x', False] {'k': 1.5}"],
    ["{{ 'a' ~ a.none ~ 1.0 }}", 'aNone1.0'],
  ])('%s is printed as Python prints it', async (expression, text) => {
    const args = { none: null, yes: true, list: [1, 'x', false], record: { k: 1.5 } } as unknown as Record<
      string,
      never
    >;
    expect(await printed(expression, args)).toBe(text);
  });

  it('that were read as 3.0 are written as 3.0', async () => {
    const [call] = toolCallFormat('hermes').parse(
      '<tool_call>\n{"name": "f", "arguments": {"x": 3.0, "deep": [1, 1e5, {"y": -2.0}]}}\n</tool_call>',
    ).calls;
    const args = call!.kind === 'call' ? call!.arguments : {};
    expect(args).toEqual({ x: 3, deep: [1, 100_000, { y: -2 }] });
    const own = args as Record<string, never>;
    expect(await printed('{{ a | tojson }}', own)).toBe('{"x": 3.0, "deep": [1, 100000.0, {"y": -2.0}]}');
    expect(await printed('{{ a.x | string }}', own)).toBe('3.0');
  });
});
