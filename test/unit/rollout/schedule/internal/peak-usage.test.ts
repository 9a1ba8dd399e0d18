import { describe, expect, it } from 'vitest';
import { PeakUsage } from '../../../../../src/rollout/schedule/internal/peak-usage.js';

describe('peak usage', () => {
  it('is what sessions of known growth hold at the worst moment', () => {
    const usage = new PeakUsage(128);
    usage.add({ tokens: 100, growth: [10] });
    // At the end of the first both have grown by 10; at the end of the second it is alone.
    expect(usage.peakWith({ tokens: 50, growth: [40] })).toBe(170);
    expect(usage.peakWith({ tokens: 50, growth: [120] })).toBe(170);
    expect(usage.peakWith({ tokens: 100, growth: [128] })).toBe(228);
  });

  it('is its expectation and twice its standard deviation where growth is uncertain', () => {
    const usage = new PeakUsage(128);
    // At 100 tokens one is there with 100 + 100 for certain, the other, with as many, half of the time.
    usage.add({ tokens: 100, growth: [100] });
    expect(usage.peakWith({ tokens: 100, growth: [10, 100] })).toBeCloseTo(200 + 100 + 200, 5);
  });

  it('is as before once what was added is taken out', () => {
    const usage = new PeakUsage(128);
    const one = { tokens: 100, growth: [100] };
    const before = usage.peakWith(one);
    usage.add({ tokens: 30, growth: [1, 7, 90] });
    usage.add({ tokens: 30, growth: [1, 7, 90] }, -1);
    expect(usage.peakWith(one)).toBeCloseTo(before, 5);
  });
});
