import { describe, expect, it } from 'vitest';
import { normalCdf, normalQuantile } from '../../../../src/evaluate/internal/normal.js';
import { RECORDED } from '../recorded.js';

describe('the normal distribution', () => {
  it.each(RECORDED.normal.cdf)("has SciPy's distribution function at %d", (x, p) => {
    expect(normalCdf(x)).toBeCloseTo(p, 14);
  });

  it.each(RECORDED.normal.quantile)("has SciPy's quantile at %d", (p, x) => {
    expect(normalQuantile(p) / (x === 0 ? 1 : x)).toBeCloseTo(x === 0 ? 0 : 1, p < 1e-6 || p > 1 - 1e-6 ? 4 : 12);
  });

  it('ends where doubles do', () => {
    expect([normalCdf(-40), normalCdf(40)]).toEqual([0, 1]);
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  });
});
