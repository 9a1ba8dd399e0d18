import { describe, expect, it } from 'vitest';
import {
  broadcastAdvantages,
  gaeAdvantages,
  klPenalizedRewards,
  optimalTokenBaselineAdvantages,
  outcomeRewards,
  reinforcePlusPlusAdvantages,
  remaxAdvantages,
} from '../../../src/advantage/index.js';
import { estimateOptimalTokenBaseline, sumRewards, sumToGo } from '../../../src/advantage/compat.js';

/** Two sequences; the first has a tool response (one masked token) in its middle. */
const layout = { offsets: [0, 4, 6], responseMask: [1, 0, 1, 1, 0, 1] };
const outcome = { ...layout, rewards: [0, 9, 0, 1, 9, 2] };
const list = (values: ArrayLike<number>) => Array.from(values);

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

describe('gaeAdvantages', () => {
  it('is the reward-to-go less the value when λ and γ are 1', () => {
    const values = [0.5, NaN, 0.25, 0, NaN, 1];
    const { advantages, returns } = gaeAdvantages({ ...outcome, values }, { lambda: 1 });
    expect(list(advantages)).toEqual([0.5, 0, 0.75, 1, 0, 1]);
    expect(list(returns)).toEqual([1, 0, 1, 1, 0, 2]);
  });

  it('is the one-step error when λ is 0', () => {
    const values = [0.5, 0, 0.25, 0.125, 0, 1];
    expect(list(gaeAdvantages({ ...outcome, values }, { lambda: 0, discount: 0.5 }).advantages)).toEqual([
      0.125 - 0.5,
      0,
      0.0625 - 0.25,
      1 - 0.125,
      0,
      1,
    ]);
  });

  it('refuses a discount above 1', () => {
    expect(() => gaeAdvantages({ ...outcome, values: outcome.rewards }, { discount: 1.5 })).toThrow(
      new RangeError('options.discount: expected at most 1, got 1.5'),
    );
  });
});

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

describe('optimalTokenBaselineAdvantages', () => {
  /** Equal energies: every baseline is the mean return of those that have the column. */
  const even = (groups: readonly string[]) => ({
    offsets: [0, 3, 5],
    responseMask: [1, 1, 1, 1, 1],
    rewards: [0, 0, 1, 0, 0],
    groups,
    oldLogprobs: [0, 0, 0, 0, 0].map(() => Math.log(0.5)),
    sumPiSquared: [0.5, 0.5, 0.5, 0.5, 0.5],
  });

  it('compares each token with the others of its column, and a longer sequence’s tail with nothing', () => {
    const { advantages } = optimalTokenBaselineAdvantages(even(['a', 'a']), { epsilon: 0 });
    expect(list(advantages)).toEqual([0.5, 0.5, 1, -0.5, -0.5]);
    const withTail = optimalTokenBaselineAdvantages(even(['a', 'a']), { epsilon: 0, zeroTail: false });
    expect(list(withTail.advantages)).toEqual([0.5, 0.5, 0, -0.5, -0.5]);
  });

  it('weighs returns by the energy gathered so far', () => {
    const input = { ...even(['a', 'a']), rolloutWeights: [Math.sqrt(3), 1, 1, 1, 1] };
    const { advantages } = optimalTokenBaselineAdvantages(input, { epsilon: 0 });
    expect(advantages[0]).toBeCloseTo(1 - 3 / 4, 12);
    expect(advantages[1]).toBeCloseTo(1 - 4 / 6, 12);
  });

  it('gives a group of one nothing, or its return when asked', () => {
    expect(list(optimalTokenBaselineAdvantages(even(['a', 'b'])).advantages)).toEqual([0, 0, 0, 0, 0]);
    const habits = { singleton: 'raw', tailAtCount: false, countEmpty: false, masked: 'zero' } as const;
    const raw = estimateOptimalTokenBaseline(even(['a', 'b']), {}, habits);
    expect(list(raw.advantages)).toEqual([1, 1, 1, 0, 0]);
  });

  it('refuses labels that do not fit', () => {
    expect(() => optimalTokenBaselineAdvantages(even(['a']))).toThrow(
      new RangeError('input.groups: expected length 2 (sequences), got 1'),
    );
  });
});
