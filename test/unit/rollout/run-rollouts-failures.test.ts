import { describe, expect, it } from 'vitest';
import { PolicyError, SandboxError, type Policy, type ToolResult } from '../../../src/base/index.js';
import { BrokenToolError, runRollouts } from '../../../src/rollout/index.js';
import { createScriptedPolicy, type ScriptedTurn } from '../../../src/testing/scripted-policy.js';
import { callText, completed, okTool, prompt, scriptedTool, tokenizer } from './conversation.js';

const answer = '<answer>\\boxed{42}</answer>';
const codeCall = callText('python', { code: 'print(6 * 7)' });
const retry = { retries: 2, delayMs: 0 };
const base = { tokenizer, maxTokens: 2000, seed: 1, retry };

const unavailable = (retryable: boolean): ToolResult => ({
  kind: 'unavailable',
  cause: { source: 'sandbox', message: 'worker died', retryable },
});

/** Plays `codeCall` then `answer`; for one sample, what `broken` does instead of its first tries. */
function policyWith(broken: (turn: ScriptedTurn) => void) {
  return createScriptedPolicy({
    tokenizer,
    script: (turn) => {
      broken(turn);
      return turn.turn === 0 ? codeCall : answer;
    },
  });
}

const isSample = ({ request }: ScriptedTurn, index: number) =>
  request.sampling.seed!.toString().startsWith(`1/g/${index}/`);
const tasks = (samples: number) => [{ groupId: 'g', prompt, samples }];

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

describe('a failing tool', () => {
  it('is called again while its service may come back, and the policy never hears of it', async () => {
    let failures = 2;
    const tool = scriptedTool(() => (failures-- > 0 ? unavailable(true) : { kind: 'ok', text: '42' }));
    const policy = policyWith(() => undefined);
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(completed(outcome).turns[0]!.toolCalls[0]!.response).toMatchObject({ text: '42', isError: false });
    expect(tool.calls).toHaveLength(3);
  });

  it('sets its rollout apart when its service stays away', async () => {
    const tool = scriptedTool(() => unavailable(true));
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    expect(outcome).toEqual({
      kind: 'failed',
      id: 'g/0',
      groupId: 'g',
      cause: { source: 'sandbox', message: 'tool "python": worker died', retryable: true },
      turns: [{ text: codeCall, toolCalls: [] }],
    });
    expect(tool.calls).toHaveLength(3);
  });

  it('is not called again when its service says that it is no use', async () => {
    const tool = scriptedTool(() => unavailable(false));
    const [outcome] = await runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    expect(outcome?.kind).toBe('failed');
    expect(tool.calls).toHaveLength(1);
  });

  it('that throws an ExternalError is tried again, then sets its rollout apart under its name', async () => {
    const tool = scriptedTool(() => {
      throw new SandboxError('503', { retryable: true });
    }, 'search');
    const policy = createScriptedPolicy({ tokenizer, script: () => callText('search', {}) });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(outcome).toMatchObject({ cause: { source: 'tool', message: 'tool "search": 503', retryable: true } });
    expect(tool.calls).toHaveLength(3);
  });

  it('that throws has a bug, which ends the run with its name, its stack and the turns so far', async () => {
    const bug = new TypeError('undefined is not a function');
    const tool = scriptedTool((args) => {
      if ((args as { code: string }).code === 'broken') throw bug;
      return { kind: 'ok', text: '42' };
    });
    const brokenCall = callText('python', { code: 'broken' });
    const policy = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn === 0 ? codeCall : brokenCall) });
    const error: unknown = await runRollouts(tasks(1), { ...base, policy, tools: [tool] }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(BrokenToolError);
    expect(error).toMatchObject({
      message: 'tool "python" in rollout g/0: threw: undefined is not a function',
      toolName: 'python',
      rolloutId: 'g/0',
      turns: [{ toolCalls: [{ response: { text: '42' } }] }, { text: brokenCall, toolCalls: [] }],
    });
    expect((error as Error).cause).toBe(bug);
    expect(tool.calls).toHaveLength(2);
    expect([policy.endedSessions, tool.released].map(({ length }) => length)).toEqual([1, 1]);
  });

  it.each([
    ['a string', 'printed 42', '"printed 42"'],
    ['nothing', undefined, 'undefined'],
    ['a text that is none', { kind: 'ok', text: 42 }, '{"kind":"ok","text":42}'],
    ['a kind nobody knows', { kind: 'fine', text: '' }, '{"kind":"fine","text":""}'],
    ['a failure without its cause', { kind: 'unavailable' }, '{"kind":"unavailable"}'],
  ])('that returns %s ends the run and says what came', async (_name, value, shown) => {
    const tool = scriptedTool(() => value as never);
    const run = runRollouts(tasks(1), { ...base, policy: policyWith(() => undefined), tools: [tool] });
    await expect(run).rejects.toThrow(
      `tool "python" in rollout g/0: expected a ToolResult with kind and text, got ${shown}`,
    );
    expect(tool.calls).toHaveLength(1);
  });
});

describe('arguments that do not match the schema of a tool', () => {
  const parameters = {
    type: 'object',
    properties: { code: { type: 'string' }, lines: { type: 'array', items: { type: 'integer' } } },
    required: ['code'],
    additionalProperties: false,
  };

  it('are answered with what is wrong, as an error of the policy, and the tool is not called', async () => {
    const tool = { ...okTool(), parameters };
    const script = ({ turn }: ScriptedTurn) => (turn === 0 ? callText('python', { lines: [1, 'x'] }) : answer);
    const policy = createScriptedPolicy({ tokenizer, script });
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(completed(outcome).turns[0]!.toolCalls[0]).toMatchObject({
      name: 'python',
      arguments: { lines: [1, 'x'] },
      response: {
        text: 'ToolCallError: arguments.code is missing; arguments.lines.1: expected integer.',
        isError: true,
      },
    });
    expect(tool.calls).toHaveLength(0);
  });

  it('are not made to match: the tool is given what the policy wrote', async () => {
    const tool = { ...okTool(), parameters: { properties: { code: { default: 'x' } } } };
    const policy = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn === 0 ? codeCall : answer) });
    await runRollouts(tasks(1), { ...base, policy, tools: [tool] });
    expect(tool.calls).toEqual([{ code: 'print(6 * 7)' }]);
  });
});

describe('the deadline of a turn', () => {
  const stuck = new Promise<never>(() => undefined);

  it('sets a rollout apart whose policy does not answer, though it ignores its signal', async () => {
    const policy: Policy = { generate: () => stuck };
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, turnTimeoutMs: 20 });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: {
        source: 'policy',
        message: 'turn 1: not done within 20 ms (options.turnTimeoutMs), waiting for the policy',
        retryable: true,
      },
    });
  });

  it('counts the tool calls of the turn, and keeps what was written', async () => {
    const tool = scriptedTool(() => stuck);
    const policy = policyWith(() => undefined);
    const [outcome] = await runRollouts(tasks(1), { ...base, policy, tools: [tool], turnTimeoutMs: 20 });
    expect(outcome).toMatchObject({ cause: { source: 'tool' }, turns: [{ text: codeCall, toolCalls: [] }] });
    expect(tool.released).toHaveLength(1);
  });

  it('counts the waits between tries', async () => {
    const policy = policyWith(() => {
      throw new PolicyError('busy', { retryable: true, retryAfterMs: 3_600_000 });
    });
    const patient = { ...base, retry: { retries: 5, maxDelayMs: 3_600_000 }, turnTimeoutMs: 20 };
    const [outcome] = await runRollouts(tasks(1), { ...patient, policy });
    expect(outcome).toMatchObject({ kind: 'failed', cause: { source: 'policy' } });
    expect(policy.requests).toHaveLength(1);
  });

  it('begins anew with every turn', async () => {
    let turns = 0;
    const inner = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn < 4 ? codeCall : answer) });
    const policy: Policy = {
      async generate(request, options) {
        turns++;
        await new Promise((resolve) => setTimeout(resolve, 60));
        return inner.generate(request, options);
      },
    };
    const options = { ...base, policy, tools: [okTool()], turnTimeoutMs: 250 };
    const [outcome] = await runRollouts(tasks(1), options);
    expect([outcome?.kind, turns]).toEqual(['completed', 5]);
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
