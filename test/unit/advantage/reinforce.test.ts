import { describe, expect, it } from 'vitest';
import { klPenalizedRewards, reinforcePlusPlusAdvantages, remaxAdvantages } from '../../../src/advantage/index.js';
import { list, outcome } from './sequences.js';

describe('reinforcePlusPlusAdvantages', () => {
  it('whitens the return over the counted tokens of the batch', () => {
    const { advantages, returns } = reinforcePlusPlusAdvantages(outcome);
    expect(list(returns)).toEqual([1, 0, 1, 1, 0, 2]);
    const [first, masked, , , , last] = list(advantages);
    expect(first! * 3 + last!).toBeCloseTo(0, 9);
    expect((3 * first! ** 2 + last! ** 2) / 3).toBeCloseTo(1, 6);
    expect(masked).toBe(0);
  });

  it('gives no signal where fewer than two tokens are counted', () => {
    const single = { offsets: [0, 2], responseMask: [0, 1], rewards: [0, 1] };
    expect(list(reinforcePlusPlusAdvantages(single).advantages)).toEqual([0, 0]);
  });

  it('refuses an option that nobody knows', () => {
    expect(() => reinforcePlusPlusAdvantages(outcome, { gamma: 0.9 } as never)).toThrow(
      new TypeError('options: unknown option "gamma"'),
    );
    expect(() => reinforcePlusPlusAdvantages(outcome, { whitening: { eps: 1 } } as never)).toThrow(
      new TypeError('options.whitening: unknown option "eps"'),
    );
  });
});

describe('remaxAdvantages', () => {
  it('takes the greedy rollout’s reward off every counted token', () => {
    expect(list(remaxAdvantages(outcome, [0.5, 3]).advantages)).toEqual([0.5, 0, 0.5, 0.5, 0, -1]);
    expect(() => remaxAdvantages(outcome, [1])).toThrow(
      new RangeError('baselines: expected length 2 (sequences), got 1'),
    );
  });
});

describe('klPenalizedRewards', () => {
  it('takes β times the log-ratio off each reward', () => {
    expect(list(klPenalizedRewards([1, 0], [-1, -2], [-3, -1], 0.5))).toEqual([0, 0.5]);
    expect(() => klPenalizedRewards([1, 0], [-1], [-3, -1], 0.5)).toThrow(RangeError);
  });
});
