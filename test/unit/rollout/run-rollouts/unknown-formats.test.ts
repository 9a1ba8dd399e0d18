import { describe, expect, it } from 'vitest';
import { examineTemplate, runRollouts, toolCallFormat } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { completed, okTool, prompt } from '../conversation.js';
import { publishedTemplate, tokenizerFor } from '../published-templates.js';

describe.each(['gpt-oss', 'glm-4.6', 'granite-3.3'])(
  '%s, whose tool calls are of no format that is read here',
  (name) => {
    const why = `${name} writes tool calls in a format that is none of hermes, llama3-json, mistral, deepseek, qwen3-coder: give one of your own ({ name, parse })`;
    const setUp = async () => {
      const template = await publishedTemplate(name);
      const tokenizer = await tokenizerFor(template);
      const policy = createScriptedPolicy({ tokenizer, script: ['It is 42.'] });
      const options = { policy, tokenizer, maxTokens: 5000, seed: 1 };
      return { template, tokenizer, options, tasks: [{ groupId: 'g', prompt, samples: 1 }] };
    };

    it('is refused with tools before any work, and the refusal says what helps', async () => {
      const { template, options, tasks } = await setUp();
      await expect(runRollouts(tasks, { ...options, chatTemplate: template, tools: [okTool()] })).rejects.toThrow(
        new RangeError(`options.chatTemplate.toolCallFormat: expected one, for there are tools, got none: ${why}`),
      );
    });

    it("is taken without tools, and with a format of the caller's own", async () => {
      const { template, options, tasks } = await setUp();
      const [plain] = await runRollouts(tasks, { ...options, chatTemplate: template });
      expect(completed(plain).turns).toMatchObject([{ text: 'It is 42.' }]);
      const chatTemplate = { ...template, toolCallFormat: { ...toolCallFormat('hermes'), name: 'mine' } };
      const [own] = await runRollouts(tasks, { ...options, chatTemplate, tools: [okTool()] });
      expect(completed(own).finishReason).toBe('stop');
    });

    it('is said to be impossible by the examination, with the same words', async () => {
      const { template, tokenizer } = await setUp();
      const { shapes } = examineTemplate(template, tokenizer);
      expect(shapes.find(({ shape }) => shape === 'a call')).toEqual({
        shape: 'a call',
        kind: 'impossible',
        reason: why,
      });
    });
  },
);
