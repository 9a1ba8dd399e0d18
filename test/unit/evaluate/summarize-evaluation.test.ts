import { describe, expect, it } from 'vitest';
import { summarizeEvaluation, type EvaluationRecord } from '../../../src/evaluate/index.js';

const of = (problem: string, correct: EvaluationRecord['correct'], answer?: string): EvaluationRecord => ({
  problem,
  correct,
  ...(answer === undefined ? {} : { answer }),
});

const records: EvaluationRecord[] = [
  { ...of('a', 1, '0.5'), tokens: 10, turns: 1, toolCalls: 0, toolErrors: 0, truncated: false },
  { ...of('a', 1, '1/2'), tokens: 30, turns: 3, toolCalls: 4, toolErrors: 1, truncated: false },
  { ...of('a', 0, '7'), tokens: 50, turns: 2, toolCalls: 2, toolErrors: 2, truncated: true },
  { ...of('a', 0, '8'), tokens: 70, turns: 2, toolCalls: 2, toolErrors: 0, truncated: true },
  of('b', 0, '3'),
  of('b', 0, '3'),
  of('b', 1, '4'),
  of('b', 'undecided'),
  of('c', 'unavailable'),
];

describe('summarizeEvaluation', () => {
  const { measures, ...counts } = summarizeEvaluation(records, { k: [1, 2, 4] });
  const values = Object.fromEntries(
    Object.entries(measures).map(([name, { value, problems }]) => [name, [value, problems]]),
  );

  it('counts apart what was not judged and what is not there', () => {
    expect(counts).toEqual({ problems: 3, samples: 9, undecided: 1, unavailable: 1 });
  });

  it('averages over the samples of a problem, then over problems', () => {
    expect(values['average']).toEqual([(0.5 + 1 / 3) / 2, 2]);
    expect(values['pass@1']).toEqual([expect.closeTo((0.5 + 1 / 3) / 2), 2]);
  });

  it('takes pass@k and maj@k over the problems that have k judged samples', () => {
    expect(values['pass@2']).toEqual([expect.closeTo((1 - 1 / 6 + 2 / 3) / 2), 2]);
    expect(values['pass@4']).toEqual([1, 1]);
    // Equal answers vote together: 0.5 and 1/2.
    expect(values['maj@4']).toEqual([expect.closeTo(1), 1]);
  });

  it('measures lengths, turns and calls over samples', () => {
    expect(values['responseLength']).toEqual([40, 1]);
    expect(values['responseLengthInCorrect']).toEqual([20, 1]);
    expect(values['responseLengthInTruncated']).toEqual([60, 1]);
    expect(values['truncation']).toEqual([0.5, 1]);
    expect(values['turns']).toEqual([2, 1]);
    expect(values['toolCalls']).toEqual([2, 1]);
    expect(values['toolErrorShare']).toEqual([3 / 8, 1]);
    expect(values['toolErrorShareInCorrect']).toEqual([1 / 4, 1]);
  });

  it('goes up to the most samples that a problem has, by default', () => {
    const names = Object.keys(summarizeEvaluation(records.slice(0, 7)).measures).filter((name) =>
      name.startsWith('pass'),
    );
    expect(names).toEqual(['pass@1', 'pass@2', 'pass@4']);
    const three = Object.keys(summarizeEvaluation(records.slice(4, 7)).measures).filter((name) =>
      name.startsWith('pass'),
    );
    expect(three).toEqual(['pass@1', 'pass@2', 'pass@3']);
  });

  it('has no votes where there are no answers, and no measures where there is nothing', () => {
    const names = Object.keys(summarizeEvaluation([of('a', 1), of('b', 0)]).measures);
    expect(names).toEqual(['average', 'pass@1']);
    expect(summarizeEvaluation([])).toEqual({ problems: 0, samples: 0, undecided: 0, unavailable: 0, measures: {} });
  });

  it('counts a score above nought as right in pass@k, and as it is in the average', () => {
    const scored = summarizeEvaluation([of('a', 0.25), of('a', -1), of('b', 0), of('b', 0.75)]);
    expect(scored.measures.average!.value).toBe(0);
    expect(scored.measures['pass@1']!.value).toBe(0.5);
  });

  it('refuses a k beyond the samples', () => {
    expect(() => summarizeEvaluation(records, { k: [4, 8] })).toThrow(
      new RangeError('options.k.1: expected at most 4 (samples of a problem), got 8'),
    );
  });
});
