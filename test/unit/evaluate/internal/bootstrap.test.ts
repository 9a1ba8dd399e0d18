import { describe, expect, it } from 'vitest';
import { intervalOf, normalCdf, normalQuantile } from '../../../../src/evaluate/internal/bootstrap.js';
import { RECORDED } from '../recorded.js';

const cases = RECORDED.intervals.flatMap((recorded) =>
  Object.entries(recorded.intervals).map(([how, ends]) => [`${recorded.name}, ${how}`, how, ends, recorded] as const),
);

describe('the interval of a bootstrap distribution', () => {
  it.each(cases)(
    'is the one that SciPy makes of the same draws: %s',
    (_name, how, ends, { sums, weights, distribution }) => {
      const ratio = (without?: number): number => {
        const kept = (values: readonly number[]): number =>
          values.reduce((sum, value, i) => (i === without ? sum : sum + value), 0);
        return kept(sums) / kept(weights);
      };
      const [method, level] = how.split(' ');
      const { low, high } = intervalOf(
        Float64Array.from(distribution),
        ratio(),
        Float64Array.from(sums, (_, i) => ratio(i)),
        { method: method as 'bca' | 'percentile', level: Number(level) },
      );
      expect(low).toBeCloseTo(ends[0], 10);
      expect(high).toBeCloseTo(ends[1], 10);
    },
  );
});

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
