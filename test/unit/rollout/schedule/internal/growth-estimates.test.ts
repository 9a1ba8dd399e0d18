import { describe, expect, it } from 'vitest';
import { GrowthEstimates } from '../../../../../src/rollout/schedule/internal/growth-estimates.js';

describe('estimates of growth', () => {
  it('are what was assumed at first, until something is known', () => {
    const estimates = new GrowthEstimates();
    estimates.assume(1000);
    estimates.assume(5);
    expect([estimates.mean, estimates.groupMean('a')]).toEqual([1000, 1000]);
  });

  it('count the tokens of sessions that still grow, which are the long ones', () => {
    const estimates = new GrowthEstimates();
    estimates.assume(1000);
    for (let i = 0; i < 100; i++) estimates.ended('a', 100);
    estimates.refresh(Array.from({ length: 100 }, () => ({ group: 'a', grown: 300 })));
    expect(estimates.mean).toBeCloseTo((2000 + 10_000 + 30_000) / 102, 6);
  });

  it('draw a group of which little is known towards all others, and forget one that is over', () => {
    const estimates = new GrowthEstimates();
    estimates.assume(1000);
    for (let i = 0; i < 500; i++) estimates.ended('a', 1000);
    estimates.ended('b', 100);
    estimates.refresh([]);
    expect(estimates.groupMean('b')).toBeGreaterThan(400);
    expect(estimates.groupMean('b')).toBeLessThan(estimates.groupMean('a'));
    estimates.forget('b');
    expect(estimates.groupMean('b')).toBe(estimates.mean);
  });
});
