import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/index.js';
import { compareEvaluations, type EvaluationRecord } from '../../../src/evaluate/index.js';
import { RECORDED } from './recorded.js';

/** Sixteen samples of each problem, so many of them right. */
function run(shares: readonly number[]): EvaluationRecord[] {
  return shares.flatMap((share, problem) =>
    Array.from({ length: 16 }, (_, i) => ({ problem: `p${problem}`, correct: Number(i < share * 16) })),
  );
}

describe('compareEvaluations', () => {
  it.each(RECORDED.permutations)(
    "has the p-value of SciPy's permutation test: $pValue",
    ({ first, second, pValue }) => {
      const { measures, problems } = compareEvaluations(run(first), run(second), { resamples: 5000, k: [1] });
      expect(problems).toBe(first.length);
      expect(measures.average!.pValue).toBeCloseTo(pValue, 12);
    },
  );

  it('comes near to the exact p-value where it draws', () => {
    const { first, second, pValue } = RECORDED.permutations.at(-1)!;
    const drawn = compareEvaluations(run(first), run(second), { resamples: 4000, k: [1] }).measures.average!;
    expect(2 ** first.length).toBeGreaterThan(4000);
    expect(Math.abs(drawn.pValue - pValue)).toBeLessThan(0.03);
  });

  it('says how far the second is from the first, and is the opposite the other way round', () => {
    const [first, second] = [run([0.25, 0.5, 0.5, 0.75]), run([0.5, 0.75, 0.5, 1])];
    const there = compareEvaluations(first, second).measures.average!;
    const back = compareEvaluations(second, first).measures.average!;
    expect(there).toMatchObject({ first: 0.5, second: 0.6875, difference: 0.1875, problems: 4 });
    expect([back.difference, back.pValue]).toEqual([-there.difference, there.pValue]);
    expect(there.interval!.low).toBeGreaterThan(0);
  });

  it('pairs: what problems differ in among themselves does not widen the interval', () => {
    const random = new Random('pairs');
    const shares = Array.from({ length: 30 }, () => random.integer(15) / 16);
    const { interval, pValue } = compareEvaluations(run(shares), run(shares.map((share) => share + 1 / 16))).measures
      .average!;
    expect([interval!.low, interval!.high]).toEqual([expect.closeTo(1 / 16), expect.closeTo(1 / 16)]);
    expect(pValue).toBeLessThan(0.001);
  });

  it('gives two runs that do not differ a p-value of 1', () => {
    const same = run([0.25, 1, 0]);
    expect(compareEvaluations(same, same).measures.average).toMatchObject({ difference: 0, pValue: 1 });
  });

  it('keeps to the problems that both have, and names the others', () => {
    const [first, second] = [run([0.25, 0.5, 1]), run([0.5, 0.5])];
    expect(compareEvaluations(first, second)).toMatchObject({ problems: 2, onlyInFirst: ['p2'], onlyInSecond: [] });
    expect(compareEvaluations(first, second).measures.average).toMatchObject({ first: 0.375, second: 0.5 });
  });

  it('finds a difference about as often as its level says where there is none', () => {
    const random = new Random('null');
    const runs = 300;
    let found = 0;
    for (let i = 0; i < runs; i++) {
      const draw = (): number[] => Array.from({ length: 12 }, () => random.integer(17) / 16);
      const { pValue } = compareEvaluations(run(draw()), run(draw()), { resamples: 200, k: [1], seed: i }).measures
        .average!;
      found += Number(pValue <= 0.1);
    }
    // 0.1 by 300 runs: three standard errors are 0.052.
    expect(found / runs).toBeLessThan(0.152);
    expect(found / runs).toBeGreaterThan(0.048);
  });

  it('refuses runs that have no problem in common', () => {
    expect(() => compareEvaluations(run([1]), [{ problem: 'other', correct: 1 }])).toThrow(
      new RangeError('second: expected a problem that first has, got none'),
    );
  });
});
