import { describe, expect, it } from 'vitest';
import { rewardToGo, sumRewards } from '../../../../src/advantage/compat.js';
import { layout, list, outcome } from '../sequences.js';

describe('sumRewards', () => {
  it('sums over counted tokens, or over all as verl does', () => {
    expect(list(sumRewards(outcome, { masked: 'ignore' }))).toEqual([1, 2]);
    expect(list(sumRewards(outcome, { masked: 'count' }))).toEqual([10, 11]);
  });

  it('names arrays that do not fit', () => {
    const sum = (input: typeof outcome) => sumRewards(input, { masked: 'ignore' });
    expect(() => sum({ ...layout, rewards: [1] })).toThrow(
      new RangeError('input.rewards: expected length 6 (response mask), got 1'),
    );
    expect(() => sum({ ...outcome, offsets: [0, 4, 3, 6] })).toThrow(RangeError);
    expect(() => sum({ ...outcome, offsets: [0, 4] })).toThrow(
      new RangeError('input.offsets: expected to end at 6 (response mask), got 4'),
    );
  });
});

describe('rewardToGo', () => {
  it('passes over tool responses, whose tokens neither discount nor pay', () => {
    expect(list(rewardToGo(outcome, 0.5, { masked: 'zero' }))).toEqual([0.25, 0, 0.5, 1, 0, 2]);
  });

  it('gives masked tokens the next return, or cuts the return there, as verl’s estimators do', () => {
    expect(list(rewardToGo(outcome, 1, { masked: 'carry' }))).toEqual([1, 1, 1, 1, 2, 2]);
    expect(list(rewardToGo(outcome, 1, { masked: 'reset' }))).toEqual([0, 10, 1, 1, 11, 2]);
  });
});
