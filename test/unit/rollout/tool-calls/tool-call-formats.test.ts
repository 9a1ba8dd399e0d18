import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toolCallFormat } from '../../../../src/rollout/index.js';
import { TOOL_CALL_ERRORS, type TemplateTool } from '../../../../src/base/index.js';
import { writeCalls } from '../../../../src/rollout/tool-calls/tool-call-formats.js';
import { publishedTemplate } from '../published-templates.js';

const NAMES = ['hermes', 'llama3-json', 'mistral', 'deepseek', 'qwen3-coder'];
const call = (args: object, name = 'python') => ({ kind: 'call', name, arguments: args });
const error = (text: string) => expect.objectContaining({ kind: 'invalid', error: text }) as unknown;

describe.each([
  ['llama3-json', '{"name": "python", "parameters": {"code": "a;b"}}', [call({ code: 'a;b' })], ''],
  [
    'llama3-json',
    'So <|python_tag|>{"name": "a", "parameters": {}}; {"name": "b", "arguments": {"x": "}"}}',
    [call({}, 'a'), call({ x: '}' }, 'b')],
    'So',
  ],
  ['llama3-json', '{1, 2} is the set.', [], '{1, 2} is the set.'],
  ['llama3-json', '<|python_tag|>print(1)', [error(TOOL_CALL_ERRORS.notJson)], ''],
  ['llama3-json', '<|python_tag|>', [error(TOOL_CALL_ERRORS.notJson)], ''],
  ['llama3-json', '{"name": "python", "parameters": "x"}', [error(TOOL_CALL_ERRORS.argumentsType)], ''],
  ['llama3-json', '{"name": "python", "parameters": {', [error(TOOL_CALL_ERRORS.notJson)], ''],
  [
    'mistral',
    '[TOOL_CALLS] [{"name": "a", "arguments": {"x": 1}}, {"name": "b", "arguments": {}}]',
    [call({ x: 1 }, 'a'), call({}, 'b')],
    '',
  ],
  [
    'mistral',
    'So[TOOL_CALLS]python[ARGS]{"code": "[]"}[TOOL_CALLS]b[CALL_ID]abc[ARGS]{}',
    [call({ code: '[]' }), call({}, 'b')],
    'So',
  ],
  ['mistral', '[TOOL_CALLS]nothing', [error(TOOL_CALL_ERRORS.notJson)], ''],
  ['mistral', '[TOOL_CALLS][]', [error(TOOL_CALL_ERRORS.notObject)], ''],
  ['mistral', '[TOOL_CALLS][{"arguments": {}}]', [error(TOOL_CALL_ERRORS.missingName)], ''],
  [
    'deepseek',
    'So<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>python\n```json\n{"code": "```"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [call({ code: '```' })],
    'So',
  ],
  [
    'deepseek',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>python<｜tool▁sep｜>{"code": "1"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>b<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    [call({ code: '1' }), call({}, 'b')],
    '',
  ],
  ['deepseek', '<｜tool▁call▁begin｜>python<｜tool▁sep｜>{"code": "1"}', [error(TOOL_CALL_ERRORS.unclosed)], ''],
  ['deepseek', '<｜tool▁call▁begin｜>python<｜tool▁call▁end｜>', [error(TOOL_CALL_ERRORS.missingName)], ''],
  [
    'deepseek',
    '<｜tool▁call▁begin｜>python<｜tool▁sep｜>1 +<｜tool▁call▁end｜>',
    [error(TOOL_CALL_ERRORS.notJson)],
    '',
  ],
  [
    'qwen3-coder',
    'So\n<tool_call>\n<function=python>\n<parameter=code>\nprint(1)\n\n</parameter>\n<parameter=limit>\n3\n</parameter>\n</function>\n</tool_call>',
    [call({ code: 'print(1)\n', limit: 3 })],
    'So',
  ],
  [
    'qwen3-coder',
    '<tool_call><function=python><parameter=code>7</parameter><parameter=flag>True</parameter><parameter=either>8</parameter></function></tool_call>',
    [call({ code: '7', flag: true, either: '8' })],
    '',
  ],
  [
    'qwen3-coder',
    '<tool_call><function=python><parameter=limit>three</parameter></function></tool_call>',
    [call({ limit: 'three' })],
    '',
  ],
  ['qwen3-coder', '<tool_call><function=python></function></tool_call>', [call({})], ''],
  [
    'qwen3-coder',
    '<tool_call><function=python><parameter=maybe>null</parameter><parameter=flag>None</parameter><parameter=code>null</parameter></function></tool_call>',
    [call({ maybe: null, flag: null, code: 'null' })],
    '',
  ],
  [
    'harmony',
    '<|channel|>analysis<|message|>I may call <|start|>assistant to=functions.python<|message|>{}<|end|><|start|>assistant<|channel|>commentary to=functions.python <|constrain|>json<|message|>{"code": "1"}',
    [call({ code: '1' })],
    'I may call <|start|>assistant to=functions.python<|message|>{}',
  ],
  [
    'harmony',
    '<|channel|>analysis<|message|>So.<|end|><|start|>assistant<|channel|>final<|message|>It is 42.',
    [],
    'It is 42.',
  ],
  ['harmony', ' to=functions.python<|channel|>commentary json<|message|>1 +', [error(TOOL_CALL_ERRORS.notJson)], ''],
  [
    'lfm2',
    '<|tool_call_start|>[python(code="a\\nb", limit=3)]<|tool_call_end|>',
    [call({ code: 'a\nb', limit: 3 })],
    '',
  ],
  ['hermes', '<think>Is it <tool_call>{"name": "python", "arguments": {}}</tool_call>?', [], undefined],
  ['qwen3-coder', '<tool_call>{"name": "python"}</tool_call>', [error(TOOL_CALL_ERRORS.notFunction)], ''],
  ['qwen3-coder', '<tool_call><function=python>', [error(TOOL_CALL_ERRORS.unclosed)], ''],
  ['qwen3-coder', '<tool_call><function=></function></tool_call>', [error(TOOL_CALL_ERRORS.nameType)], ''],
  ['hermes', 'So\n<tool_call>{"name": "python", "arguments": {"code": "1"}}</tool_call>', [call({ code: '1' })], 'So'],
] as const)('%s reads %j', (name, text, calls, content) => {
  const tools: TemplateTool[] = [
    {
      name: 'python',
      description: '',
      parameters: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          limit: { type: 'integer' },
          flag: { anyOf: [{ type: 'boolean' }, { type: 'null' }] },
          either: { type: ['string', 'number'] },
          maybe: { type: ['string', 'null'] },
        },
      },
    },
  ];

  it('as it should', () => {
    expect(toolCallFormat(name).parse(text, tools)).toEqual({ content: content ?? text, calls });
  });
});

describe('a mark in an argument', () => {
  it.each([
    [
      'mistral',
      '[TOOL_CALLS][{"name": "python", "arguments": {"code": "print(\\"[TOOL_CALLS]\\")"}}]',
      'print("[TOOL_CALLS]")',
    ],
    [
      'qwen3-coder',
      '<tool_call>\n<function=python>\n<parameter=code>\nprint("<tool_call>")\n</parameter>\n</function>\n</tool_call>',
      'print("<tool_call>")',
    ],
  ] as const)('is text to %s', (name, text, code) => {
    expect(toolCallFormat(name).parse(text).calls).toEqual([call({ code })]);
  });

  it('does not drop the call after one that is invalid', () => {
    const { calls } = toolCallFormat('llama3-json').parse('{"name":"a","parameters":1}; {"name":"b","parameters":{}}');
    expect(calls.map(({ kind }) => kind)).toEqual(['invalid', 'call']);
  });
});

describe.each([
  ['hermes', 'qwen3'],
  ['qwen3-coder', 'qwen3-coder'],
  ['mistral', 'mistral-nemo'],
  ['mistral', 'mistral-small-3.2'],
  ['deepseek', 'deepseek-v3.1'],
  ['deepseek', 'deepseek-v3'],
  ['deepseek', 'deepseek-r1-distill-qwen'],
] as const)('%s', (name, model) => {
  it(`reads the calls that the template of ${model} writes`, async () => {
    const template = await publishedTemplate(model);
    expect(template.toolCallFormat.name).toBe(name);
    const args = { code: 'print("1")\n# [x] {y} </z>' };
    const text = model === 'deepseek-v3' ? JSON.stringify(args) : args;
    const calls = ['000000000', '000000001'].map((id) => ({ id, name: 'python', arguments: text }));
    const prompt = [{ role: 'user', content: 'Q' }] as const;
    const before = template.render(prompt, { addGenerationPrompt: true });
    const whole = template.render([...prompt, { role: 'assistant', content: '', toolCalls: calls }]);
    const turn = whole.slice(before.replace(/<think>\s*$/, '').length).split(template.endTokens[0]!)[0]!;
    expect(template.toolCallFormat.parse(turn).calls).toMatchObject([call(args), call(args)]);
  });
});

describe.each(NAMES)('%s', (name) => {
  it('reads any text, drops no call, and says nothing with a control token in it', () => {
    const parts = fc.constantFrom(
      '<tool_call>',
      '</tool_call>',
      '[TOOL_CALLS]',
      '[ARGS]',
      '<|python_tag|>',
      '<function=a>',
      '<parameter=b>',
      '</parameter>',
      '</function>',
      '<｜tool▁call▁begin｜>',
      '<｜tool▁sep｜>',
      '<｜tool▁call▁end｜>',
      '{"name": "a"',
      '"arguments": {}',
      '}',
      '{',
      '[',
      ']',
      '"',
      '\\',
      ',',
      ';',
      '\n',
      ' ',
      'x',
      '```',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 30 }), (pieces) => {
        const { calls, content } = toolCallFormat(name).parse(pieces.join(''));
        expect(pieces.join('').startsWith(content)).toBe(true);
        for (const parsed of calls)
          if (parsed.kind === 'invalid') expect(Object.values(TOOL_CALL_ERRORS)).toContain(parsed.error);
      }),
      { numRuns: 300 },
    );
  });
});

it('refuses a name that it does not know', () => {
  expect(() => toolCallFormat('toString')).toThrow(
    /^toolCallFormat: expected one of hermes, llama3-json, .*, got "toString"$/,
  );
});

describe('a turn of very many calls', () => {
  it.each([
    ['hermes', '<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>\n'],
    ['hermes', '<tool_call>\n{"name": '],
    ['mistral', '[TOOL_CALLS][{"name": "a", "arguments": {"x": "'],
    ['granite', '<|tool_call|>[{"name": "a", '],
    ['glm', '<tool_call>a\n<arg_key>x</arg_key>\n<arg_value>'],
  ] as const)('is read up to 128 calls by %s, and the rest is one that was not made', (format, call) => {
    const { calls } = toolCallFormat(format).parse(call.repeat(3000), []);
    expect(calls.length).toBeLessThanOrEqual(129);
    if (calls.length === 129) expect(calls[128]).toEqual(error(TOOL_CALL_ERRORS.tooMany));
  });

  it('makes 128 calls', () => {
    const call = '<tool_call>\n{"name": "a", "arguments": {}}\n</tool_call>\n';
    const kinds = toolCallFormat('hermes')
      .parse(call.repeat(128), [])
      .calls.map(({ kind }) => kind);
    expect(kinds).toEqual(Array.from({ length: 128 }, () => 'call'));
  });
});

const written = (code: string) => ({ name: 'python', arguments: JSON.stringify({ code, times: 2 }) });

describe.each(NAMES)('writeCalls in %s', (format) => {
  const tools = [
    {
      ...{ name: 'python', description: '' },
      parameters: { properties: { code: { type: 'string' }, times: { type: 'integer' } } },
    },
  ] as const;
  const read = (text: string) => toolCallFormat(format).parse(text, tools);

  it('writes calls that the format reads as the same, behind the words', () => {
    const codes = ['print("a\\n")', 'if 1 < 2:\n  pass'];
    const text = writeCalls(toolCallFormat(format), 'I compute it.', codes.map(written));
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
  expect(writeCalls({ name: 'mine', parse: (content) => ({ content, calls: [] }) }, '', [written('1')])).toBe(
    writeCalls(toolCallFormat('hermes'), '', [written('1')]),
  );
});
