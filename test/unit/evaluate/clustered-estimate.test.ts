import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/index.js';
import { clusteredEstimate } from '../../../src/evaluate/index.js';
import type { ClusterTotal } from '../../../src/evaluate/internal/statistic.js';
import { RECORDED } from './recorded.js';

describe('clusteredEstimate', () => {
  it.each(RECORDED.intervals)(
    'comes to the interval that SciPy comes to: $name',
    ({ sums, weights, limit, standardError }) => {
      const totals = sums.map((sum, i) => ({ sum, weight: weights[i]! }));
      const { value, interval, problems } = clusteredEstimate(totals, {
        resamples: 40_000,
        seed: 'scipy',
        method: 'bca',
      });
      expect(value).toBeCloseTo(sums.reduce((a, b) => a + b) / weights.reduce((a, b) => a + b), 12);
      expect(problems).toBe(sums.length);
      // Two draws differ by chance; the ends by a few hundredths of a standard error.
      expect(Math.abs(interval!.low - limit[0]) / standardError).toBeLessThan(0.06);
      expect(Math.abs(interval!.high - limit[1]) / standardError).toBeLessThan(0.06);
    },
  );

  it.each(['bca', 'percentile'] as const)('holds the truth as often as it says, clustered samples: %s', (method) => {
    const random = new Random(`coverage ${method}`);
    const runs = 400;
    let held = 0;
    for (let run = 0; run < runs; run++) {
      // Problems whose share is uniform on [0.1, 0.9], eight samples each: the mean is 0.5.
      const totals: ClusterTotal[] = Array.from({ length: 40 }, () => {
        const share = 0.1 + 0.8 * random.next();
        return {
          sum: Array.from({ length: 8 }, () => Number(random.next() < share)).reduce((a, b) => a + b),
          weight: 8,
        };
      });
      const { interval } = clusteredEstimate(totals, { resamples: 400, level: 0.9, method, seed: run });
      held += Number(interval!.low <= 0.5 && 0.5 <= interval!.high);
    }
    // 0.9 by 400 runs: three standard errors are 0.045.
    expect(held / runs).toBeGreaterThan(0.855);
    expect(held / runs).toBeLessThan(0.945);
  });

  it('is the same for the same seed, and another for another', () => {
    const totals = Array.from({ length: 9 }, (_, i) => ({ sum: i * i, weight: 1 + i }));
    expect(clusteredEstimate(totals, { seed: 1 })).toEqual(clusteredEstimate(totals, { seed: 1 }));
    expect(clusteredEstimate(totals, { seed: 2 })).not.toEqual(clusteredEstimate(totals, { seed: 1 }));
  });

  it('says nothing of how far one problem is off, nor a measure without bounds in which all problems agree', () => {
    expect(clusteredEstimate([{ sum: 1, weight: 2 }])).toEqual({ value: 0.5, interval: null, problems: 1 });
    expect(clusteredEstimate(Array.from({ length: 5 }, () => ({ sum: 7, weight: 1 })))).toEqual({
      ...{ value: 7, interval: null, problems: 5 },
    });
  });

  it('says of 30 of 30 what 30 answers can say, however many samples they are', () => {
    for (const samples of [1, 4, 16]) {
      const { value, interval } = clusteredEstimate(
        Array.from({ length: 30 }, () => ({ sum: samples, weight: samples })),
      );
      expect([value, interval!.high]).toEqual([1, 1]);
      // Clopper and Pearson: 0.025 to the power of 1/30.
      expect(interval!.low).toBeCloseTo(0.025 ** (1 / 30), 10);
    }
  });

  it.each(['auto', 'bca', 'percentile'] as const)('draws from the problems that have weight alone: %s', (method) => {
    const some = Array.from({ length: 12 }, (_, i) => ({ sum: i * i, weight: 1 + i }));
    const ragged = some.flatMap((total) => [total, { sum: 0, weight: 0 }, { sum: 0, weight: 0 }]);
    expect(clusteredEstimate(ragged, { method })).toEqual(clusteredEstimate(some, { method }));
  });

  it('refuses what has no weight', () => {
    expect(() => clusteredEstimate([])).toThrow(new RangeError('totals: expected a weight above 0, got none'));
    expect(() => clusteredEstimate([{ sum: 1, weight: -1 }])).toThrow(RangeError);
    expect(() => clusteredEstimate([{ sum: 1, weight: 1 }], { level: 1 })).toThrow(
      new RangeError('options.level: expected less than 1, got 1'),
    );
  });
});
