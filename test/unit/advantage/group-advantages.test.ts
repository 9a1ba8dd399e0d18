import { describe, expect, it } from 'vitest';
import { groupAdvantages } from '../../../src/advantage/index.js';
import type { GroupAdvantageOptions } from '../../../src/advantage/index.js';

/** Rewards in groups labelled a, b, …: `of({ a: [1, 0], b: [1] })`. */
function of(groups: { readonly [label: string]: readonly number[] }) {
  return Object.entries(groups).flatMap(([groupId, rewards]) => rewards.map((reward) => ({ groupId, reward })));
}

/** A matcher for a number that may differ by rounding. */
const closeTo = (value: number): unknown => expect.closeTo(value, 12);

type Sample = ReturnType<typeof of>[number] & { readonly length?: number };

function estimate(rollouts: readonly Sample[], options: GroupAdvantageOptions<Sample> = {}) {
  return Array.from(groupAdvantages(rollouts, { length: (rollout) => rollout.length ?? 1, ...options }));
}

describe('groupAdvantages', () => {
  it('divides the distance from the group mean by the sample standard deviation', () => {
    const [first, second, third, fourth] = estimate(of({ a: [1, 0, 0, 1] }), { epsilon: 0 });
    expect(first).toBeCloseTo(0.5 / Math.sqrt(1 / 3), 12);
    expect(second).toBeCloseTo(-0.5 / Math.sqrt(1 / 3), 12);
    expect([third, fourth]).toEqual([second, first]);
  });

  it('takes the population standard deviation with ddof 0', () => {
    expect(estimate(of({ a: [1, 0] }), { ddof: 0, epsilon: 0 })).toEqual([1, -1]);
  });

  it('gives exactly zero to groups of equal rewards, whatever rounding does to their mean', () => {
    expect(estimate(of({ a: [0.1, 0.1, 0.1], b: [0, 0] }))).toEqual([0, 0, 0, 0, 0]);
  });

  it('keeps groups apart and answers in input order', () => {
    const rollouts = [
      { groupId: 'a', reward: 1 },
      { groupId: 'b', reward: 5 },
      { groupId: 'a', reward: 0 },
      { groupId: 'b', reward: 7 },
    ];
    expect(estimate(rollouts, { estimator: 'dr-grpo' })).toEqual([0.5, -1, -0.5, 1]);
  });

  it('gives a group of one nothing, or an error, as asked', () => {
    expect(estimate(of({ a: [3] }))).toEqual([0]);
    expect(() => estimate(of({ a: [3] }), { singleton: 'error' })).toThrow(
      new RangeError('rollouts[0]: expected a group of at least 2 rollouts, got 1'),
    );
  });

  it('scales by the whole batch when asked', () => {
    const rewards = [1, 0, 1, 1];
    const deviation = Math.sqrt(0.75 / 3);
    expect(
      estimate(of({ a: rewards.slice(0, 2), b: rewards.slice(2) }), { estimator: 'batch-scaled', epsilon: 0 }),
    ).toEqual([0.5 / deviation, -0.5 / deviation, 0, 0]);
  });

  it('compares with the mean of the others under rloo', () => {
    expect(estimate(of({ a: [1, 0, 1] }), { estimator: 'rloo' })).toEqual([0.5, -1, 0.5].map((v) => closeTo(v)));
  });

  it('weighs the baseline by length under opo, and needs one counted token for that', () => {
    const rollouts = of({ a: [1, 0] }).map((rollout, i) => ({ ...rollout, length: [3, 1][i]! }));
    expect(estimate(rollouts, { estimator: 'opo' })).toEqual([0.25, -0.75]);
    expect(estimate(rollouts, { estimator: 'opo', length: () => 0 })).toEqual([0, 0]);
  });

  it('raises the weight of a batch with few successes under gpg', () => {
    expect(estimate(of({ a: [1, 0], b: [0, 0] }), { estimator: 'gpg' })).toEqual([2, -2, 0, 0]);
    expect(estimate(of({ a: [1, 0] }), { estimator: 'gpg', normalizer: 4 })).toEqual([0.25, -0.25]);
  });

  it('rewards only the best rollout, by its lead, under pass-at-k', () => {
    expect(estimate(of({ a: [0.25, 1, 0] }), { estimator: 'pass-at-k', scale: 'none' })).toEqual([0, 0.75, 0]);
  });

  it('reads the caller’s own rollouts by accessors, plain numbers included', () => {
    const labels = [7, '7', 7, '7'];
    const advantages = groupAdvantages([1, 1, 3, 1], {
      reward: (r) => r,
      groupBy: (_, i) => labels[i]!,
      scale: 'none',
    });
    expect(Array.from(advantages)).toEqual([-1, 0, 1, 0]);
  });

  it('refuses rewards that are missing or not finite, naming the rollout', () => {
    expect(() => estimate(of({ a: [1, NaN] }))).toThrow(
      new RangeError('rollouts[1].reward: expected a finite number, got NaN'),
    );
    // @ts-expect-error the compiler asks for `reward`
    expect(() => groupAdvantages([{ groupId: 'a' }])).toThrow(
      new TypeError('rollouts[0].reward: expected a number, got undefined; pass options.reward'),
    );
  });

  it('refuses unknown options and accessors that are not functions', () => {
    expect(() => estimate([], { estimator: 'ppo' as 'grpo' })).toThrow(/^options\.estimator: expected one of "grpo"/);
    expect(() => estimate([], { reward: 3 as never })).toThrow(
      new TypeError('options.reward: expected function, got 3'),
    );
  });

  it('looks at some of the rollouts alone, and gives the others NaN', () => {
    const rollouts = of({ a: [1, 0, 5], b: [2, 4] });
    const among = [0, 1, 4];
    expect(estimate(rollouts, { among, estimator: 'dr-grpo' })).toEqual([0.5, -0.5, NaN, NaN, 0]);
    expect(estimate([...rollouts, { groupId: 'c', reward: NaN }], { among })).toHaveLength(6);
    const sliced = estimate(of({ a: [1, 0], b: [4] }), { estimator: 'batch-scaled' });
    expect(estimate(rollouts, { among, estimator: 'batch-scaled' }).filter((a) => !Number.isNaN(a))).toEqual(sliced);
  });

  it('answers an empty batch with an empty array', () => {
    expect(estimate([])).toEqual([]);
  });
});
