import { dynamicTool, jsonSchema, tool } from 'ai';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { aiTools, runRollouts } from '../../../../src/rollout/index.js';
import type { AiTool } from '../../../../src/rollout/tools/ai-tools.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, prompt, tokenizer } from '../conversation.js';

const context = { sessionId: 's' };
const inputSchema = z.object({});

/** What one tool answers to a call without arguments. */
async function answer(made: AiTool, args = {}) {
  const [converted] = await aiTools({ made });
  return converted!.execute(args, context);
}

describe('aiTools', () => {
  it('runs tools of the SDK in a rollout as they are', async () => {
    const tools = await aiTools({
      weather: tool({
        description: 'The weather of a city.',
        inputSchema: z.object({ city: z.string(), unit: z.enum(['C', 'F']).default('C') }),
        execute: ({ city, unit }) => ({ city, temperature: 20, unit }),
      }),
      photo: tool({
        description: 'A picture.',
        inputSchema: jsonSchema<{ of: string }>({
          type: 'object',
          properties: { of: { type: 'string' } },
          required: ['of'],
        }),
        execute: () => 'iVBORw0KGgo=',
        toModelOutput: ({ output }) => ({
          type: 'content',
          value: [
            { type: 'text', text: 'here:' },
            { type: 'image-data', data: output, mediaType: 'image/png' },
          ],
        }),
      }),
      broken: dynamicTool({
        description: 'Fails.',
        inputSchema,
        execute: () => Promise.reject(new Error('no luck')),
      }),
    });
    const script = [
      callText('weather', { city: 'Oslo' }),
      callText('weather', { town: 'Oslo' }),
      callText('photo', { of: 'a cat' }),
      callText('broken', {}),
      'done',
    ];
    const policy = createScriptedPolicy({ tokenizer, script });
    const outcomes = await runRollouts([{ groupId: 'g', prompt, samples: 1 }], {
      ...{ policy, tokenizer, tools, maxTokens: 5000, seed: 1 },
    });
    const { turns, finishReason } = completed(outcomes[0]);
    expect(
      turns.flatMap(({ toolCalls }) => toolCalls.map(({ response }) => [response.text, response.isError])),
    ).toEqual([
      ['{"city":"Oslo","temperature":20,"unit":"C"}', false],
      ['ToolCallError: arguments.city is missing.', true],
      ['here:\n[image: image/png, 8 bytes]', false],
      ['Error: no luck', true],
    ]);
    expect(finishReason).toBe('stop');
  });

  it('tells a call its signal, an id and the context, and takes the last value of an iterator', async () => {
    const controller = new AbortController();
    const [converted] = await aiTools(
      {
        counting: tool({
          inputSchema,
          async *execute(_, { abortSignal, toolCallId, messages, experimental_context }) {
            yield 'working';
            await Promise.resolve();
            yield [abortSignal === controller.signal, toolCallId.length > 0, messages, experimental_context];
          },
        }),
      },
      { context: { user: 7 } },
    );
    expect(await converted!.execute({}, { ...context, signal: controller.signal })).toEqual({
      kind: 'ok',
      text: '[true,true,[],{"user":7}]',
    });
  });

  it("ends with its caller's reason when aborted, however long the tool goes on", async () => {
    const execute = (): Promise<string> => new Promise(() => undefined);
    const [converted] = await aiTools({ slow: tool({ inputSchema, execute }) });
    const controller = new AbortController();
    const waiting = converted!.execute({}, { ...context, signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(converted!.execute({}, { ...context, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('answers with an error whatever is thrown', async () => {
    const thrown = [10n, Object.create(null)] as Error[];
    const answers = await Promise.all(
      thrown.map((value) => answer({ inputSchema, execute: () => Promise.reject(value) })),
    );
    expect(answers).toEqual([
      { kind: 'error', text: 'Error: 10' },
      { kind: 'error', text: 'Error: {}' },
    ]);
  });

  it.each([
    ['text', { type: 'text', value: 'a' }, { kind: 'ok', text: 'a' }],
    ['json', { type: 'json', value: { a: 1 } }, { kind: 'ok', text: '{"a":1}' }],
    ['error-text', { type: 'error-text', value: 'a' }, { kind: 'error', text: 'a' }],
    ['error-json', { type: 'error-json', value: [1] }, { kind: 'error', text: '[1]' }],
    ['execution-denied', { type: 'execution-denied', reason: 'no' }, { kind: 'error', text: 'ToolCallError: no' }],
    [
      'nothing known',
      { type: 'hologram' },
      { kind: 'error', text: 'TypeError: toModelOutput: expected an output of the AI SDK, got one of type hologram' },
    ],
  ])('reads an output of type %s', async (_, output, expected) => {
    expect(await answer({ inputSchema, execute: () => 1, toModelOutput: () => output })).toEqual(expected);
  });

  it('makes no call that a person must approve', async () => {
    const denied = { kind: 'error', text: "ToolCallError: this call needs a person's approval." };
    const schema = z.object({ sum: z.number().default(5) });
    const made = (needsApproval: unknown) => ({ inputSchema: schema, execute: () => 'paid', needsApproval });
    expect(await answer(made(true))).toEqual(denied);
    const above = ({ sum }: { readonly sum: number }) => sum > 10;
    expect(await answer(made(above))).toEqual({ kind: 'ok', text: 'paid' });
    expect(await answer(made(above), { sum: 11 })).toEqual(denied);
  });

  it("answers what the SDK's own check refuses", async () => {
    const even = jsonSchema(
      { type: 'object' },
      { validate: () => ({ success: false, error: new Error('expected an even number') }) },
    );
    expect(await answer({ inputSchema: even, execute: () => 1 })).toEqual({
      kind: 'error',
      text: 'ToolCallError: expected an even number',
    });
  });

  it.each([
    ['no tool', 3, 'tools.made: expected object, got 3'],
    ['one that runs elsewhere', { inputSchema }, 'tools.made.execute: expected function, got undefined'],
    [
      'no schema',
      { inputSchema: { type: 'object' }, execute: () => 1 },
      'tools.made.inputSchema: expected a Standard Schema or a schema of the AI SDK',
    ],
  ])('refuses %s', async (_, made, message) => {
    await expect(aiTools({ made: made as AiTool })).rejects.toThrow(message);
  });
});
