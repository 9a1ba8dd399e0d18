import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseOptions } from '../../../src/base/internal/index.js';
import { Random } from '../../../src/base/index.js';
import { retrySchema, withRetries, type Attempt } from '../../../src/io/index.js';

const options = { retries: 3, delayMs: 100, maxDelayMs: 10_000 };

/** Fails `failures` times, then gives 'done'; remembers when it was called. */
function failing(failures: number, more: Partial<Attempt<string>> = {}) {
  const calledAt: number[] = [];
  return {
    calledAt,
    attempt: () => {
      calledAt.push(Date.now());
      const failed = calledAt.length <= failures;
      return Promise.resolve({ result: failed ? 'failed' : 'done', retry: failed, ...(failed ? more : {}) });
    },
  };
}

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

describe('withRetries', () => {
  it('tries until it succeeds, each wait in the upper half of twice the one before', async () => {
    const { attempt, calledAt } = failing(3);
    const result = withRetries(attempt, options, { random: new Random('waits') });
    await vi.runAllTimersAsync();
    expect(await result).toBe('done');
    const waits = calledAt.slice(1).map((at, index) => at - calledAt[index]!);
    waits.forEach((wait, index) => {
      expect(wait).toBeGreaterThanOrEqual(50 * 2 ** index);
      expect(wait).toBeLessThanOrEqual(100 * 2 ** index);
    });
    expect(new Set(waits.map((wait, index) => wait / 2 ** index)).size).toBeGreaterThan(1);
  });

  it('gives the last result when the retries are used up', async () => {
    const { attempt, calledAt } = failing(99);
    const result = withRetries(attempt, options);
    await vi.runAllTimersAsync();
    expect([await result, calledAt.length]).toEqual(['failed', 4]);
  });

  it('does not try again what may not pass', async () => {
    const { attempt, calledAt } = failing(99, { retry: false });
    expect([await withRetries(attempt, options), calledAt.length]).toEqual(['failed', 1]);
  });

  it('waits as long as the other side asks, but no longer than it may', async () => {
    const asked = failing(1, { retryAfterMs: 7000 });
    const unbounded = failing(1, { retryAfterMs: 3_600_000 });
    const results = [withRetries(asked.attempt, options), withRetries(unbounded.attempt, options)];
    await vi.runAllTimersAsync();
    await Promise.all(results);
    expect([asked.calledAt[1], unbounded.calledAt[1]]).toEqual([7000, 10_000]);
  });

  it("rejects with the signal's reason when aborted while it waits", async () => {
    const controller = new AbortController();
    const { attempt, calledAt } = failing(99);
    const result = withRetries(attempt, options, { signal: controller.signal });
    const expected = expect(result).rejects.toThrow('enough');
    await vi.advanceTimersByTimeAsync(1);
    controller.abort(new Error('enough'));
    await expected;
    expect(calledAt).toHaveLength(1);
  });
});

describe('retrySchema', () => {
  it('fills in the defaults of the caller', () => {
    expect(parseOptions(retrySchema(), undefined)).toEqual({ retries: 3, delayMs: 200, maxDelayMs: 10_000 });
    expect(parseOptions(retrySchema({ retries: 5, delayMs: 500 }), { retries: 1 })).toEqual({
      retries: 1,
      delayMs: 500,
      maxDelayMs: 10_000,
    });
  });

  it('refuses what is none', () => {
    expect(() => parseOptions(retrySchema(), { attempts: 3 })).toThrow('unknown option "attempts"');
    expect(() => parseOptions(retrySchema(), { maxDelayMs: 2 ** 40 })).toThrow('options.maxDelayMs: expected at most');
  });
});
