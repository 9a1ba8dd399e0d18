import { describe, expect, it } from 'vitest';
import { shareError, shareInterval, shareSpread } from '../../../../../src/base/internal/index.js';
import { betaCdf, betaQuantile } from '../../../../../src/base/internal/statistics/share-interval.js';

const problems = (count: number, right: number, samples = 1) =>
  Array.from({ length: count }, (_, i) => ({ sum: i < right ? samples : 0, weight: samples }));

describe('shareInterval', () => {
  it.each([
    // SciPy's binomtest(...).proportion_ci(method='exact').
    [30, 30, 0.884296691, 1],
    [0, 30, 0, 0.115703309],
    [10, 10, 0.691502892, 1],
    [22, 48, 0.313861, 0.608328],
  ])('is that of Clopper and Pearson where a problem has one sample: %i of %i', (right, count, low, high) => {
    const interval = shareInterval(problems(count, right));
    expect(interval.low).toBeCloseTo(low, 2);
    expect(interval.high).toBeCloseTo(high, 2);
  });

  it('is no narrower for more samples of problems that are solved always or never', () => {
    expect(shareInterval(problems(30, 28, 16))).toEqual(shareInterval(problems(30, 28)));
  });

  it('is narrower where samples of a problem differ as those of others do', () => {
    const mixed = Array.from({ length: 40 }, () => ({ sum: 8, weight: 16 }));
    expect(shareSpread(mixed).effective).toBeGreaterThan(400);
    expect(shareSpread(problems(40, 20, 16)).effective).toBeCloseTo(40);
  });

  it('goes by how much of the weight a problem has', () => {
    const even = Array.from({ length: 20 }, () => ({ sum: 5, weight: 5 }));
    const uneven = even.map((total, i) => (i === 0 ? { sum: 500, weight: 500 } : total));
    expect(shareInterval(uneven).low).toBeLessThan(0.2);
    expect(shareInterval(even).low).toBeGreaterThan(0.8);
  });
});

describe('shareError', () => {
  it('is never 0: 1.96 of it to both sides are as wide as the interval', () => {
    const totals = problems(30, 30);
    const { low, high } = shareInterval(totals);
    expect(shareError(totals)).toBeCloseTo((high - low) / 3.92, 5);
    expect(shareError(totals)).toBeGreaterThan(0.02);
    expect(shareError(problems(1, 1))).toBeNull();
  });
});

describe('betaCdf', () => {
  it.each([
    // Where there is a closed form.
    [0.3, 1, 1, 0.3],
    [0.3, 4, 1, 0.3 ** 4],
    [0.3, 1, 5, 1 - 0.7 ** 5],
    [0.5, 700, 700, 0.5],
    [0.25, 0.5, 0.5, 1 / 3],
    [0.2, 2, 3, 0.1808],
  ])('of %d with %d and %d is %d', (x, a, b, expected) => {
    expect(betaCdf(x, a, b)).toBeCloseTo(expected, 11);
  });
});

describe('betaQuantile', () => {
  it('turns the distribution function round', () => {
    for (const [a, b] of [
      [0.4, 3.5],
      [29.5, 1.5],
      [640, 12.5],
      [1, 400],
    ] as const)
      for (const p of [0.025, 0.5, 0.975]) expect(betaCdf(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 10);
  });

  it('lies at an end where all of the distribution does', () => {
    expect([betaQuantile(0.5, 0, 3), betaQuantile(0.5, 3, 0)]).toEqual([0, 1]);
  });
});
