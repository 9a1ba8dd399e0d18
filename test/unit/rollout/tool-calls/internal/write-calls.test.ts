import { describe, expect, it } from 'vitest';
import { toolCallFormat } from '../../../../../src/rollout/index.js';
import { writeCalls } from '../../../../../src/rollout/tool-calls/internal/write-calls.js';

const FORMATS = ['hermes', 'llama3-json', 'mistral', 'deepseek', 'qwen3-coder'];
const tools = [
  {
    name: 'python',
    description: '',
    parameters: { properties: { code: { type: 'string' }, times: { type: 'integer' } } },
  },
] as const;
const call = (code: string) => ({ name: 'python', arguments: JSON.stringify({ code, times: 2 }) });

describe.each(FORMATS)('writeCalls in %s', (format) => {
  const read = (text: string) => toolCallFormat(format).parse(text, tools);

  it('writes calls that the format reads as the same, behind the words', () => {
    const codes = ['print("a\\n")', 'if 1 < 2:\n  pass'];
    const text = writeCalls(toolCallFormat(format), 'I compute it.', codes.map(call));
    expect(read(text)).toEqual({
      content: 'I compute it.',
      calls: codes.map((code) => ({ kind: 'call', name: 'python', arguments: { code, times: 2 } })),
    });
  });

  it('writes what is no JSON as a call that does not parse', () => {
    const text = writeCalls(toolCallFormat(format), '', [{ name: 'python', arguments: 'print(1)' }]);
    expect(read(text).calls.map(({ kind }) => kind)).toEqual(['invalid']);
  });

  it('leaves words alone where there are no calls', () => {
    expect(writeCalls(toolCallFormat(format), 'Two words\n', [])).toBe('Two words\n');
  });
});

it("is in Hermes' format for a format of the caller's own", () => {
  expect(writeCalls({ name: 'mine', parse: (content) => ({ content, calls: [] }) }, '', [call('1')])).toBe(
    writeCalls(toolCallFormat('hermes'), '', [call('1')]),
  );
});
