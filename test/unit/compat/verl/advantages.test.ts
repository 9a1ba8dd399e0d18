import { describe, expect, it } from 'vitest';
import { verlAdvantages, verlGroupIndex, verlGroupStatistics } from '../../../../src/compat/verl/advantages.js';

const input = { offsets: [0, 2, 3], responseMask: [1, 1, 1], rewards: [0, 1, 3], groups: ['a', 'b'] };

describe('verlAdvantages', () => {
  it('keeps verl’s habit of giving a group of one its raw reward', () => {
    expect(Array.from(verlAdvantages('rloo', input).advantages)).toEqual([1, 1, 3]);
    expect(Array.from(verlAdvantages('rloo_vectorized', input).advantages)).toEqual([0, 0, 0]);
    expect(() => verlAdvantages('grpo_passk', input)).toThrow(RangeError);
  });

  it('answers an unknown name with those there are', () => {
    expect(() => verlAdvantages('ppo' as 'gae', input)).toThrow(
      /^estimator: expected one of grpo, .*gae.*, got "ppo"$/,
    );
  });

  it('gives NaN to a group without a counted token under opo', () => {
    const uncounted = { ...input, responseMask: [0, 0, 1], groups: ['a', 'a'], offsets: [0, 1, 2] };
    expect(
      Array.from(verlAdvantages('opo', { ...uncounted, responseMask: [0, 0], rewards: [0, 1] }).advantages),
    ).toEqual([NaN, NaN]);
  });

  it('says which array is missing', () => {
    const { offsets, responseMask, rewards } = input;
    expect(() => verlAdvantages('grpo', { offsets, responseMask, rewards })).toThrow(
      new TypeError('input.groups: expected an array, got undefined'),
    );
  });
});

describe('verlAdvantages by group', () => {
  it('wants one label a sequence', () => {
    const input = { offsets: [0, 2, 4], responseMask: [1, 1, 0, 1], rewards: [0, 1, 0, 3], groups: ['a'] };
    expect(() => verlAdvantages('grpo', input as never)).toThrow('input.groups: expected length 2 (sequences), got 1');
  });
});

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
