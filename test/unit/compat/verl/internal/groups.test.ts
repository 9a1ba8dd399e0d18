import { describe, expect, it } from 'vitest';
import { verlGroupIndex, verlGroupStatistics } from '../../../../../src/compat/verl/internal/groups.js';

describe('verlGroupIndex', () => {
  it('reads labels as integers where all of them do, and numbers them in sorted order otherwise', () => {
    expect(verlGroupIndex(['7', '07', ' +7', '1_0'])).toEqual([7, 7, 7, 10]);
    expect(verlGroupIndex(['b', '7', 'a', 'b'])).toEqual([2, 0, 1, 2]);
    expect(verlGroupIndex([2, 1.9999999])).toEqual([2, 2]);
    expect(verlGroupIndex([2.5, 1.5])).toEqual([2, 1]);
  });
});

describe('verlGroupStatistics', () => {
  it('floors the variance and gives groups of one or none 0 and 1', () => {
    expect(verlGroupStatistics([1, 1, 4], [0, 0, 2], 0.25)).toEqual({
      mean: Float64Array.of(1, 0, 0),
      std: Float64Array.of(0.5, 1, 1),
      count: Float64Array.of(2, 0, 1),
    });
  });
});
