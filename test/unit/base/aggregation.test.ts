import { describe, expect, it } from 'vitest';
import { aggregationWeights } from '../../../src/base/internal/index.js';
import type { Aggregation } from '../../../src/base/index.js';

const layout = { offsets: [0, 3, 5, 7], responseMask: [0, 1, 1, 0, 1, 0, 0] };
const weigh = (aggregation: Aggregation) => Array.from(aggregationWeights(layout, aggregation));

describe('aggregationWeights', () => {
  it('gives every counted token the same weight under token-mean', () => {
    const third = 1 / 3;
    expect(weigh('token-mean')).toEqual([0, third, third, 0, third, 0, 0]);
    expect(weigh({ kind: 'token-mean', tokens: 8, scale: 2 })).toEqual([0, 0.25, 0.25, 0, 0.25, 0, 0]);
  });

  it('averages over the sequences that have a counted token', () => {
    expect(weigh('seq-mean-token-sum')).toEqual([0, 0.5, 0.5, 0, 0.5, 0, 0]);
    expect(weigh('seq-mean-token-mean')).toEqual([0, 0.25, 0.25, 0, 0.5, 0, 0]);
    expect(weigh({ kind: 'seq-mean-token-mean', sequences: 4 })).toEqual([0, 0.125, 0.125, 0, 0.25, 0, 0]);
  });

  it('divides by sequences and the longest of them, or a divisor, under seq-mean-token-sum-norm', () => {
    expect(weigh('seq-mean-token-sum-norm')).toEqual([0, 1 / 6, 1 / 6, 0, 1 / 6, 0, 0]);
    expect(weigh({ kind: 'seq-mean-token-sum-norm', divisor: 4 })).toEqual([0, 0.125, 0.125, 0, 0.125, 0, 0]);
    expect(weigh({ kind: 'seq-mean-token-sum-norm', divisor: 4, sequences: 1 })[1]).toBe(0.25);
  });

  it('sums under token-sum, and takes a constant as it is', () => {
    expect(weigh('token-sum')).toEqual([0, 1, 1, 0, 1, 0, 0]);
    expect(weigh({ kind: 'token-sum', scale: 2 })).toEqual([0, 2, 2, 0, 2, 0, 0]);
    expect(weigh({ kind: 'constant', weight: 0.1 })).toEqual([0, 0.1, 0.1, 0, 0.1, 0, 0]);
  });

  it('weighs nothing where nothing is counted', () => {
    for (const kind of ['token-mean', 'seq-mean-token-sum', 'seq-mean-token-mean', 'seq-mean-token-sum-norm'] as const)
      expect(Array.from(aggregationWeights({ offsets: [0, 2], responseMask: [0, 0] }, kind))).toEqual([0, 0]);
  });

  it('refuses what it does not know', () => {
    expect(() => weigh('batch-mean' as 'token-mean')).toThrow(RangeError);
    expect(() => weigh({ kind: 'token-mean', tokens: 0 })).toThrow(
      new RangeError('aggregation.tokens: expected more than 0, got 0'),
    );
  });
});
