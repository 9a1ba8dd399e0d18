import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Generation, Policy, Tokenizer } from '../../../../src/base/index.js';
import { runRollouts, type TemplateMessage } from '../../../../src/rollout/index.js';
import { completed, scriptedTool } from '../conversation.js';
import { PUBLISHED, publishedTemplate, tokenizerFor } from '../published-templates.js';

/** Conversations of a template; a long run has 6000 of each. */
const RUNS = Number(process.env['CONVERSATIONS'] ?? 25);

const CALLS = [
  '<tool_call>\n{"name": "python", "arguments": {"code": "print(42)"}}\n</tool_call>',
  '<tool_call>{"name":"python","arguments":{"code":"a\\nb"}}</tool_call>',
  '<tool_call>\nnot json\n</tool_call>',
  '<tool_call>\n<function=python>\n<parameter=code>\nprint(1)\n</parameter>\n</function>\n</tool_call>',
  '[TOOL_CALLS][{"name": "python", "arguments": {"code": "1"}, "id": "abcdefghi"}]',
  '[TOOL_CALLS]python[ARGS]{"code": "1"}',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>python\n```json\n{"code": "1"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>python<｜tool▁sep｜>{"code": "1"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
];
const FURTHER_CALLS = [
  ' to=functions.python<|channel|>commentary json<|message|>{"code": "1"}',
  '<tool_call>python\n<arg_key>code</arg_key>\n<arg_value>1</arg_value>\n</tool_call>',
  '<|tool_call|>[{"name": "python", "arguments": {"code": "1"}}]',
];
const TEXTS = [
  '<think>\nHm.\n</think>\n\n',
  '<think>',
  'So ',
  ' tool',
  '\n\n',
  '42',
  'é漢🎉',
  '  ',
  '<|im_start|>',
  '{',
];

const text = fc.array(fc.constantFrom(...TEXTS), { maxLength: 5 }).map((parts) => parts.join(''));
/** A turn, and after how many characters each it is cut before it is encoded: as no encoder would, as a policy may. */
const turn = fc.record({
  text: fc
    .tuple(text, fc.array(fc.constantFrom(...CALLS, ...FURTHER_CALLS), { maxLength: 2 }), text)
    .map((parts) => parts.flat().join('')),
  cut: fc.integer({ min: 1, max: 9 }),
});

function sample(
  { text, cut }: typeof turn extends fc.Arbitrary<infer T> ? T : never,
  tokenizer: Tokenizer,
  end: number,
) {
  const characters = [...text];
  const ids: number[] = [];
  for (let at = 0; at < characters.length; at += cut)
    ids.push(...tokenizer.encode(characters.slice(at, at + cut).join('')));
  return [...ids, end];
}

describe.each(PUBLISHED)('with the template of %s', async (name) => {
  const published = await publishedTemplate(name);
  // Whether a template tells of the tools is of no account here.
  const template = { ...published, showsTools: true };
  const tokenizer = await tokenizerFor(template);
  const end = tokenizer.tokenId(template.endTokens[0]!)!;

  it('no id that was sampled ever changes, and what is added is what the template writes', async () => {
    const conversation = fc.record({
      system: fc.boolean(),
      user: text,
      turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
      answer: fc.constantFrom('42', 'x\ny', 'a <|im_start|>', `b ${template.endTokens[0]} c`, '"q"'),
    });
    await fc.assert(
      fc.asyncProperty(conversation, async ({ system, user, turns, answer }) => {
        const contexts: Int32Array[] = [];
        const sampled: number[][] = [];
        const policy: Policy = {
          generate({ tokens }): Promise<Generation> {
            const ids = sample(turns[contexts.length % turns.length]!, tokenizer, end);
            contexts.push(tokens);
            sampled.push(ids);
            const finishReason = 'stop';
            return Promise.resolve({
              tokens: Int32Array.from(ids),
              logprobs: new Float32Array(ids.length),
              finishReason,
            });
          },
        };
        const prompt: TemplateMessage[] = [
          ...(system ? [{ role: 'system' as const, content: 'Be brief.' }] : []),
          { role: 'user', content: `Q${user}` },
        ];
        const [outcome] = await runRollouts([{ groupId: 'g', prompt: prompt, samples: 1 }], {
          policy,
          tokenizer,
          chatTemplate: template,
          tools: [scriptedTool(() => ({ kind: 'ok', text: answer }))],
          maxTurns: turns.length,
          maxTokens: 100_000,
          seed: 1,
        });
        const { tokens, turns: recorded } = completed(outcome);
        let at = contexts[0]!.length;
        contexts.forEach((context, i) => {
          expect([...context]).toEqual([...tokens!.ids.subarray(0, context.length)]);
          expect([...tokens!.ids.subarray(context.length, context.length + sampled[i]!.length)]).toEqual(sampled[i]);
          expect(tokens!.responseMask.subarray(context.length, context.length + sampled[i]!.length)).not.toContain(0);
          if (i > 0) expect(tokens!.responseMask.subarray(at, context.length)).not.toContain(1);
          at = context.length + sampled[i]!.length;
        });
        const answers = recorded.slice(0, -1).flatMap((turn) => turn.toolCalls.map((call) => call.response.text));
        const decoded = tokenizer.decode(tokens!.ids);
        for (const response of answers)
          expect(
            [response, response.trim(), JSON.stringify(response).slice(1, -1)].some((form) => decoded.includes(form)),
          ).toBe(true);
        // What others wrote ends no message.
        const read = tokens!.ids.filter((id, i) => id === end && tokens!.responseMask[i] === 0).length;
        const written = decoded.split(template.endTokens[0]!).length - 1;
        expect(read).toBeLessThanOrEqual(written);
      }),
      { numRuns: RUNS },
    );
  });
});
