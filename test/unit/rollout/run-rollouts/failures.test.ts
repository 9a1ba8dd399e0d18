import { describe, expect, it } from 'vitest';
import { PolicyError, type Generation, type Policy } from '../../../../src/base/index.js';
import { runRollouts, type Environment } from '../../../../src/rollout/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../../../src/testing/scripted-policy.js';
import { completed, okTool, scriptedTool, tokenizer } from '../conversation.js';
import { answer, base, policyWith, tasks, unavailable } from '../failures.js';

const isSample = ({ request }: ScriptedTurn, index: number) =>
  request.sampling.seed!.toString().startsWith(`1/g/${index}/`);

describe('a tool whose schema is written wrong', () => {
  it('is refused by name before the policy is asked', async () => {
    const policy = policyWith(() => {});
    const tools = [{ ...okTool(), parameters: { type: 'objekt' } }];
    await expect(runRollouts(tasks(1), { ...base, policy, tools })).rejects.toThrow(
      `options.tools.0.parameters (tool ${JSON.stringify(tools[0]!.name)}).type: expected one of string, number`,
    );
    expect(policy.requests).toEqual([]);
  });
});

describe('a failing policy', () => {
  it('is asked again, with the same seed, while the failure may pass', async () => {
    let failures = 2;
    const policy = policyWith(() => {
      if (failures-- > 0) throw new PolicyError('connection reset', { retryable: true });
    });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [okTool()] });
    expect(completed(outcome).turns).toHaveLength(2);
    expect(policy.requests.slice(0, 3).map(({ sampling }) => sampling.seed)).toEqual(['1/g/0/0', '1/g/0/0', '1/g/0/0']);
  });

  it('sets its rollout apart with the cause when it keeps failing, and leaves the others be', async () => {
    const policy = policyWith((turn) => {
      if (isSample(turn, 1)) throw new PolicyError('connection reset', { retryable: true });
    });
    const outcomes = await runRollouts(tasks(3), { ...base, policy, tools: [okTool()] });
    expect(outcomes.map(({ kind }) => kind)).toEqual(['completed', 'failed', 'completed']);
    expect(outcomes[1]).toEqual({
      kind: 'failed',
      id: 'g/1',
      groupId: 'g',
      cause: { source: 'policy', message: 'connection reset', retryable: true },
      turns: [],
      generatedTokens: 0,
    });
    expect(policy.requests.filter(({ sampling }) => sampling.seed === '1/g/1/0')).toHaveLength(3);
  });

  it('is not asked again when the failure cannot pass', async () => {
    const policy = policyWith(() => {
      throw new PolicyError('no such model');
    });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy });
    expect(outcome).toMatchObject({ kind: 'failed', cause: { message: 'no such model', retryable: false } });
    expect(policy.requests).toHaveLength(1);
  });

  it('fails its rollout when tokens and logprobs do not line up', async () => {
    const policy: Policy = {
      generate: () =>
        Promise.resolve({ tokens: new Int32Array(3), logprobs: new Float32Array(2), finishReason: 'stop' }),
    };
    const [outcome] = await runRollouts(tasks(1), { ...base, policy });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: { message: 'generation: expected as many logprobs as tokens (3), got 2' },
    });
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'generation: expected an object with tokens (Int32Array)'],
    ['no arrays', { text: 'x' }, 'got one with text: string'],
    [
      'logprobs that are not finite',
      { tokens: Int32Array.of(1, 2), logprobs: Float32Array.of(-1, NaN), finishReason: 'stop' },
      'generation.logprobs[1]: expected a finite number, got NaN',
    ],
    [
      'an id below 0',
      { tokens: Int32Array.of(1, -1), logprobs: Float32Array.of(-1, -1), finishReason: 'stop' },
      'generation.tokens[1]: expected an id of at least 0, got -1',
    ],
  ])('fails its rollout when it answers with %s', async (_name, generation, message) => {
    const generate = (() => generation) as unknown as Policy['generate'];
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: { generate } });
    expect(outcome).toMatchObject({
      kind: 'failed',
      id: 'g/0',
      cause: { source: 'policy', message: expect.stringContaining(message) as string },
    });
  });

  it('is asked again for an answer that cannot be, and its rollout is set apart where that does not help', async () => {
    const inner = createScriptedPolicy({ tokenizer, script: () => answer });
    const wrongFor = (times: number, wrong: (generation: Generation) => Generation): Policy & { asked: number } => ({
      asked: 0,
      async generate(request, options) {
        const generation = await inner.generate(request, options);
        return this.asked++ < times ? wrong(generation) : generation;
      },
    });
    const kinds: [(generation: Generation) => Generation, string][] = [
      [(one) => ({ ...one, logprobs: one.logprobs.map(() => 3) }), 'generation.logprobs[0]: expected at most 0'],
      [
        (one) => ({ ...one, logprobs: one.logprobs.map(() => -9999) }),
        'generation.logprobs[0]: expected at least -100',
      ],
      [(one) => ({ ...one, tokens: one.tokens.map(() => 2 ** 31 - 1) }), 'generation.tokens[0]: expected an id below'],
      [
        ({ tokens, logprobs, ...one }) => ({ ...one, tokens: tokens.slice(0, -1), logprobs: logprobs.slice(0, -1) }),
        'generation: expected a stop token',
      ],
    ];
    for (const [wrong, message] of kinds) {
      const once = wrongFor(1, wrong);
      expect((await runRollouts(tasks(1), { ...base, policy: once }))[0]!.kind).toBe('completed');
      expect(once.asked).toBe(2);
      const [apart] = await runRollouts(tasks(1), { ...base, policy: wrongFor(Infinity, wrong) });
      const cause = { source: 'policy', message: expect.stringContaining(message) as string, retryable: true };
      expect(apart).toMatchObject({ kind: 'failed', cause, turns: [] });
    }
  });

  it('fails its rollout when it writes past the budget', async () => {
    const policy: Policy = {
      generate: ({ sampling }) =>
        Promise.resolve({
          tokens: new Int32Array(sampling.maxTokens + 1),
          logprobs: new Float32Array(sampling.maxTokens + 1),
          finishReason: 'length',
        }),
    };
    const [outcome] = await runRollouts(tasks(1), { ...base, maxTokens: 4, policy });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: { message: 'generation: expected at most 4 tokens, got 5' },
    });
  });

  it("ends the run with a programmer's mistake, once everything is released", async () => {
    const policy = policyWith((turn) => {
      if (isSample(turn, 1)) throw new TypeError('undefined is not a function');
    });
    const tool = okTool();
    await expect(runRollouts(tasks(3), { ...base, policy, tools: [tool] })).rejects.toThrow(
      new TypeError('undefined is not a function'),
    );
    expect(policy.endedSessions).toHaveLength(3);
    expect(tool.released).toHaveLength(3);
  });
});

describe('sessions', () => {
  it('are one a rollout, the same for policy and tools, and ended once each', async () => {
    const seen = new Set<string>();
    const tool = scriptedTool((_args, { sessionId }) => {
      seen.add(sessionId);
      return { kind: 'ok', text: '42' };
    });
    const policy = policyWith(() => undefined);
    await runRollouts(tasks(4), { ...base, policy, tools: [tool] });
    expect(seen.size).toBe(4);
    expect(new Set(policy.requests.map(({ sessionId }) => sessionId))).toEqual(seen);
    expect([...policy.endedSessions].sort()).toEqual([...seen].sort());
    expect([...tool.released].sort()).toEqual([...seen].sort());
  });

  it('of two runs with the same groups are told apart', async () => {
    const policy = policyWith(() => undefined);
    await Promise.all([1, 2].map(() => runRollouts(tasks(1), { ...base, policy, tools: [okTool()] })));
    expect(new Set(policy.requests.map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  it('are ended when the rollout failed', async () => {
    const tool = scriptedTool(() => unavailable(false));
    const policy = policyWith(() => undefined);
    await runRollouts(tasks(2), { ...base, policy, tools: [tool] });
    expect(policy.endedSessions).toHaveLength(2);
    expect(tool.released).toHaveLength(2);
  });

  it('end without harm when a tool cannot clean up', async () => {
    const tool = { ...okTool(), endSession: () => Promise.reject(new Error('already gone')) };
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    expect(outcome?.kind).toBe('completed');
  });

  it('end when a tool or an environment never finishes cleaning up: within the time of a turn, or with the signal', async () => {
    const hangs = () => new Promise<never>(() => undefined);
    const tool = { ...okTool(), endSession: hangs };
    const environment: Environment = { respond: () => Promise.resolve({ kind: 'nothing' }), endSession: hangs };
    const hanging = { ...base, policy: policyWith(() => undefined), tools: [tool], environment };
    const [outcome] = await runRollouts(tasks(1), { ...hanging, turnTimeoutMs: 500 });
    expect(outcome?.kind).toBe('completed');
    const controller = new AbortController();
    const aborts = () => (controller.abort(new Error('stop now')), hangs());
    const aborted = { ...hanging, environment: { ...environment, endSession: aborts }, signal: controller.signal };
    expect((await runRollouts(tasks(1), aborted)).map(({ kind }) => kind)).toEqual(['completed']);
  });

  it("end without harm when the policy cannot clean up, and the tools' all the same", async () => {
    const tool = scriptedTool(() => unavailable(false));
    const endSession = () => {
      throw new Error('already gone');
    };
    const policy = { ...policyWith(() => undefined), endSession };
    const outcomes = await runRollouts(tasks(2), { ...base, policy, tools: [tool] });
    expect([outcomes.length, tool.released.length]).toEqual([2, 2]);
  });
});

describe('cancellation', () => {
  it("rejects with the signal's reason and releases everything, though policy and tool ignore the signal", async () => {
    const controller = new AbortController();
    const reason = new Error('stop now');
    const stuck = new Promise<never>(() => undefined);
    const tool = scriptedTool(() => {
      setImmediate(() => controller.abort(reason));
      return stuck;
    });
    const inner = policyWith(() => undefined);
    const policy: Policy = {
      generate: (request) => (request.sampling.seed === '1/g/1/0' ? stuck : inner.generate(request)),
      endSession: (sessionId) => inner.endSession!(sessionId),
    };
    const run = runRollouts(tasks(2), { ...base, policy, tools: [tool], signal: controller.signal });
    await expect(run).rejects.toBe(reason);
    expect(inner.endedSessions).toHaveLength(2);
    expect(tool.released).toHaveLength(2);
  });

  it('tells policy and tools', async () => {
    const controller = new AbortController();
    let heard = 0;
    const hears = (signal: AbortSignal | undefined) =>
      new Promise<never>((_resolve, reject) => {
        signal!.addEventListener('abort', () => {
          heard++;
          reject(signal!.reason as Error);
        });
      });
    const inner = policyWith(() => undefined);
    const policy: Policy = {
      generate: (request, options) =>
        request.sampling.seed === '1/g/1/0' ? hears(options?.signal) : inner.generate(request),
    };
    const tool = scriptedTool((_args, { signal }) => {
      setImmediate(() => controller.abort());
      return hears(signal);
    });
    const run = runRollouts(tasks(2), { ...base, policy, tools: [tool], signal: controller.signal });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(heard).toBe(2);
  });

  it('that came before the start makes no request', async () => {
    const policy = policyWith(() => undefined);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(runRollouts(tasks(2), { ...base, policy, signal })).rejects.toThrow('too late');
    expect(policy.requests).toHaveLength(0);
  });

  it('ends a wait before a retry', async () => {
    const controller = new AbortController();
    const policy = policyWith(() => {
      setImmediate(() => controller.abort(new Error('enough')));
      throw new PolicyError('busy', { retryable: true });
    });
    const waits = { ...base, retry: { retries: 5, delayMs: 3_600_000, maxDelayMs: 3_600_000 } };
    await expect(runRollouts(tasks(1), { ...waits, policy, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('after the end changes nothing', async () => {
    const controller = new AbortController();
    const options = { ...base, policy: policyWith(() => undefined), tools: [okTool()], signal: controller.signal };
    const outcomes = await runRollouts(tasks(1), options);
    controller.abort();
    expect(outcomes[0]?.kind).toBe('completed');
  });
});
