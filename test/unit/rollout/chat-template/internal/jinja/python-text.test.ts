import { describe, expect, it } from 'vitest';
import type { ParsedToolCall } from '../../../../../../src/base/index.js';
import { createChatTemplate, toolCallFormat } from '../../../../../../src/rollout/index.js';

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

  it.each([
    ['as it was', <T>(value: T) => value],
    ['as a clone', <T>(value: T) => structuredClone(value)],
    ['as it was read from a file', <T>(value: T) => JSON.parse(JSON.stringify(value)) as T],
  ])('that were read as 3.0 are written as 3.0: the call %s', async (_, copied) => {
    const [call] = toolCallFormat('hermes')
      .parse(
        '<tool_call>\n{"name": "f", "arguments": {"x": 3.0, "deep": [1, 1e5, {"y": -2.0}], "whole": 12345678901234567890}}\n</tool_call>',
      )
      .calls.map(copied);
    const read = call as ParsedToolCall & { readonly kind: 'call' };
    expect(read.arguments).toEqual({ x: 3, deep: [1, 100_000, { y: -2 }], whole: Number('12345678901234567890') });
    const own = async (source: string) => {
      const template = await createChatTemplate({
        source: `{% set a = messages[0].tool_calls[0].function.arguments %}${source}`,
        endTokens: ['</s>'],
      });
      return template.render([{ role: 'assistant', content: '', toolCalls: [{ ...read, id: '0' }] }]);
    };
    const json = '{"x": 3.0, "deep": [1, 100000.0, {"y": -2.0}], "whole": 12345678901234567890}';
    expect(await own('{{ a | tojson }}')).toBe(json);
    expect(await own('{{ a.x | string }} {{ a.whole }} {{ a.whole is integer }} {{ a.x + 1 }}')).toBe(
      '3.0 12345678901234567890 True 4.0',
    );
  });
});
