import { describe, expect, it } from 'vitest';
import { read, refusalOf, TOOLS } from './responses-answers.js';

const toolsOf = (tools: unknown, tool_choice?: unknown) => read({ input: '', tools, tool_choice }).request;
const names = (tool_choice?: unknown) => toolsOf(TOOLS, tool_choice).tools.map(({ name }) => name);

describe('the tools of a response', () => {
  it('are functions, functions of a namespace under its name, and tools with free text as functions of one text', () => {
    const { tools } = toolsOf([
      { type: 'function', name: 'f', description: 'Does.', parameters: { type: 'object' }, strict: true },
      { type: 'function', name: 'g', description: null, parameters: null },
      { type: 'namespace', name: 'team', description: 'A team.', tools: [{ type: 'function', name: 'spawn' }] },
      { type: 'custom', name: 'patch', format: { type: 'grammar', syntax: 'lark', definition: 'start: "a"' } },
    ]);
    expect(tools).toEqual([
      { name: 'f', description: 'Does.', parameters: { type: 'object' } },
      { name: 'g', description: '', parameters: {} },
      { name: 'team__spawn', description: '', parameters: {} },
      {
        name: 'patch',
        description: '\n\nThe input follows this grammar (lark):\nstart: "a"',
        parameters: {
          type: 'object',
          properties: { input: { type: 'string' } },
          required: ['input'],
          additionalProperties: false,
        },
      },
    ]);
  });

  it('are left out and counted where Codex sends them on its own', () => {
    const { tools, ignored } = toolsOf([{ type: 'web_search', external_web_access: false }, TOOLS[0]]);
    expect(tools.map(({ name }) => name)).toEqual(['f']);
    expect(ignored).toEqual(['web_search']);
  });

  it.each(['file_search', 'code_interpreter', 'mcp', 'computer_use_preview', 'local_shell', 'shell', 'apply_patch'])(
    'are refused where only the service of OpenAI runs them: %s',
    (type) => {
      expect(refusalOf({ input: '', tools: [{ type }] })).toMatchObject({
        message: `tools[0].type: tools of type "${type}" are not supported`,
      });
    },
  );

  it.each([
    [{}, 'tools'],
    [['f'], 'tools[0]'],
    [[{ type: 'function' }], 'tools[0].name'],
    [[{ type: 'function', name: 'f', parameters: [] }], 'tools[0].parameters'],
    [[{ type: 'namespace', name: 'n', tools: {} }], 'tools[0].tools'],
    [[{ type: 'namespace', name: 'n', tools: [{ type: 'function' }] }], 'tools[0].tools[0].name'],
    [
      [{ type: 'namespace', name: 'n', tools: [{ type: 'namespace', name: 'm', tools: [] }] }],
      'tools[0].tools[0].type',
    ],
    [[{ type: 'custom', name: 'c', format: { type: 'grammar', syntax: 'lark' } }], 'tools[0].format.definition'],
  ])('are refused by the name of what is wrong: %j', (tools, param) => {
    expect(refusalOf({ input: '', tools })).toMatchObject({ code: 'invalid-request', param });
  });
});

describe('the choice of a tool', () => {
  it('is the model’s, forced, or nobody’s', () => {
    expect(names()).toEqual(['f', 'team__spawn', 'patch']);
    expect(names('none')).toEqual([]);
    const demand = (choice: unknown) => toolsOf(TOOLS, choice).demands.toolChoice;
    expect(demand('auto')).toBeUndefined();
    expect(demand('required')).toBe('required');
    expect(demand({ type: 'function', name: 'f' })).toEqual({ name: 'f' });
    expect(demand({ type: 'custom', name: 'patch' })).toEqual({ name: 'patch' });
    expect(demand({ type: 'function', name: 'spawn', namespace: 'team' })).toEqual({ name: 'team__spawn' });
  });

  it('shows the model the tools that are allowed', () => {
    const allowed = (mode: string) => ({
      type: 'allowed_tools',
      mode,
      tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }],
    });
    expect(names(allowed('auto'))).toEqual(['f']);
    expect(toolsOf(TOOLS, allowed('required')).demands.toolChoice).toBe('required');
  });

  it.each([
    ['sometimes', 'tool_choice'],
    [{ type: 'function', name: 'unknown' }, 'tool_choice'],
    [{ type: 'web_search' }, 'tool_choice'],
    [{ type: 'allowed_tools', mode: 'all', tools: [] }, 'tool_choice.mode'],
    [{ type: 'allowed_tools', mode: 'auto' }, 'tool_choice.tools'],
    [{ type: 'function' }, 'tool_choice.name'],
  ])('is refused by the name of what is wrong: %j', (tool_choice, param) => {
    expect(refusalOf({ input: '', tools: TOOLS, tool_choice })).toMatchObject({ code: 'invalid-request', param });
  });

  it('is refused where it forces and there is no tool', () => {
    expect(refusalOf({ input: '', tool_choice: 'required' })).toMatchObject({ param: 'tool_choice' });
  });
});
