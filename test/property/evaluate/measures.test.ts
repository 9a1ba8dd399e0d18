import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { majorityAtK, passAtK, summarizeEvaluation, type EvaluationRecord } from '../../../src/evaluate/index.js';

const record: fc.Arbitrary<EvaluationRecord> = fc.record(
  {
    problem: fc.constantFrom('a', 'b', 'c', 'd'),
    correct: fc.oneof(fc.constantFrom(0, 1), fc.constantFrom('undecided' as const, 'unavailable' as const)),
    answer: fc.constantFrom('1', '2', '3'),
    tokens: fc.nat(100),
    truncated: fc.boolean(),
    toolCalls: fc.constant(3),
    toolErrors: fc.nat(3),
  },
  { requiredKeys: ['problem', 'correct'] },
);
const records = fc.array(record, { minLength: 1, maxLength: 30 });
const options = { resamples: 50, answerKey: (answer: string) => answer };

describe('measures of any records', () => {
  it('do not depend on the order of the records', () => {
    fc.assert(
      fc.property(
        records.chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }))),
        ([all, shuffled]) => {
          const [one, other] = [summarizeEvaluation(all, options), summarizeEvaluation(shuffled, options)];
          expect(Object.keys(other.measures)).toEqual(Object.keys(one.measures));
          for (const [name, { value, interval }] of Object.entries(one.measures)) {
            const there = other.measures[name]!;
            expect(there.value).toBeCloseTo(value, 9);
            if (interval !== null) expect(there.interval!.low).toBeCloseTo(interval.low, 9);
          }
        },
      ),
    );
  });

  it('keep shares between 0 and 1, and intervals around their values in order', () => {
    fc.assert(
      fc.property(records, (all) => {
        for (const [name, { value, interval }] of Object.entries(summarizeEvaluation(all, options).measures)) {
          if (interval !== null) expect(interval.low).toBeLessThanOrEqual(interval.high);
          if (/^(average|pass|maj|truncation|toolErrorShare)/.test(name)) {
            expect(value).toBeGreaterThanOrEqual(0);
            expect(value).toBeLessThanOrEqual(1);
          }
        }
      }),
    );
  });

  it('do not change with samples that are unavailable', () => {
    fc.assert(
      fc.property(records, (all) => {
        const seen = new Set(all.map(({ problem }) => problem));
        const more = [...seen].map((problem) => ({ problem, correct: 'unavailable' as const }));
        const [one, other] = [summarizeEvaluation(all, options), summarizeEvaluation([...all, ...more], options)];
        expect(other.measures).toEqual(one.measures);
      }),
    );
  });
});

const counts = fc.integer({ min: 1, max: 40 }).chain((samples) => fc.tuple(fc.constant(samples), fc.nat(samples)));

describe('pass@k and maj@k', () => {
  it('pass@k is in [0, 1], grows with k and with right samples, and is the share of right ones at k = 1', () => {
    fc.assert(
      fc.property(counts, ([samples, right]) => {
        expect(passAtK(samples, right, 1)).toBeCloseTo(right / samples, 12);
        for (let k = 1; k <= samples; k++) {
          const value = passAtK(samples, right, k);
          expect(value).toBeGreaterThanOrEqual(k === 1 ? 0 : passAtK(samples, right, k - 1) - 1e-12);
          expect(value).toBeLessThanOrEqual(1);
          if (right > 0) expect(value).toBeGreaterThanOrEqual(passAtK(samples, right - 1, k) - 1e-12);
        }
      }),
    );
  });

  it('maj@k is in [0, 1], at most pass@k, and the share of right samples at k = 1', () => {
    const answers = fc.array(fc.record({ votes: fc.integer({ min: 1, max: 6 }), right: fc.constantFrom(0, 1) }), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(answers, fc.nat(3), (given, silent) => {
        const samples = given.reduce((sum, { votes }) => sum + votes, silent);
        const right = given.reduce((sum, each) => sum + each.votes * each.right, 0);
        for (let k = 1; k <= samples; k++) {
          const value = majorityAtK(given, k, silent);
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(passAtK(samples, right, k) + 1e-9);
          if (k === 1) expect(value).toBeCloseTo(right / samples, 9);
        }
      }),
    );
  });
});
