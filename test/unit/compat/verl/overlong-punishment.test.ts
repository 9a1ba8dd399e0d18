import { describe, expect, it } from 'vitest';
import { verlOverlongPunishment } from '../../../../src/compat/index.js';

describe('verlOverlongPunishment', () => {
  it('goes on growing beyond the maximum', () => {
    const budget = { maxLength: 100, cacheLength: 20 };
    expect([10, 90, 120].map((length) => verlOverlongPunishment(length, budget))).toEqual([-0, -0.5, -2]);
  });
});
