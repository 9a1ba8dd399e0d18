import { describe, expect, it, vi } from 'vitest';
import { ModelFileError } from '../../../../src/base/index.js';
import { createChatTemplate } from '../../../../src/rollout/index.js';
import type { ChatTemplateOptions } from '../../../../src/rollout/chat-template/chat-template.js';

const user = { role: 'user', content: 'Hi' } as const;

async function render(source: string, options: Partial<ChatTemplateOptions> = {}): Promise<string> {
  const template = await createChatTemplate({ source, endTokens: ['</s>'], toolsDescribedBy: 'caller', ...options });
  return template.render([user], { addGenerationPrompt: true });
}

describe('createChatTemplate', () => {
  it('gives the template its messages, special tokens and variables', async () => {
    const source =
      '{{ bos_token }}{% for m in messages %}{{ m.role }}: {{ m.content }}{{ eos_token }}{% endfor %}{% if add_generation_prompt %}{{ mood }}{% endif %}';
    const specialTokens = { bos_token: '<s>', eos_token: '</s>' };
    expect(await render(source, { specialTokens, variables: { mood: 'gay' } })).toBe('<s>user: Hi</s>gay');
  });

  it('tells it of tools and calls as transformers does', async () => {
    const source = '{{ tools | tojson }}{% for m in messages %}{{ m | tojson }}{% endfor %}';
    const template = await createChatTemplate({ source, endTokens: ['</s>'] });
    const tools = [{ name: 'python', description: 'Runs.', parameters: { type: 'object' } }];
    const call = { id: '1', name: 'python', arguments: { code: '1' } };
    const text = template.render(
      [
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', content: '1', toolCallId: '1', name: 'python' },
      ],
      { tools },
    );
    expect(text).toBe(
      '[{"type": "function", "function": {"name": "python", "description": "Runs.", "parameters": {"type": "object"}}}]' +
        '{"role": "assistant", "content": "", "tool_calls": [{"id": "1", "type": "function", "function": {"name": "python", "arguments": {"code": "1"}}}]}' +
        '{"role": "tool", "content": "1", "tool_call_id": "1", "name": "python"}',
    );
  });

  it('has no tools where there are none', async () => {
    expect(await render('{{ tools is none }}')).toBe('True');
  });

  it('keeps to one time, however long it lives', async () => {
    const now = new Date(2026, 0, 5, 15, 7, 9);
    const source = "{{ strftime_now('%d %b %Y, %A %B %H:%M:%S %I%p %y-%m %a %% %q') }}";
    expect(await render(source, { now })).toBe('05 Jan 2026, Monday January 15:07:09 03PM 26-01 Mon % %q');
    expect(await render('{{ strftime_now is defined }}')).toBe('True');
  });

  it('strips the characters that a template names, as Python does, and no others', async () => {
    const source =
      "{% set t = '\\n  a \\n' %}[{{ t.strip('\\n') }}][{{ t.lstrip('\\n') }}][{{ t.rstrip('\\n') }}][{{ t.strip() }}]";
    expect(await render(source)).toBe('[  a ][  a \n][\n  a ][a]');
    expect(await render("[{{ 'aaa'.strip('a') }}]")).toBe('[]');
  });

  it.each([
    ['a loop that is long', '{% for i in range(1000000000) %}a{% endfor %}'],
    ['loops in loops', '{% for i in range(2000) %}{% for j in range(2000) %}{% endfor %}{% endfor %}'],
    [
      'a macro that calls itself twice',
      '{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}',
    ],
    ['a range of steps of nothing', '{% for i in range(0, 1, 0) %}{% endfor %}'],
    ['a range under another name', '{% set r = range %}{% for i in r(1000000000) %}{% endfor %}'],
    [
      'a loop whose condition never holds',
      '{% for i in range(5000) %}{% for j in range(5000) if false %}{% endfor %}{% endfor %}',
    ],
    ['a text that doubles', `{% set a = 'xxxx' %}${'{% set a = a ~ a %}'.repeat(40)}{{ a }}`],
    [
      'a list that is written whole where it stands twice',
      `{% set a = [1] %}${'{% set a = [a, a] %}'.repeat(40)}{{ a }}`,
    ],
    [
      'a text that is put between all characters',
      `{% set a = 'xxxx' %}${'{% set a = a ~ a %}'.repeat(16)}{% set f = a.replace %}{{ f('', a) }}`,
    ],
  ])('refuses a template that comes to no end: %s', async (_name, source) => {
    await expect(render(source)).rejects.toThrow(
      new ModelFileError(
        'chat_template: the chat template refuses the conversation: it takes more than 3 million steps',
      ),
    );
  });

  it('gives a long conversation more steps than a short one', async () => {
    const template = await createChatTemplate({
      source: '{% for m in messages %}{% for n in messages %}{{ n.content }}{% endfor %}{% endfor %}',
      endTokens: ['</s>'],
    });
    const turns = (length: number) =>
      Array.from({ length: 40 }, () => ({ role: 'user', content: 'x'.repeat(length) }) as const);
    expect(template.render(turns(25_000)).length).toBe(40_000_000);
    const many = Array.from({ length: 1000 }, () => user);
    expect(() => template.render(many)).toThrow(/it takes more than 5 million steps/);
  });

  it('counts rounds that are left by continue as it counts the others', async () => {
    const template = await createChatTemplate({
      source: '{% for m in messages %}{% if m.role == "x" %}{% continue %}{% endif %}{{ m.content }}{% endfor %}',
      endTokens: ['</s>'],
    });
    const skipped = Array.from({ length: 20_000 }, () => ({ role: 'x' as 'user', content: 'a' }));
    expect(template.render([...skipped, user])).toBe(user.content);
  });

  it('shows the beginning of what a template says, on one line', async () => {
    const refused = render("{{ raise_exception('\\x1b[2J\\n') }}").catch((error: unknown) => error);
    expect(String(await refused)).not.toMatch(/\p{Cc}/u);
    const long = render(`{{ raise_exception('${'no '.repeat(1000)}') }}`).catch((error: unknown) => error);
    expect(String(await long).length).toBeLessThan(700);
  });

  it('refuses a source that no reader gets through', async () => {
    await expect(render(`${' '.repeat(2000)}x`)).rejects.toThrow(
      /cannot be read: expected at most 1000 blanks in a row/,
    );
    await expect(render('x'.repeat(2_000_000))).rejects.toThrow(/cannot be read: expected at most 1048576 characters/);
  });

  it('counts as Python does', async () => {
    const each = (range: string) => render(`{% for i in ${range} %}{{ i }},{% endfor %}`);
    expect(await each('range(3)')).toBe('0,1,2,');
    expect(await each('range(2, 5)')).toBe('2,3,4,');
    expect(await each('range(5, 0, -2)')).toBe('5,3,1,');
    expect(await each('range(messages|length - 1, -1, -1)')).toBe('0,');
    expect(await each('range(3, 1)')).toBe('');
    expect(await render('{% set m = {"range": 7} %}{{ m.range }}')).toBe('7');
  });

  it('tries a template once, however often it renders', async () => {
    const now = new Date(2026, 0, 5);
    const year = vi.spyOn(now, 'getFullYear');
    const template = await createChatTemplate({
      source: "{{ strftime_now('%Y') }}{% for m in messages %}{{ m.content }}{% endfor %}",
      endTokens: ['</s>'],
      toolsDescribedBy: 'system',
      now,
    });
    year.mockClear();
    const tools = [{ name: 'python', description: 'Runs.', parameters: { type: 'object' } }];
    for (let i = 0; i < 3; i++) expect(template.render([user], { tools })).toContain('python');
    expect(year).toHaveBeenCalledTimes(3);
  });

  it("passes on the template's own refusal", async () => {
    const refused = render("{{ raise_exception('roles must alternate') }}", { name: 'qwen' });
    await expect(refused).rejects.toThrow(
      new ModelFileError('qwen: the chat template refuses the conversation: roles must alternate'),
    );
  });

  it('refuses what cannot be read, and an object that is written as a text', async () => {
    await expect(render('{% for')).rejects.toThrow(/^chat_template: the chat template cannot be read: /);
    await expect(render("{{ 'a' + messages[0] }}")).rejects.toThrow(/an object in place of a text/);
  });

  it('finds the format of tool calls in the text, for a template that writes none', async () => {
    const formats = await Promise.all(
      [
        '{{ "<tool_call>" }}',
        '{{ "<tool_call><function=" }}',
        '{{ "[TOOL_CALLS]" }}',
        '{{ "<|python_tag|>" }}',
        '{{ "<｜tool▁call▁begin｜>" }}',
        '',
      ].map((source) => createChatTemplate({ source, endTokens: ['</s>'] })),
    );
    expect(formats.map(({ toolCallFormat }) => toolCallFormat.name)).toEqual([
      'hermes',
      'qwen3-coder',
      'mistral',
      'llama3-json',
      'deepseek',
      'hermes',
    ]);
    const named = await createChatTemplate({ source: '', endTokens: ['</s>'], toolCallFormat: 'mistral' });
    expect(named.toolCallFormat.name).toBe('mistral');
  });

  it('refuses bad options, naming them', async () => {
    await expect(createChatTemplate({ source: 'x', endTokens: [] })).rejects.toThrow(/^options\.endTokens: /);
    await expect(createChatTemplate({ source: 1 as never, endTokens: ['a'] })).rejects.toThrow(/^options\.source: /);
    await expect(createChatTemplate({ source: '', endTokens: ['a'], toolCallFormat: 'xml' })).rejects.toThrow(
      /^toolCallFormat: expected one of hermes, /,
    );
  });
});
