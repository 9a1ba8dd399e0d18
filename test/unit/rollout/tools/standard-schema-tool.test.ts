import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SandboxError } from '../../../../src/base/index.js';
import { runRollouts, standardSchemaTool } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { callText, completed, prompt, tokenizer } from '../conversation.js';

const context = { sessionId: 's' };
const named = { name: 'add', description: 'Adds.' };

describe('standardSchemaTool', () => {
  const zod = standardSchemaTool({
    ...named,
    schema: z.object({ a: z.number(), b: z.number().default(1) }),
    execute: ({ a, b }) => a + b,
  });
  const valibot = standardSchemaTool({
    ...named,
    schema: toStandardJsonSchema(v.object({ a: v.number(), b: v.optional(v.number(), 1) })),
    execute: ({ a, b }) => a + b,
  });
  const arktype = standardSchemaTool({
    ...named,
    schema: type({ a: 'number', b: 'number = 1' }),
    execute: ({ a, b }) => a + b,
  });

  it.each([
    ['zod', zod],
    ['valibot', valibot],
    ['arktype', arktype],
  ])('runs a tool described by %s in a rollout: parameters, defaults and what does not match', async (_, tool) => {
    const script = [callText('add', { a: 41 }), callText('add', { a: '41' }), callText('add', {}), 'done'];
    const policy = createScriptedPolicy({ tokenizer, script });
    const outcomes = await runRollouts([{ groupId: 'g', prompt, samples: 1 }], {
      ...{ policy, tokenizer, tools: [tool], maxTokens: 5000, seed: 1 },
    });
    const calls = completed(outcomes[0]).turns.flatMap(({ toolCalls }) => toolCalls);
    expect(calls.map(({ response }) => [response.text, response.isError])).toEqual([
      ['42', false],
      ['ToolCallError: arguments.a: expected number.', true],
      ['ToolCallError: arguments.a is missing.', true],
    ]);
  });

  it('answers what the JSON schema cannot say with what the schema says', async () => {
    const tool = standardSchemaTool({
      ...named,
      schema: z.object({ of: z.array(z.string().refine((text) => text === text.toUpperCase(), 'expected capitals')) }),
      execute: () => 'never',
    });
    expect(await tool.execute({ of: ['A', 'b'] }, context)).toEqual({
      kind: 'error',
      text: 'ToolCallError: arguments.of.1: expected capitals',
    });
  });

  it('takes what a function throws for the tool\u2019s error, and an ExternalError for the machine\u2019s failure', async () => {
    const throwing = (error: unknown) =>
      standardSchemaTool({
        ...named,
        schema: z.object({}),
        execute: () => {
          throw error;
        },
      });
    expect(await throwing(new RangeError('too far')).execute({}, context)).toEqual({
      kind: 'error',
      text: 'RangeError: too far',
    });
    expect(await throwing('a text').execute({}, context)).toEqual({ kind: 'error', text: 'Error: a text' });
    await expect(throwing(new SandboxError('down')).execute({}, context)).rejects.toThrow('down');
  });

  it('answers a result that JSON cannot hold with an error', async () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const result of [circle, 1n]) {
      const tool = standardSchemaTool({ ...named, schema: z.object({}), execute: () => result });
      expect((await tool.execute({}, context)).kind).toBe('error');
    }
  });

  it('takes the JSON schema from the caller where the library writes none, and says so where there is none', () => {
    const schema = v.object({ a: v.number() });
    const parameters = { type: 'object', properties: { a: { type: 'number' } } };
    expect(standardSchemaTool({ ...named, schema, parameters, execute: () => 1 }).parameters).toBe(parameters);
    expect(() => standardSchemaTool({ ...named, schema, execute: () => 1 })).toThrow(
      'options.schema: expected a schema that can be written as a JSON schema, got one of valibot: give the JSON schema as parameters',
    );
    expect(() => standardSchemaTool({ ...named, schema: z.object({ at: z.date() }), execute: () => 1 })).toThrow(
      'options.schema: cannot be written as a JSON schema (Date cannot be represented in JSON Schema): give it as parameters',
    );
    expect(() => standardSchemaTool({ ...named, schema: {} as never, execute: () => 1 })).toThrow(
      'options.schema: expected a Standard Schema',
    );
  });
});
