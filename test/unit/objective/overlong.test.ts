import { describe, expect, it } from 'vitest';
import { softOverlongPunishment } from '../../../src/objective/index.js';

describe('softOverlongPunishment', () => {
  const budget = { maxLength: 100, cacheLength: 20 };

  it('falls from 0 to −1 over the cache and stays there', () => {
    expect([10, 80, 90, 100, 500].map((length) => softOverlongPunishment(length, budget))).toEqual([
      0, 0, -0.5, -1, -1,
    ]);
    expect(softOverlongPunishment(120, { ...budget, factor: 0.5 })).toBe(-0.5);
  });

  it('refuses a cache longer than the maximum', () => {
    expect(() => softOverlongPunishment(1, { maxLength: 10, cacheLength: 20 })).toThrow(
      new RangeError('options.cacheLength: expected at most 10 (maxLength), got 20'),
    );
  });
});
