import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ADVANTAGE_ESTIMATORS, groupAdvantages, whiten } from '../../../src/advantage/index.js';
import type { AdvantageEstimator, AdvantageOptions } from '../../../src/advantage/index.js';

const reward = fc.integer({ min: -64, max: 64 }).map((value) => value / 16);
const rollouts = fc.array(
  fc.record({ groupId: fc.constantFrom('a', 'b', 'c', 'd'), reward, length: fc.integer({ min: 1, max: 9 }) }),
  { maxLength: 24 },
);
const estimator = fc.constantFrom(...(Object.keys(ADVANTAGE_ESTIMATORS) as AdvantageEstimator[]));

type Sample = { readonly groupId: string; readonly reward: number; readonly length: number };
const estimate = (samples: readonly Sample[], options: AdvantageOptions) =>
  Array.from(groupAdvantages(samples, { ...options, length: (sample) => sample.length }));

describe('group advantages', () => {
  it('are finite for every finite input, and zero where a group has one reward', () => {
    fc.assert(
      fc.property(rollouts, estimator, (samples, name) => {
        const advantages = estimate(samples, { estimator: name });
        samples.forEach((sample, i) => {
          expect(advantages[i]).toSatisfy(Number.isFinite);
          const group = samples.filter(({ groupId }) => groupId === sample.groupId);
          if (new Set(group.map((member) => member.reward)).size === 1) expect(advantages[i]).toBe(0);
        });
      }),
    );
  });

  it('do not depend on the order of the rollouts', () => {
    fc.assert(
      fc.property(rollouts, estimator, (samples, name) => {
        // Of several best rollouts pass-at-k picks the first, but their lead is then 0.
        const forward = estimate(samples, { estimator: name });
        const backward = estimate(samples.toReversed(), { estimator: name }).reverse();
        forward.forEach((advantage, i) => expect(backward[i]).toBeCloseTo(advantage, 9));
      }),
    );
  });

  it('sum to zero in each group when the baseline is the mean', () => {
    fc.assert(
      fc.property(rollouts, fc.constantFrom('grpo', 'dr-grpo', 'rloo', 'batch-scaled', 'gpg'), (samples, name) => {
        const advantages = estimate(samples, { estimator: name });
        for (const label of new Set(samples.map(({ groupId }) => groupId))) {
          const own = advantages.filter((_, i) => samples[i]!.groupId === label);
          expect(own.reduce((sum, advantage) => sum + advantage, 0)).toBeCloseTo(0, 6);
        }
      }),
    );
  });

  it('are unchanged under grpo when all rewards are scaled and shifted', () => {
    fc.assert(
      fc.property(rollouts, fc.integer({ min: 1, max: 8 }), reward, (samples, factor, shift) => {
        const moved = samples.map((sample) => ({ ...sample, reward: factor * sample.reward + shift }));
        const before = estimate(samples, { epsilon: 0 });
        estimate(moved, { epsilon: 0 }).forEach((advantage, i) => expect(advantage).toBeCloseTo(before[i]!, 9));
      }),
    );
  });
});

describe('whiten', () => {
  it('gives the selected values mean 0 and sample variance 1', () => {
    const entries = fc.array(fc.tuple(reward, fc.boolean()), { maxLength: 30 });
    fc.assert(
      fc.property(entries, (pairs) => {
        const selected = pairs.filter(([, on]) => on).map(([value]) => value);
        fc.pre(new Set(selected).size > 1);
        const whitened = whiten(
          pairs.map(([value]) => value),
          pairs.map(([, on]) => Number(on)),
        );
        const kept = Array.from(whitened).filter((_, i) => pairs[i]![1]);
        expect(kept.reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 6);
        expect(kept.reduce((sum, value) => sum + value ** 2, 0) / (kept.length - 1)).toBeCloseTo(1, 4);
        whitened.forEach((value, i) => pairs[i]![1] || expect(value).toBe(0));
      }),
    );
  });
});
