import { describe, expect, it } from 'vitest';
import { createChatTemplate, runRollouts } from '../../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../../src/testing/scripted-policy.js';
import { completed, okTool, prompt } from '../../conversation.js';
import { tokenizerFor } from '../../published-templates.js';

const SILENT =
  '{% for m in messages %}<m>{{ m.role }}:{{ m.content }}</s>{% endfor %}{% if add_generation_prompt %}<m>assistant:{% endif %}';
const NO_SYSTEM = `{% if messages[0].role == 'system' %}{{ raise_exception('no system') }}{% endif %}${SILENT}`;

async function run(source: string, toolsDescribedBy?: 'system' | 'caller') {
  const chatTemplate = await createChatTemplate({ name: 'mine', source, endTokens: ['</s>'], toolsDescribedBy });
  const tokenizer = await tokenizerFor(chatTemplate);
  const policy = createScriptedPolicy({ tokenizer, script: ['Done.'] });
  const options = { policy, tokenizer, maxTokens: 5000, seed: 1, chatTemplate, tools: [okTool()] };
  const { tokens } = completed((await runRollouts([{ groupId: 'g', prompt, samples: 1 }], options))[0]);
  return tokenizer.decode(tokens!.ids);
}

describe('a template that leaves the tools out', () => {
  it('is refused in a run with tools, before any work, and the refusal says what helps', async () => {
    await expect(run(SILENT)).rejects.toThrow(
      /^options\.chatTemplate: expected a template that shows the tools, got mine, which leaves them out:.*'system'.*'caller'/,
    );
  });

  it('and so is one that refuses them, in its own words, and tools that it refuses', async () => {
    const refusing = `{% if tools %}{{ raise_exception('no tools here') }}{% endif %}${SILENT}`;
    await expect(run(refusing)).rejects.toThrow(
      /^options\.tools: expected tools that the chat template accepts, got its error: mine: .*: no tools here$/,
    );
    const picky = `{# <tool_call> #}{% for t in tools or [] %}{{ t.function.name }}{% if t.function.name == 'python' %}{{ raise_exception('no Python') }}{% endif %}{% endfor %}${SILENT}`;
    await expect(run(picky)).rejects.toThrow(/got its error: mine: .*: no Python$/);
  });

  it("has them described in the system's message where that is asked for", async () => {
    const text = await run(SILENT, 'system');
    expect(text).toMatch(/^<m>system:.*"name":"python".*<tool_call>.*<\/s><m>user:/s);
  });

  it("has them described in the user's first message where it takes no system's", async () => {
    expect(await run(NO_SYSTEM, 'system')).toMatch(/^<m>user:# Tools.*"name":"python".*<m>assistant:/s);
  });

  it('is taken as it is where the caller describes them', async () => {
    expect(await run(SILENT, 'caller')).not.toContain('# Tools');
  });
});
