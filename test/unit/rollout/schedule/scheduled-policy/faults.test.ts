import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
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
