import { describe, expect, it } from 'vitest';
import { createChatTemplate, runRollouts } from '../../../../../../src/rollout/index.js';
import { layOutConversation } from '../../../../../../src/rollout/lay-out-conversation.js';
import { createScriptedPolicy } from '../../../../../../src/testing/scripted-policy.js';
import { okTool, prompt, tokenizer } from '../../../conversation.js';

const TOOLS = '{% for tool in tools or [] %}{{ tool.function.name }}{% endfor %}';
const CALLS =
  '{% for c in m.tool_calls or [] %}<tool_call>\n{"name": "{{ c.function.name }}", "arguments": {{ c.function.arguments | tojson }}}\n</tool_call>{% endfor %}';
const source = (kept: string) =>
  `${TOOLS}{% for m in messages %}{% if ${kept} %}{{ m.role + ': ' + m.content }}{% endif %}${CALLS}<|im_end|>{% endfor %}`;

const CASES = [
  ["the user's message", "m.role != 'user'"],
  ["the assistant's text", "m.role != 'assistant'"],
  ["the tools' results", "m.role != 'tool'"],
] as const;

const run = async (kept: string, withTools: boolean) => {
  const chatTemplate = await createChatTemplate({ name: 'mine', source: source(kept), endTokens: ['<|im_end|>'] });
  return runRollouts([{ groupId: 'g', prompt, samples: 1 }], {
    policy: createScriptedPolicy({ tokenizer, script: ['It is 42.'] }),
    tokenizer,
    chatTemplate,
    maxTokens: 500,
    seed: 1,
    ...(withTools ? { tools: [okTool()] } : {}),
  });
};

describe('a template that leaves out what is said', () => {
  it.each(CASES)('is refused by name before any work: %s', async (what, kept) => {
    const refusal = `options.chatTemplate: expected a template that renders the whole conversation, got mine, which leaves out ${what}`;
    await expect(run(kept, true)).rejects.toThrow(new RangeError(refusal));
  });

  it('is refused for fine-tuning too', async () => {
    for (const [what, kept] of CASES) {
      const template = await createChatTemplate({ name: 'mine', source: source(kept), endTokens: ['<|im_end|>'] });
      const messages = [
        { role: 'user', content: 'Q' },
        { role: 'assistant', content: '', toolCalls: [{ id: '', name: 'python', arguments: {} }] },
        { role: 'tool', content: '42' },
        { role: 'assistant', content: 'A' },
      ] as const;
      const tools = [okTool()];
      expect(() => layOutConversation({ messages, tools }, { template, tokenizer })).toThrow(
        `mine: the chat template leaves out ${what}`,
      );
    }
  });

  it('is taken where nothing is said of that kind', async () => {
    const [outcome] = await run("m.role != 'tool'", false);
    expect(outcome?.kind).toBe('completed');
    const [whole] = await run('true', true);
    expect(whole?.kind).toBe('completed');
  });
});
