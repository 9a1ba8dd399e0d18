import { describe, expect, it } from 'vitest';
import type { Generation } from '../../../../../src/base/index.js';
import { createScheduledPolicy } from '../../../../../src/rollout/index.js';
import { broken, expectedTokens, requestOf, testEngine } from '../scheduled-engines.js';

const quick = { retry: { retries: 3, delayMs: 1, maxDelayMs: 5 } };

describe("a caller's mistakes", () => {
  it.each([
    [NaN, RangeError],
    [Infinity, RangeError],
    [-1, RangeError],
    ['5', TypeError],
  ])('refuses a request for %s tokens', async (maxTokens, kind) => {
    const engine = testEngine();
    const policy = createScheduledPolicy([{ name: 'one', policy: engine }]);
    const refused = policy.generate(requestOf('a/0', [1, 2, 3], maxTokens as number));
    await expect(refused).rejects.toBeInstanceOf(kind);
    await expect(refused).rejects.toThrow('request.sampling.maxTokens: expected');
    expect([engine.requests.length, policy.status().sessions]).toEqual([0, 0]);
    await policy.close();
  });
});

describe("an engine's mistakes in what it tells before it breaks", () => {
  const float = (...values: number[]) => Float32Array.from(values);
  it.each<[string, unknown[]]>([
    ['logprobs that are none', [Int32Array.of(7, 8), float(NaN, -1)]],
    ['an infinite logprob', [Int32Array.of(7, 8), float(-1, -Infinity)]],
    ['positive logprobs', [Int32Array.of(7, 8), float(5, 5)]],
    ['negative ids', [Int32Array.of(-7, 8), float(-1, -1)]],
    ['tokens after a stop token', [Int32Array.of(7, 9, 8), float(-1, -1, -1)]],
    [
      'plain arrays',
      [
        [7, 8],
        [-1, -1],
      ],
    ],
    ['nothing', [undefined]],
  ])('begins anew after %s', async (_, told) => {
    const whole = testEngine({ lengthOf: () => 8, ends: 9 });
    let asked = 0;
    const engine: typeof whole.generate = (request, call) => {
      if (asked++ > 0) return whole.generate(request, call);
      (call!.onTokens as (...told: unknown[]) => void)(...told);
      return Promise.reject(broken());
    };
    const policy = createScheduledPolicy([{ name: 'one', policy: { generate: engine } }], quick);
    const request = requestOf('a/0');
    const { tokens } = await policy.generate({ ...request, sampling: { ...request.sampling, stopTokens: [9] } });
    expect([...tokens]).toEqual([...expectedTokens([1, 2, 3], 7), 9]);
    expect(whole.requests.map((one) => one.tokens.length)).toEqual([3]);
    await policy.close();
  });
});

describe('an engine that answers what cannot be', () => {
  const request = { ...requestOf('a/0'), vocabularySize: 1000 };
  it.each<[string, (generation: Generation) => Generation]>([
    ['a positive logprob', (one) => ({ ...one, logprobs: one.logprobs.map(() => 3) })],
    ['a logprob that no draw has', (one) => ({ ...one, logprobs: one.logprobs.map(() => -9999) })],
    ['an id outside the vocabulary', (one) => ({ ...one, tokens: one.tokens.map((id) => id + 1000) })],
    ['a stop without a stop token', (one) => ({ ...one, tokens: one.tokens.map(() => 5) })],
    ['tokens after a stop token', (one) => ({ ...one, tokens: one.tokens.fill(9) })],
    ['another end', (one) => ({ ...one, finishReason: 'abort' as 'stop' })],
  ])('is left alone for %s, and its turn goes to another', async (_name, answer) => {
    const [wrong, right] = [testEngine({ answer, ends: 9, streams: false }), testEngine({ ends: 9 })];
    const policy = createScheduledPolicy([{ name: 'wrong', policy: wrong }], {
      retry: { retries: 3, delayMs: 60_000 },
    });
    const drawn = policy.generate({ ...request, sampling: { maxTokens: 64, stopTokens: [9] } });
    policy.addEngine({ name: 'right', policy: right });
    expect([...(await drawn).tokens]).toEqual([...expectedTokens([1, 2, 3], 7), 9]);
    expect([wrong.requests.length, right.requests.length]).toEqual([1, 1]);
    expect(policy.status().engines.map(({ suspended }) => suspended)).toEqual([true, false]);
    await policy.close();
  });
});
