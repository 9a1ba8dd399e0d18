import { describe, expect, it } from 'vitest';
import { createChatTemplate } from '../../../src/rollout/index.js';
import { examineTemplate } from '../../../src/rollout/examine-template.js';
import { publishedTemplate, tokenizerFor } from './published-templates.js';

const find = async (name: string) => {
  const template = await publishedTemplate(name);
  const report = examineTemplate(template, await tokenizerFor(template));
  return {
    report,
    kinds: Object.fromEntries(report.shapes.map(({ shape, kind, drift }) => [shape, drift?.kind ?? kind])),
  };
};

describe('examineTemplate', () => {
  it.each(['qwen2.5', 'qwen3-instruct-2507', 'qwen3-coder', 'granite-4.0'])(
    'finds %s exact in every shape',
    async (name) => {
      const { kinds } = await find(name);
      expect(new Set(Object.values(kinds))).toEqual(new Set(['exact']));
    },
  );

  it("finds that Qwen3 drops an answer's thinking, and keeps that of a call", async () => {
    const { report, kinds } = await find('qwen3');
    expect(kinds['an answer after thinking, then a question']).toBe('turn');
    expect(kinds['thinking and a call, twice']).toBe('exact');
    expect(report.endTokens).toEqual([{ token: '<|im_end|>', id: expect.any(Number) as number }]);
    const { drift } = report.shapes.find(({ kind }) => kind === 'drift')!;
    expect(drift?.reason).toBe(
      'the template writes "42<|im_end|>\\n<|im_start|>user\\nSure?<|im_" for "<think>\\nSix sevens.\\n</think>\\n\\n42<|im_end"',
    );
  });

  it('begins turns inside the thinking where the template opens it', async () => {
    const { kinds } = await find('qwen3.5');
    expect([kinds['a call'], kinds['an answer, then a question']]).toEqual(['exact', 'past']);
  });

  it('finds that Phi-3.5 has no place for tools', async () => {
    const { kinds } = await find('phi-3.5');
    expect([kinds['a call'], kinds['an answer, then a question']]).toEqual(['refused', 'exact']);
  });

  it("says what is impossible in the template's words, and which end is no token", async () => {
    const source =
      "{% for m in messages %}{% if loop.index0 > 1 %}{{ raise_exception('one question') }}{% endif %}{{ m.content }}{% endfor %}";
    const template = await createChatTemplate({ source, endTokens: ['</end>'] });
    const { shapes, endTokens } = examineTemplate(template, await tokenizerFor(await publishedTemplate('qwen3')));
    expect(shapes.every(({ kind, reason }) => kind === 'impossible' && /one question/.test(reason!))).toBe(true);
    expect(endTokens).toEqual([{ token: '</end>', id: undefined }]);
  });
});
