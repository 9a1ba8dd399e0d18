import { describe, expect, it } from 'vitest';
import { rewardToGo } from '../../../../src/advantage/internal/reward-to-go.js';
import { layout, list, outcome } from '../sequences.js';

describe('rewardToGo', () => {
  it('passes over tool responses, whose tokens neither discount nor pay', () => {
    expect(list(rewardToGo(outcome, 0.5))).toEqual([0.25, 0, 0.5, 1, 0, 2]);
  });

  it('names arrays that do not fit', () => {
    const sum = (input: typeof outcome) => rewardToGo(input, 1);
    expect(() => sum({ ...layout, rewards: [1] })).toThrow(
      new RangeError('input.rewards: expected length 6 (response mask), got 1'),
    );
    expect(() => sum({ ...outcome, offsets: [0, 4, 3, 6] })).toThrow(RangeError);
    expect(() => sum({ ...outcome, offsets: [0, 4] })).toThrow(
      new RangeError('input.offsets: expected to end at 6 (response mask), got 4'),
    );
  });
});
