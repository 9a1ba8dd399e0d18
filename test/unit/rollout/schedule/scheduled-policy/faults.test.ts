import { describe, expect, it } from 'vitest';
import { PolicyError, Random } from '../../../../../src/base/index.js';
import { createScheduledPolicy, type ScheduledPolicyOptions } from '../../../../../src/rollout/index.js';
import { broken, expectedTokens, interleave, requestOf, testEngine } from '../scheduled-engines.js';

const quick: ScheduledPolicyOptions = { stallMs: 40, retry: { retries: 1000, delayMs: 1, maxDelayMs: 20 } };

/** A signal that never comes, but for the abort. */
const forever = (signal: AbortSignal | undefined) =>
  new Promise<void>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));

describe('engines that break in the middle', () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'every rollout ends once and with the same tokens (seed %i)',
    async (seed) => {
      const random = new Random(`faults/${seed}`);
      const wait = () => interleave(random);
      // A turn ends where it would have ended, however much of it is in the context already.
      const whole = ({ tokens }: { tokens: Int32Array }) => 2 + ((tokens[0]! * 7 + 11) % 12) - (tokens.length - 3);
      const diesAt = random.integer(60);
      let drawn = 0;
      let isDead = false;
      const engines = {
        dies: testEngine({
          lengthOf: whole,
          async beforeToken() {
            await wait();
            isDead ||= ++drawn > diesAt;
            if (isDead) throw broken();
          },
        }),
        hangs: testEngine({
          lengthOf: whole,
          beforeToken: (_, signal) => (random.next() < 0.05 ? forever(signal) : wait()),
          streams: random.next() < 0.5,
        }),
        nonsense: testEngine({
          lengthOf: whole,
          beforeToken: wait,
          streams: false,
          answer: (generation) =>
            random.next() < 0.5 ? generation : { ...generation, logprobs: new Float32Array(1000) },
        }),
        late: testEngine({ lengthOf: whole, beforeToken: wait }),
      };
      const policy = createScheduledPolicy(
        (['dies', 'hangs', 'nonsense'] as const).map((name) => ({ name, policy: engines[name] })),
        quick,
      );
      const joins = setTimeout(() => policy.addEngine({ name: 'late', policy: engines.late }), random.integer(20));
      const sessions = Array.from({ length: 24 }, (_, i) => `run/${i >> 2}/${i & 3}`);
      const answered = await Promise.all(
        sessions.map(async (sessionId, i) => {
          const told: number[] = [];
          const request = requestOf(sessionId, [i, 2, 3]);
          const generation = await policy.generate(request, { onTokens: (tokens) => told.push(...tokens) });
          policy.endSession!(sessionId);
          expect([...generation.tokens].slice(0, told.length)).toEqual(told);
          return { tokens: [...generation.tokens], logprobs: generation.logprobs.length };
        }),
      );
      clearTimeout(joins);
      expect(answered).toEqual(
        sessions.map((_, i) => {
          const tokens = expectedTokens([i, 2, 3], whole({ tokens: Int32Array.of(i, 2, 3) }));
          return { tokens, logprobs: tokens.length };
        }),
      );
      expect(policy.status().waiting).toBe(0);
      expect(policy.status().engines.every(({ running }) => running === 0)).toBe(true);
      await policy.close();
    },
  );
});

describe('a turn that another engine finishes', () => {
  it('has the version of the weights that drew each token, in its answer and in onTokens', async () => {
    const versioned = (version: string, breaks: boolean) => {
      const engine = testEngine({
        lengthOf: ({ tokens }) => 8 - (tokens.length - 3),
        beforeToken: (position) => {
          if (breaks && position === 3) throw broken();
        },
        answer: (generation) => ({
          ...generation,
          weightVersions: [{ version, start: 0, end: generation.tokens.length }],
        }),
      });
      const generate: typeof engine.generate = (request, options) =>
        engine.generate(request, {
          ...options,
          onTokens: (tokens, logprobs) => options?.onTokens?.(tokens, logprobs, version),
        });
      return { ...engine, generate };
    };
    const policy = createScheduledPolicy(
      [
        { name: 'a', policy: versioned('step-1', true) },
        { name: 'b', policy: versioned('step-2', false) },
      ],
      quick,
    );
    const heard: (string | undefined)[] = [];
    const { tokens, weightVersions } = await policy.generate(requestOf('run/0/0'), {
      onTokens: (drawn, _, version) => heard.push(...Array.from(drawn, () => version)),
    });
    await policy.close();
    expect([...tokens]).toEqual(expectedTokens([1, 2, 3], 8));
    expect(weightVersions).toEqual([
      { version: 'step-1', start: 0, end: 3 },
      { version: 'step-2', start: 3, end: 8 },
    ]);
    expect(heard).toEqual([...Array<string>(3).fill('step-1'), ...Array<string>(5).fill('step-2')]);
  });
});

describe('an engine that fails at once', () => {
  const options: ScheduledPolicyOptions = { retry: { retries: 3, delayMs: 50 } };

  it('takes no work with it when it refuses what another does', async () => {
    const refuses = testEngine({ beforeToken: () => Promise.reject(broken(false)) });
    const works = testEngine({ beforeToken: () => new Promise((resolve) => setTimeout(resolve, 1)) });
    const policy = createScheduledPolicy(
      [refuses, works].map((engine, i) => ({ name: `${i}`, policy: engine })),
      options,
    );
    for (let wave = 0; wave < 10; wave++)
      await Promise.all(Array.from({ length: 20 }, (_, i) => policy.generate(requestOf(`${wave}/${i}`))));
    expect(refuses.requests.length).toBeLessThan(150);
    await policy.close();
  });

  it('has its refusal given to the caller once all have refused', async () => {
    const engines = [0, 1].map(() => testEngine({ beforeToken: () => Promise.reject(broken(false)) }));
    const policy = createScheduledPolicy(
      engines.map((engine, i) => ({ name: `${i}`, policy: engine })),
      options,
    );
    await expect(policy.generate(requestOf('a/0'))).rejects.toThrow('the engine broke');
    expect(engines.map(({ requests }) => requests.length)).toEqual([1, 1]);
    await policy.close();
  });

  it('is left alone for as long as it asks, and only then', async () => {
    const busy = new PolicyError('busy', { retryable: true, retryAfterMs: 300 });
    let asked = 0;
    const engine = testEngine({ beforeToken: () => (asked++ === 0 ? Promise.reject(busy) : undefined) });
    const policy = createScheduledPolicy([{ name: 'one', policy: engine }], { retry: { retries: 3, delayMs: 1 } });
    const before = performance.now();
    await policy.generate(requestOf('a/0'));
    expect(performance.now() - before).toBeGreaterThan(290);
    await policy.close();
  });

  it('goes on with its other turns, and gets more, where it answers them', async () => {
    let isFirst = true;
    const engine = testEngine({
      beforeToken: async (position) => {
        await new Promise((resolve) => setTimeout(resolve, 5));
        if (position !== 4 || !isFirst) return;
        isFirst = false;
        throw broken();
      },
    });
    const policy = createScheduledPolicy([{ name: 'one', policy: engine }], { retry: { retries: 3, delayMs: 60_000 } });
    const answers = await Promise.all([0, 1, 2].map((i) => policy.generate(requestOf(`a/${i}`))));
    expect(answers.length).toBe(3);
    expect(policy.status().engines[0]!.suspended).toBe(false);
    await policy.close();
  });
});
