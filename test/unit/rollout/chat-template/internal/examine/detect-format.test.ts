import { describe, expect, it } from 'vitest';
import { createChatTemplate, runRollouts, toolCallFormat } from '../../../../../../src/rollout/index.js';
import { examineTemplate } from '../../../../../../src/rollout/examine-template.js';
import { layOutConversation } from '../../../../../../src/rollout/lay-out-conversation.js';
import { innerFormat } from '../../../../../../src/rollout/tool-calls/internal/index.js';
import { createScriptedPolicy } from '../../../../../../src/testing/scripted-policy.js';
import { completed, okTool, prompt } from '../../../conversation.js';
import { tokenizerFor } from '../../../published-templates.js';

const JSON_ARGS = 'f.arguments | tojson';
/** What Python prints: some templates write lists and objects so. */
const PRINTED = 'v | string';
const VALUE = '(v if v is string else v | tojson)';
const each = (body: string) => `{% for k, v in f.arguments.items() %}${body}{% endfor %}`;
const put = (text: string) => `{{ ${text} }}`;

/** How small templates of our own write one call, `f`, in each format; what stands around all calls of a turn. */
const WRITTEN: {
  readonly [name: string]: readonly [call: string, open?: string, close?: string, between?: string];
} = {
  hermes: [
    `${put('\'<tool_call>\\n{"name": "\' + f.name + \'", "arguments": \'')}${put(JSON_ARGS)}${put("'}\\n</tool_call>'")}`,
  ],
  'llama3-json': [
    `${put('\'{"name": "\' + f.name + \'", "parameters": \'')}${put(JSON_ARGS)}}`,
    '<|python_tag|>',
    '',
    '; ',
  ],
  mistral: [`[TOOL_CALLS]${put('f.name')}[ARGS]${put(JSON_ARGS)}`],
  deepseek: [
    `<｜tool▁call▁begin｜>${put('f.name')}<｜tool▁sep｜>${put(JSON_ARGS)}<｜tool▁call▁end｜>`,
    '<｜tool▁calls▁begin｜>',
    '<｜tool▁calls▁end｜>',
  ],
  'qwen3-coder': [
    `<tool_call>${put("'\\n<function=' + f.name + '>\\n'")}${each(put("'<parameter=' + k + '>\\n' + (v | tojson if v is mapping or (v is sequence and v is not string) else v | string) + '\\n</parameter>\\n'"))}</function>${put("'\\n'")}</tool_call>`,
  ],
  glm: [
    `<tool_call>${put('f.name')}${each(`<arg_key>{{ k }}</arg_key><arg_value>${put(VALUE)}</arg_value>`)}</tool_call>`,
  ],
  kimi: [
    `<|tool_call_begin|>functions.${put('f.name')}:${put('loop.index0')}<|tool_call_argument_begin|>${put(JSON_ARGS)}<|tool_call_end|>`,
    '<|tool_calls_section_begin|>',
    '<|tool_calls_section_end|>',
  ],
  'deepseek-v3.2': [
    `<｜DSML｜invoke name="{{ f.name }}">${each(`<｜DSML｜parameter name="{{ k }}" string="{{ 'true' if v is string else 'false' }}">${put(VALUE)}</｜DSML｜parameter>`)}</｜DSML｜invoke>`,
    '<｜DSML｜function_calls>',
    '</｜DSML｜function_calls>',
  ],
  'deepseek-v4': [
    `<｜DSML｜invoke name="{{ f.name }}">${each(`<｜DSML｜parameter name="{{ k }}" string="{{ 'true' if v is string else 'false' }}">${put(VALUE)}</｜DSML｜parameter>`)}</｜DSML｜invoke>`,
    '<｜DSML｜tool_calls>',
    '</｜DSML｜tool_calls>',
  ],
  minimax: [
    `<invoke name="{{ f.name }}">${each(`<parameter name="{{ k }}">${put(VALUE)}</parameter>`)}</invoke>`,
    '<minimax:tool_call>',
    '</minimax:tool_call>',
  ],
  muse: [
    `<atem:invoke name="{{ f.name }}">${each(`<atem:parameter name="{{ k }}">${put(VALUE)}</atem:parameter>`)}</atem:invoke>`,
    '<atem:function_calls>',
    '</atem:function_calls>',
  ],
  gemma4: [
    `<|tool_call>call:{{ f.name }}{{ '{' }}${each("{{ k }}:{{ arg(v) }}{{ ',' if not loop.last }}")}{{ '}' }}<tool_call|>`,
  ],
  granite: [`{"name": "{{ f.name }}", "arguments": ${put(JSON_ARGS)}}`, '<|tool_call|>[', ']', ', '],
  nemotron: [`{"name": "{{ f.name }}", "arguments": ${put(JSON_ARGS)}}`, '<TOOLCALL>[', ']</TOOLCALL>', ', '],
  apertus: [`{"{{ f.name }}": ${put(JSON_ARGS)}}`, '<|tools_prefix|>[', ']<|tools_suffix|>', ', '],
  'command-r': [
    `{"tool_call_id": "0", "tool_name": "{{ f.name }}", "parameters": ${put(JSON_ARGS)}}`,
    '<|START_ACTION|>[',
    ']<|END_ACTION|>',
    ', ',
  ],
  'tool-calls-json': [`{"name": "{{ f.name }}", "arguments": ${put(JSON_ARGS)}}`, '<tool_calls>', '</tool_calls>', ' '],
  lfm2: [
    `{{ f.name }}(${each('{{ k }}={{ "\'" + v + "\'" if v is string else (v | tojson if v is mapping else v | string) }}{{ \', \' if not loop.last }}')})`,
    '<|tool_call_start|>[',
    ']<|tool_call_end|>',
    ', ',
  ],
  solar: [
    `<|tool_call:begin|>1<|tool_call:name|>{{ f.name }}<|tool_call:args|>${put(JSON_ARGS)}<|tool_call:end|>`,
    '<|tool_calls|>',
  ],
  seed: [
    `<seed:tool_call><function={{ f.name }}>${each(`<parameter={{ k }}>${put(PRINTED)}</parameter>`)}</function></seed:tool_call>`,
  ],
  gigachat: [`<|function_call|>{"name": "{{ f.name }}", "arguments": ${put(JSON_ARGS)}}`],
  functionary: [`<function={{ f.name }}>${put(JSON_ARGS)}</function>`],
};

/** Gemma 4's values: texts between tokens of their own, the rest as Python prints it. */
const ARG = `{% macro arg(v) %}{% if v is string %}<|"|>{{ v }}<|"|>{% elif v is mapping %}{{ '{' }}{% for k, w in v.items() %}{{ k }}:{{ arg(w) }}{{ ',' if not loop.last }}{% endfor %}{{ '}' }}{% elif v is boolean %}{{ 'true' if v else 'false' }}{% elif v is sequence %}[{% for w in v %}{{ arg(w) }}{{ ',' if not loop.last }}{% endfor %}]{% else %}{{ v }}{% endif %}{% endmacro %}`;

function sourceOf(name: string): string {
  const [call, open = '', close = '', between = ''] = WRITTEN[name]!;
  const calls = `{% if m.tool_calls %}{{ '${open}' }}{% for c in m.tool_calls %}{% set f = c.function %}${call}{{ '${between}' if not loop.last }}{% endfor %}{{ '${close}' }}{% endif %}`;
  return `${ARG}{% for t in tools or [] %}{{ t.function.name + ' ' }}{% endfor %}{% for m in messages %}<m>{{ m.role + ':' }}{{ m.content }}${calls}</s>{% endfor %}{% if add_generation_prompt %}<m>assistant:{% endif %}`;
}

const templateOf = (name: string) => createChatTemplate({ name, source: sourceOf(name), endTokens: ['</s>'] });

const NAMES = Object.keys(WRITTEN);

describe.each(NAMES)('a template that writes calls as %s', (name) => {
  it('is found by them, and its conversations go on from calls', async () => {
    const template = await templateOf(name);
    expect(innerFormat(template.toolCallFormat).unreadable).toBeUndefined();
    expect([template.toolCallFormat.name, template.showsTools]).toEqual([name, true]);
    const { shapes } = examineTemplate(template, await tokenizerFor(template));
    expect(shapes.filter(({ kind, shape }) => kind === 'impossible' && shape !== 'a call that does not parse')).toEqual(
      [],
    );
  });

  it('gives a call to its tool, and none that is quoted in the thinking, closed or not', async () => {
    const template = await templateOf(name);
    const tokenizer = await tokenizerFor(template);
    const call = template.toolCallFormat.write!('', [{ name: 'python', arguments: '{"code": "print(1)"}' }]);
    const tried = async (turn: string) => {
      const policy = createScriptedPolicy({ tokenizer, script: [turn, 'Done.'] });
      const options = { policy, tokenizer, maxTokens: 9000, seed: 1, chatTemplate: template, tools: [okTool()] };
      const [outcome] = await runRollouts([{ groupId: 'g', prompt, samples: 1 }], options);
      return completed(outcome).turns[0]!.toolCalls.map(({ arguments: args }) => args);
    };
    expect(await tried(call)).toEqual([{ code: 'print(1)' }]);
    expect(await tried(`<think>I could write ${call} here.</think>\nNo.`)).toEqual([]);
    expect(await tried(`<think>I could write ${call} here.`)).toEqual([]);
    expect(await tried(`[THINK]${call}[/THINK]${call}`)).toEqual([{ code: 'print(1)' }]);
  });
});

describe('a template that refuses a parameter that may be null', () => {
  it('is tried with others', async () => {
    const strict = `{% for t in tools or [] %}{% for p in t.function.parameters.properties.values() %}{% if p.type is not string %}{{ raise_exception('one type') }}{% endif %}{% endfor %}{% endfor %}`;
    const source = strict + sourceOf('kimi');
    const { toolCallFormat, showsTools } = await createChatTemplate({ source, endTokens: ['</s>'] });
    expect([toolCallFormat.name, showsTools]).toEqual(['kimi', true]);
  });
});

describe('a template that writes the ids of calls, and names the tool by them in answers', () => {
  const source = `{% for t in tools or [] %}{{ t.function.name }} {% endfor %}{% for m in messages %}<m>{{ m.role }}:{{ m.content }}{% if m.tool_calls %}<|tool_calls_section_begin|>{% for c in m.tool_calls %}<|tool_call_begin|>{{ c.id }}<|tool_call_argument_begin|>{{ c.function.arguments | tojson }}<|tool_call_end|>{% endfor %}<|tool_calls_section_end|>{% endif %}{% if m.tool_call_id %}## Return of {{ m.tool_call_id }}{% endif %}</s>{% endfor %}{% if add_generation_prompt %}<m>assistant:{% endif %}`;

  it('reads the id that was sampled, in the call and in its answer', async () => {
    const template = await createChatTemplate({ source, endTokens: ['</s>'] });
    expect(template.toolCallFormat.name).toBe('kimi');
    const tokenizer = await tokenizerFor(template);
    const call = (id: string) =>
      `<|tool_calls_section_begin|><|tool_call_begin|>functions.python:${id}<|tool_call_argument_begin|>{"code": "1"}<|tool_call_end|><|tool_calls_section_end|>`;
    const policy = createScriptedPolicy({ tokenizer, script: [call('0'), call('7'), 'Done.'] });
    const options = { policy, tokenizer, maxTokens: 9000, seed: 1, chatTemplate: template, tools: [okTool()] };
    const { tokens } = completed((await runRollouts([{ groupId: 'g', prompt, samples: 1 }], options))[0]);
    expect(tokens!.drift).toBeUndefined();
    const text = tokenizer.decode(tokens!.ids);
    expect(text.match(/Return of \S+?(?=<)/g)).toEqual([
      'Return of functions.python:0',
      'Return of functions.python:7',
    ]);
  });

  it('writes the ids of known conversations as the model does, counted through all turns', async () => {
    const template = await createChatTemplate({ source, endTokens: ['</s>'] });
    const tokenizer = await tokenizerFor(template);
    const turn = (id: string, name: string) =>
      [
        { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: {} }] },
        { role: 'tool', content: '42', toolCallId: id },
      ] as const;
    const messages = [
      { role: 'user', content: 'Q' },
      ...turn('x', 'f'),
      ...turn('y', 'g'),
      { role: 'assistant', content: 'A' },
    ] as const;
    const { tokens } = layOutConversation({ messages, tools: [] }, { template, tokenizer });
    const text = tokenizer.decode(tokens);
    for (const id of ['functions.f:0', 'functions.g:1']) {
      expect(text).toContain(`<|tool_call_begin|>${id}<|`);
      expect(text).toContain(`Return of ${id}<`);
    }
  });
});

describe.each(['lfm2', 'gemma4', 'glm', 'qwen3-coder', 'kimi', 'gigachat'] as const)('%s', (name) => {
  it('writes a float that is a whole number as one, wherever it stands', () => {
    const tools = [
      {
        name: 'f',
        description: '',
        parameters: {
          type: 'object',
          properties: { x: { type: 'number' }, y: { type: 'array' }, z: { type: 'object' } },
        },
      },
    ];
    const format = toolCallFormat(name);
    const written = format.write!('', [{ name: 'f', arguments: '{"x": 3.0, "y": [2.0, 1], "z": {"w": 5.0}}' }]);
    for (const float of ['3.0', '2.0', '5.0']) expect(written).toContain(float);
    const [call] = format.parse(written, tools).calls;
    expect(call).toMatchObject({ name: 'f', arguments: { x: 3, y: [2, 1], z: { w: 5 } } });
    expect(call).toMatchObject({ argumentsText: '{"x":3.0,"y":[2.0,1],"z":{"w":5.0}}' });
  });
});
