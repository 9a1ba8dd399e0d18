import { describe, expect, it, vi } from 'vitest';
import { PolicyError, type Policy } from '../../../../src/base/index.js';
import { QWEN3_14B_H100, createScheduledPolicy, runRollouts } from '../../../../src/rollout/index.js';
import { createScriptedPolicy } from '../../../../src/testing/scripted-policy.js';
import { okTool, scriptedTool, tokenizer } from '../conversation.js';
import { answer, base, codeCall, policyWith, tasks } from '../failures.js';

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

  it('gives way to what aborts the run, or cuts the rollout, in the same moment', async () => {
    const controller = new AbortController();
    const policy: Policy = {
      generate(_, options) {
        options!.signal!.addEventListener('abort', () => controller.abort(new Error('enough of it')));
        return stuck;
      },
    };
    const run = runRollouts(tasks(1), { ...base, policy, turnTimeoutMs: 20, signal: controller.signal });
    await expect(run).rejects.toThrow('enough of it');
  });

  it('begins anew with every turn', async () => {
    let turns = 0;
    const inner = createScriptedPolicy({ tokenizer, script: ({ turn }) => (turn < 4 ? codeCall : answer) });
    const policy: Policy = {
      async generate(request, options) {
        turns++;
        await new Promise((resolve) => setTimeout(resolve, 500));
        return inner.generate(request, options);
      },
    };
    const options = { ...base, policy, tools: [okTool()], turnTimeoutMs: 2000 };
    const [outcome] = await runRollouts(tasks(1), options);
    expect([outcome?.kind, turns]).toEqual(['completed', 5]);
  });

  it('begins when an engine takes the turn, and stops while it waits for another', async () => {
    vi.useFakeTimers();
    try {
      const inner = createScriptedPolicy({ tokenizer, script: [answer] });
      const minutes = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 60_000));
      const policyTaking = (taken: number): Policy => ({
        async generate(request, options) {
          options!.onWait!(true);
          await minutes(600);
          options!.onWait!(false);
          await minutes(taken);
          options!.onWait!(true);
          await minutes(600);
          options!.onWait!(false);
          await minutes(taken);
          return inner.generate(request, options);
        },
      });
      const kindOf = async (taken: number) => {
        const run = runRollouts(tasks(1), { ...base, policy: policyTaking(taken) });
        await vi.advanceTimersByTimeAsync(24 * 3_600_000);
        return (await run)[0]!.kind;
      };
      expect([await kindOf(14), await kindOf(16)]).toEqual(['completed', 'failed']);
    } finally {
      vi.useRealTimers();
    }
  });

  it('leaves out the queue of a scheduled policy, however long it is', async () => {
    vi.useFakeTimers();
    try {
      const inner = createScriptedPolicy({ tokenizer, script: [answer] });
      const engine: Policy = {
        async generate(request, options) {
          await new Promise((resolve) => setTimeout(resolve, 9 * 60_000));
          return inner.generate(request, options);
        },
      };
      const curve = { ...QWEN3_14B_H100, maxRequests: 1 };
      const policy = createScheduledPolicy([{ name: 'one', policy: engine, curve }]);
      const run = runRollouts(tasks(8), { ...base, policy });
      await vi.advanceTimersByTimeAsync(8 * 9 * 60_000);
      expect((await run).map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'completed'));
      // Without an engine there is no queue.
      policy.removeEngine('one');
      const without = runRollouts(tasks(1), { ...base, policy });
      await vi.advanceTimersByTimeAsync(31 * 60_000);
      expect((await without)[0]!.kind).toBe('failed');
      await policy.close();
    } finally {
      vi.useRealTimers();
    }
  });
});
