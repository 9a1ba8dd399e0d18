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
    expect([back.interval!.low, back.interval!.high]).toEqual([
      expect.closeTo(-there.interval!.high, 9),
      expect.closeTo(-there.interval!.low, 9),
    ]);
  });

  it.each([
    ['three of four rise, which chance gives once in four times', [0.25, 0.5, 0.5, 0.75], [0.5, 0.75, 0.5, 1]],
    ['five of five rise, which chance gives once in sixteen times', [0, 0, 0, 0, 0], [1, 1, 1, 1, 1]],
    ['six of six rise', [0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]],
    ['nothing differs', [1, 1, 1], [1, 1, 1]],
  ])('has an interval and a p-value that say the same: %s', (_, first, second) => {
    for (const level of [0.8, 0.95]) {
      const { interval, pValue } = compareEvaluations(run(first), run(second), { level }).measures.average!;
      expect(interval!.low <= 0 && 0 <= interval!.high).toBe(pValue > 1 - level);
    }
  });

  it('has intervals that hold 0 exactly where the p-value is above 1 - level, for shares, lengths and ratios', () => {
    const random = new Random('agree');
    const seen = [0, 0];
    for (let i = 0; i < 60; i++) {
      const [problems, lift] = [4 + random.integer(16), random.integer(4) / 10];
      const draw = (more: number): EvaluationRecord[] =>
        Array.from({ length: problems }, (_, problem) =>
          Array.from({ length: 1 + random.integer(3) }, () => {
            const toolCalls = random.integer(3);
            return {
              ...{ problem: `p${problem}`, correct: Number(random.next() < 0.5 + more) },
              ...{
                tokens: 50 + random.integer(100) + Math.round(100 * more),
                toolCalls,
                toolErrors: random.integer(toolCalls + 1),
              },
            };
          }),
        ).flat();
      const { measures } = compareEvaluations(draw(0), draw(lift), { k: [1], resamples: 400, seed: i });
      for (const { interval, pValue } of Object.values(measures)) {
        if (interval === null) continue;
        expect(interval.low <= 0 && 0 <= interval.high).toBe(pValue > 1 - 0.95);
        seen[Number(pValue > 0.05)]!++;
      }
    }
    expect(Math.min(...seen)).toBeGreaterThan(10);
  });

  it('has an interval with a width where all problems agree, or none', () => {
    const all = (correct: number) =>
      run(Array.from({ length: 30 }, () => correct)).map((one) => ({ ...one, turns: 1 + correct }));
    const { measures } = compareEvaluations(all(0), all(1));
    expect(measures.average).toMatchObject({ difference: 1, interval: { high: 1 } });
    expect(measures.average!.interval!.low).toBeLessThan(0.9);
    expect(measures['turns']!.interval).toBeNull();
    const { interval } = compareEvaluations(all(1), all(1)).measures.average!;
    expect([interval!.low, interval!.high]).toEqual([expect.closeTo(-0.116, 3), expect.closeTo(0.116, 3)]);
  });

  it('pairs: what problems differ in among themselves does not widen the interval', () => {
    const random = new Random('pairs');
    const shares = Array.from({ length: 30 }, () => random.integer(15) / 16);
    const { interval, pValue } = compareEvaluations(run(shares), run(shares.map((share) => share + 1 / 16))).measures
      .average!;
    // Two runs that are not paired would be some 0.15 apart to each side.
    expect(interval!.low).toBeGreaterThan(0);
    expect(interval!.high).toBeLessThan(0.13);
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
      new RangeError('second: expected at least one problem of first, got none'),
    );
  });
});
