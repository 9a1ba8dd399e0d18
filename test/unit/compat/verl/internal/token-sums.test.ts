import { describe, expect, it } from 'vitest';
import { carryBack, resettingRewardToGo, sumAllRewards } from '../../../../../src/compat/verl/internal/token-sums.js';
import { list, outcome } from '../../../advantage/sequences.js';

describe("verl's sums of token rewards", () => {
  it('sum over all tokens of a sequence, counted or not', () => {
    expect(list(sumAllRewards(outcome))).toEqual([10, 11]);
  });

  it('give masked tokens the value of the next counted one, and 0 where none follows', () => {
    expect(list(carryBack(Float64Array.of(1, 0, 2, 3, 0, 4), outcome))).toEqual([1, 2, 2, 3, 4, 4]);
    const none = { offsets: [0, 2], responseMask: [1, 0] };
    expect(list(carryBack(Float64Array.of(5, 0), none))).toEqual([5, 0]);
  });

  it('cut the return at a tool response', () => {
    expect(list(resettingRewardToGo(outcome, 1))).toEqual([0, 10, 1, 1, 11, 2]);
  });
});
