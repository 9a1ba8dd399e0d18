import { afterAll, describe, expect, it } from 'vitest';
import { createCalculatorTool, createVocabularyTokenizer, runRollouts } from 'rstar2-agent/rollout';
import { createScriptedPolicy } from 'rstar2-agent/testing';
import { runNode } from './node-process.js';

const calculator = await createCalculatorTool({ timeoutMs: 1500 });
afterAll(() => calculator.close());
const evaluate = (expression: string) => calculator.execute({ expression }, { sessionId: 's' });

describe('createCalculatorTool of the built package', { timeout: 60_000 }, () => {
  it.each([
    ['deep nesting', '('.repeat(4000) + '1' + ')'.repeat(4000)],
    ['deeper nesting than is read', '('.repeat(100_000) + '1' + ')'.repeat(100_000)],
    ['a megabyte', '1+'.repeat(500_000) + '1'],
    ['a huge matrix', 'zeros(100000, 100000)'],
    ['a huge range', '1:1e12'],
    ['a constructor', 'cos.constructor("return process")()'],
    ['recursion', 'f(x) = f(x); f(1)'],
    [
      'an outer product without end',
      `x = [${'1:9999'}]; y = transpose([x]); a = y * [x]; b = a + a; c = b .* a; sum(c)`,
    ],
    ['a count without end', 'bellNumbers(5000)'],
    ['broadcasting without end', 'sort(transpose([1:9000]) + [1:9000])'],
  ])('answers %s with an error, and the next expression rightly', async (_, expression) => {
    expect((await evaluate(expression)).kind).toBe('error');
    expect(await evaluate('6 * 7')).toEqual({ kind: 'ok', text: '42' });
  });

  it.each(['9^9^9^9', 'factorial(1e9)'])('knows %s for more than a double holds', async (expression) => {
    expect(await evaluate(expression)).toEqual({ kind: 'ok', text: 'Infinity' });
  });

  it('ends an aborted expression at once', async () => {
    const patient = await createCalculatorTool({ timeoutMs: 600_000, processes: 1 });
    const controller = new AbortController();
    try {
      const hanging = patient.execute(
        { expression: 'bellNumbers(5000)' },
        { sessionId: 's', signal: controller.signal },
      );
      setTimeout(() => controller.abort(new Error('enough')), 100);
      await expect(hanging).rejects.toThrow('enough');
      expect(await patient.execute({ expression: '6 * 7' }, { sessionId: 's' })).toEqual({ kind: 'ok', text: '42' });
    } finally {
      await patient.close();
    }
  });

  it.each(['9^9^9^9', '(1/3 + 9)^9^9'])('ends %s where numbers are exact', async (expression) => {
    const exact = await createCalculatorTool({ number: 'Fraction', timeoutMs: 1500 });
    try {
      expect((await exact.execute({ expression }, { sessionId: 's' })).kind).toBe('error');
      expect(await exact.execute({ expression: '1/3 + 1/6' }, { sessionId: 's' })).toEqual({ kind: 'ok', text: '1/2' });
    } finally {
      await exact.close();
    }
  });

  it('ends what takes more memory than it may', async () => {
    const small = await createCalculatorTool({ number: 'Fraction', memoryMiB: 48, timeoutMs: 600_000 });
    try {
      expect(await small.execute({ expression: 'transpose([1:9000]) + [1:9000]' }, { sessionId: 's' })).toEqual({
        kind: 'error',
        text: 'MemoryError: the expression ran out of memory and was stopped.',
      });
    } finally {
      await small.close();
    }
  });

  it('is a tool of the agent loop', async () => {
    const tokenizer = createVocabularyTokenizer(['a'], { special: ['<|im_start|>', '<|im_end|>'] });
    const call = (expression: string) =>
      `<tool_call>${JSON.stringify({ name: 'calculator', arguments: { expression } })}</tool_call>`;
    const policy = createScriptedPolicy({ tokenizer, script: [call('6 *'), call('6 * 7'), 'It is 42.'] });
    const [outcome] = await runRollouts(
      [{ groupId: 'g', prompt: [{ role: 'user', content: 'What is 6 * 7?' }], samples: 1 }],
      { policy, tokenizer, tools: [calculator], maxTokens: 2000, seed: 's' },
    );
    const calls = outcome!.kind === 'completed' ? outcome!.rollout.turns.flatMap(({ toolCalls }) => toolCalls) : [];
    expect(calls.map(({ response }) => response.isError)).toEqual([true, false]);
    expect(calls[1]!.response.text).toBe('42');
  });

  it.each(['esm', 'cjs'] as const)('leaves nothing that keeps a program open (%s)', async (kind) => {
    const get = kind === 'esm' ? "await import('rstar2-agent/rollout')" : "require('rstar2-agent/rollout')";
    const program = `(async () => {
      const { createCalculatorTool } = ${get};
      const tool = await createCalculatorTool();
      console.log((await tool.execute({ expression: '2^10' }, { sessionId: 's' })).text);
    })();`;
    const type = kind === 'esm' ? 'module' : 'commonjs';
    expect(await runNode([`--input-type=${type}`, '--eval', program])).toMatchObject({
      stdout: '1024\n',
      stderr: '',
      exitCode: 0,
    });
  });
});
