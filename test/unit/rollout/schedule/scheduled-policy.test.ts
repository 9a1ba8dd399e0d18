import { describe, expect, it } from 'vitest';
import { QWEN3_14B_H100, createScheduledPolicy } from '../../../../src/rollout/index.js';
import { broken, expectedTokens, logprobOf, requestOf, testEngine } from './scheduled-engines.js';

const quick = { retry: { retries: 3, delayMs: 1, maxDelayMs: 5 } };
const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('a scheduled policy', () => {
  it('keeps a session on one engine, and spreads sessions', async () => {
    const engines = [testEngine(), testEngine()];
    const policy = createScheduledPolicy(engines.map((engine, i) => ({ name: `${i}`, policy: engine })));
    await Promise.all(['a/0', 'a/1'].map((id) => policy.generate(requestOf(id))));
    await Promise.all(['a/0', 'a/1'].map((id) => policy.generate(requestOf(id, [1, 2, 3, 4]))));
    const seen = engines.map(({ requests }) => requests.map(({ sessionId }) => sessionId)).sort();
    expect(seen).toEqual([
      ['a/0', 'a/0'],
      ['a/1', 'a/1'],
    ]);
    await policy.close();
    expect(engines.map(({ closed }) => closed)).toEqual([1, 1]);
  });

  it('continues elsewhere from the tokens that an engine told before it broke', async () => {
    const breaks = testEngine({
      beforeToken: (position) => {
        if (position === 5) throw broken();
      },
    });
    const works = testEngine({ lengthOf: ({ tokens }) => 11 - tokens.length });
    const policy = createScheduledPolicy([{ name: 'breaks', policy: breaks }], quick);
    const told: number[] = [];
    const answer = policy.generate(requestOf('a/0'), { onTokens: (tokens) => told.push(...tokens) });
    policy.addEngine({ name: 'works', policy: works });
    const { tokens, logprobs } = await answer;
    expect([...tokens]).toEqual(expectedTokens([1, 2, 3], 8));
    expect(logprobs).toEqual(Float32Array.from(tokens, logprobOf));
    expect(told).toEqual([...tokens]);
    expect(works.requests.map((request) => [request.tokens.length, request.sampling.maxTokens])).toEqual([[8, 59]]);
    await policy.close();
  });

  it('lets no more in than the cache has room for', async () => {
    const gates: (() => void)[] = [];
    const engine = testEngine({
      beforeToken: (position) => (position === 0 ? new Promise<void>((resolve) => gates.push(resolve)) : undefined),
    });
    // Two sessions have the prompt of 3 tokens in common, and are expected to grow by 8.
    const curve = { ...QWEN3_14B_H100, capacityTokens: 8 };
    const policy = createScheduledPolicy([{ name: 'small', policy: engine, curve }], {
      reserve: 0,
    });
    const answers = ['a/0', 'a/1', 'a/2'].map(async (id) => {
      await policy.generate(requestOf(id, [1, 2, 3], 128));
      policy.endSession!(id);
    });
    await new Promise(setImmediate);
    expect([gates.length, policy.status().waiting]).toEqual([2, 1]);
    gates[0]!();
    await Promise.race(answers);
    await new Promise(setImmediate);
    expect(gates.length).toBe(3);
    gates.forEach((open) => open());
    await Promise.all(answers);
    await policy.close();
  });

  it("gives an engine's refusal to the caller, and its last failure once retries are used up", async () => {
    const refuses = testEngine({ beforeToken: () => Promise.reject(broken(false)) });
    const refusing = createScheduledPolicy([{ name: 'one', policy: refuses }], quick);
    await expect(refusing.generate(requestOf('a/0'))).rejects.toThrow('the engine broke');
    expect(refuses.requests.length).toBe(1);
    await refusing.close();
    const fails = testEngine({ beforeToken: () => Promise.reject(broken()) });
    const failing = createScheduledPolicy([{ name: 'one', policy: fails }], quick);
    await expect(failing.generate(requestOf('a/0'))).rejects.toThrow('the engine broke');
    expect(fails.requests.length).toBe(4);
    await failing.close();
  });

  it('leaves nothing behind when it is cancelled at any moment', async () => {
    const before = timers();
    for (let after = 0; after < 12; after++) {
      const engine = testEngine({ beforeToken: () => new Promise(setImmediate) });
      const curve = { ...QWEN3_14B_H100, maxRequests: 2 };
      const policy = createScheduledPolicy([{ name: 'one', policy: engine, curve }], quick);
      const controller = new AbortController();
      const answers = Array.from({ length: 4 }, (_, i) =>
        policy.generate(requestOf(`a/${i}`), { signal: controller.signal }),
      );
      const settled = Promise.allSettled(answers);
      for (let i = 0; i < after; i++) await new Promise(setImmediate);
      controller.abort(new Error('enough'));
      const reasons = (await settled).flatMap((one) =>
        one.status === 'rejected' ? [(one.reason as Error).message] : [],
      );
      expect(new Set(reasons)).toEqual(new Set(['enough']));
      await new Promise(setImmediate);
      expect(policy.status()).toMatchObject({ engines: [{ running: 0 }], waiting: 0 });
      await policy.close();
    }
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('refuses engines of one name, and options that are none', () => {
    const policy = testEngine();
    const twice = [
      { name: 'a', policy },
      { name: 'a', policy },
    ];
    expect(() => createScheduledPolicy(twice)).toThrow(
      new RangeError('engine.name: expected a new name, got a, the name of another engine'),
    );
    expect(() => createScheduledPolicy([], { reserve: 1 })).toThrow(RangeError);
  });
});
