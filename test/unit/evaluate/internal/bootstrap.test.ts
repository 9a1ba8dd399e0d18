import { describe, expect, it } from 'vitest';
import { intervalOf } from '../../../../src/evaluate/internal/bootstrap.js';
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
