import { describe, expect, it } from 'vitest';
import { verlAdvantages } from '../../../../src/compat/index.js';

const input = { offsets: [0, 2, 3], responseMask: [1, 1, 1], rewards: [0, 1, 3], groups: ['a', 'b'] };

describe('verlAdvantages', () => {
  it('gives a group of one its raw reward, as verl does', () => {
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
  it('gives a group of one its raw return under the optimal token baselines', () => {
    const half = [0, 0, 0, 0, 0];
    const input = {
      ...{ offsets: [0, 3, 5], responseMask: [1, 1, 1, 1, 1], rewards: [0, 0, 1, 0, 0], groups: ['a', 'b'] },
      ...{ oldLogprobs: half.map(() => Math.log(0.5)), sumPiSquared: half.map(() => 0.5) },
    };
    for (const estimator of ['optimal_token_baseline', 'tir_optimal_token_baseline'] as const)
      expect([...verlAdvantages(estimator, input).advantages]).toEqual([1, 1, 1, 0, 0]);
  });

  it('wants one label a sequence', () => {
    const input = { offsets: [0, 2, 4], responseMask: [1, 1, 0, 1], rewards: [0, 1, 0, 3], groups: ['a'] };
    expect(() => verlAdvantages('grpo', input as never)).toThrow('input.groups: expected length 2 (sequences), got 1');
  });
});
