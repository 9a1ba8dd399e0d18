import { describe, expect, it } from 'vitest';
import { compareAlgorithms, type EndOfTraining } from '../../../examples/trainer/comparison/verdicts.js';
import { exampleEndOfTraining } from './fixtures.js';

function seeds(passAt1: number[], shares: (number | null)[]): EndOfTraining[] {
  return passAt1.map((value, seed) => ({ seed, passAt1: value, toolErrorShareInCorrect: shares[seed]! }));
}

describe('compareAlgorithms', () => {
  it('gives mean and sample standard deviation over seeds', () => {
    const { results } = compareAlgorithms({ grpo: seeds([0.9, 1], [0.1, null]) });
    expect(results[0]).toMatchObject({ name: 'grpo', seeds: 2, responseLength: null });
    expect(results[0]!.passAt1!.mean).toBeCloseTo(0.95, 12);
    expect(results[0]!.passAt1!.sd).toBeCloseTo(Math.SQRT1_2 * 0.1, 12);
    expect(results[0]!.toolErrorShareInCorrect).toEqual({ mean: 0.1, sd: null, values: [0.1] });
  });

  it('finds all four claims held where they are', () => {
    const { verdicts, ratioToGrpo } = compareAlgorithms(exampleEndOfTraining());
    expect(verdicts.map(({ kind }) => kind)).toEqual(['held', 'held', 'held', 'held']);
    expect(ratioToGrpo).toBeCloseTo(0.01 / 0.09, 10);
    expect(verdicts[0]!.evidence).toBe('1.0 % against 9.0 %, 0.11 of it (sd 0.4 % and 0.4 %).');
  });

  it('says so when a claim did not hold', () => {
    const { verdicts } = compareAlgorithms({
      'grpo-roc': seeds([0.9, 0.9], [0.06, 0.06]),
      grpo: seeds([0.95, 0.95], [0.1, 0.1]),
      uniform: seeds([0.9, 0.9], [0.06, 0.06]),
    });
    expect(verdicts.map(({ kind, claim }) => [kind, claim])).toEqual([
      ['not-held', 'Failed calls inside correct rollouts: grpo-roc at most half of grpo'],
      ['not-held', 'Failed calls inside correct rollouts: grpo-roc below uniform'],
      ['not-held', 'Pass@1: grpo-roc equal to grpo or better'],
      ['held', 'Pass@1: grpo-roc equal to uniform or better'],
    ]);
  });

  it('says when a difference is smaller than the spread, without changing the verdict', () => {
    const { verdicts } = compareAlgorithms({
      'grpo-roc': seeds([0.9, 0.96], [0, 0]),
      grpo: seeds([0.91, 0.97], [0.1, 0.1]),
    });
    const passAt1 = verdicts.find(({ claim }) => claim.startsWith('Pass@1'))!;
    expect(passAt1.kind).toBe('not-held');
    expect(passAt1.evidence).toContain('smaller than the spread over seeds');
  });

  it('does not decide what was not measured', () => {
    const { verdicts, ratioToGrpo } = compareAlgorithms({
      'grpo-roc': seeds([0.9], [0.1]),
      grpo: seeds([0.9], [null]),
    });
    expect(verdicts.map(({ kind }) => kind)).toEqual(['undecided', 'undecided', 'held']);
    expect(ratioToGrpo).toBeNull();
  });

  it('has no ratio to a share of zero', () => {
    const { verdicts, ratioToGrpo } = compareAlgorithms({ 'grpo-roc': seeds([1], [0]), grpo: seeds([1], [0]) });
    expect(ratioToGrpo).toBeNull();
    expect(verdicts[0]).toMatchObject({ kind: 'held', evidence: '0.0 % against 0.0 % (one seed, no spread).' });
  });
});
