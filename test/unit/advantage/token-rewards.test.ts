import { describe, expect, it } from 'vitest';
import { broadcastAdvantages, outcomeRewards } from '../../../src/advantage/index.js';
import { sumRewards, sumToGo } from '../../../src/advantage/compat.js';
import { layout, list, outcome } from './sequences.js';

describe('outcomeRewards and broadcastAdvantages', () => {
  it('sum over counted tokens, or over all as verl does', () => {
    expect(list(outcomeRewards(outcome))).toEqual([1, 2]);
    expect(list(sumRewards(outcome, 'count'))).toEqual([10, 11]);
  });

  it('put one advantage a sequence on its counted tokens', () => {
    expect(list(broadcastAdvantages([3, NaN], layout))).toEqual([3, 0, 3, 3, 0, NaN]);
  });

  it('name arrays that do not fit', () => {
    expect(() => outcomeRewards({ ...layout, rewards: [1] })).toThrow(
      new RangeError('input.rewards: expected length 6 (response mask), got 1'),
    );
    expect(() => outcomeRewards({ ...outcome, offsets: [0, 4, 3, 6] })).toThrow(RangeError);
    expect(() => outcomeRewards({ ...outcome, offsets: [0, 4] })).toThrow(
      new RangeError('input.offsets: expected to end at 6 (response mask), got 4'),
    );
    expect(() => broadcastAdvantages([1], layout)).toThrow(
      new RangeError('advantages: expected length 2 (sequences), got 1'),
    );
  });
});

describe('sumToGo', () => {
  it('passes over tool responses, whose tokens neither discount nor pay', () => {
    expect(list(sumToGo(outcome, 0.5, 'zero'))).toEqual([0.25, 0, 0.5, 1, 0, 2]);
  });

  it('gives masked tokens the next return, or cuts the return there, as verl’s estimators do', () => {
    expect(list(sumToGo(outcome, 1, 'carry'))).toEqual([1, 1, 1, 1, 2, 2]);
    expect(list(sumToGo(outcome, 1, 'reset'))).toEqual([0, 10, 1, 1, 11, 2]);
  });
});
