import { describe, expect, it } from 'vitest';
import { betaCdf, betaQuantile } from '../../../../../src/base/internal/statistics/beta-quantile.js';

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
