import { describe, expect, it } from 'vitest';
import { createChatTemplate, runRollouts, toolCallFormat } from '../../../../src/rollout/index.js';
import { examineTemplate } from '../../../../src/rollout/examine-template.js';
import { innerFormat } from '../../../../src/rollout/tool-calls/internal/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { completed, okTool, prompt } from '../conversation.js';
import { tokenizerFor } from '../published-templates.js';

const TOOLS = "{% for tool in tools or [] %}{{ tool.function.name + ' ' }}{% endfor %}";
const written = (call: string) =>
  `${TOOLS}{% for m in messages %}{{ m.role + ': ' + m.content }}{% for c in m.tool_calls or [] %}{{ ${call} }}{% endfor %}</s>{% endfor %}{% if add_generation_prompt %}assistant: {% endif %}`;

const CASES = [
  {
    name: 'marks of nobody',
    source: written("'«' + c.function.name + '»' + c.function.arguments | tojson"),
    why: 'mine writes tool calls as "«probe_first»{\\"probe_text\\": \\"words\\"}", in a format other than ',
  },
  {
    name: 'half a format',
    source: written(
      `'<tool_call>\\n{"name": "' + c.function.name + '", "arguments": ' + (c.function.arguments | tojson).split('\\\\')[0] + '}\\n</tool_call>'`,
    ),
    why: 'and hermes does not read quotes and lines: set toolCallFormat to your own',
  },
  {
    name: 'tools, and never a call',
    source: `${TOOLS}{% for m in messages %}{{ m.role + ': ' + m.content }}</s>{% endfor %}`,
    why: 'mine shows tools, but the format of its tool calls is not known (',
  },
];

describe.each(CASES)('a template with $name', ({ source, why }) => {
  const setUp = async () => {
    const template = await createChatTemplate({ name: 'mine', source, endTokens: ['</s>'] });
    const tokenizer = await tokenizerFor(template);
    const policy = createScriptedPolicy({ tokenizer, script: ['It is 42.'] });
    return { template, tokenizer, options: { policy, tokenizer, maxTokens: 5000, seed: 1, chatTemplate: template } };
  };
  const tasks = [{ groupId: 'g', prompt, samples: 1 }];

  it('is refused with tools before any work, and the refusal says what helps', async () => {
    const { options } = await setUp();
    const run = runRollouts(tasks, { ...options, tools: [okTool()] });
    await expect(run).rejects.toThrow(RangeError);
    await expect(run).rejects.toThrow(
      /^options\.chatTemplate\.toolCallFormat: expected a format.*\(\{ name, parse \}\)$/,
    );
    await expect(run).rejects.toThrow(why);
  });

  it("is taken without tools, and with a format of the caller's own", async () => {
    const { template, options } = await setUp();
    const [plain] = await runRollouts(tasks, options);
    expect(completed(plain).turns).toMatchObject([{ text: 'It is 42.' }]);
    const chatTemplate = { ...template, toolCallFormat: { ...toolCallFormat('hermes'), name: 'mine' } };
    const [own] = await runRollouts(tasks, { ...options, chatTemplate, tools: [okTool()] });
    expect(completed(own).finishReason).toBe('stop');
  });

  it('is said to be impossible by the examination, with the same words', async () => {
    const { template, tokenizer } = await setUp();
    const { shapes } = examineTemplate(template, tokenizer);
    const finding = shapes.find(({ shape }) => shape === 'a call');
    expect([finding?.kind, finding?.reason]).toEqual(['impossible', innerFormat(template.toolCallFormat).unreadable]);
  });
});
