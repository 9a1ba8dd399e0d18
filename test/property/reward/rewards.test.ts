import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  composeRewards,
  followsProtocol,
  groupReward,
  outputMatches,
  scoreRollouts,
} from '../../../src/reward/index.js';
import type { Reward, RolloutReward } from '../../../src/reward/index.js';

interface Own {
  readonly group: string;
  readonly scores: readonly (number | undefined)[];
}
/** Multiples of 1/16, so that sums are exact in any order. */
const value = fc.integer({ min: -64, max: 64 }).map((n) => n / 16);
const rollouts = fc.array(
  fc.record<Own>({
    group: fc.constantFrom('a', 'b', 'c'),
    scores: fc.array(fc.option(value, { nil: undefined, freq: 6 }), { minLength: 3, maxLength: 3 }),
  }),
  { maxLength: 12 },
);
const weights = fc.array(fc.oneof(value, fc.constant(0)), { minLength: 3, maxLength: 3 });
const groupBy = ({ group }: Own): string => group;

/** The i-th score; undefined stands for a machine that failed. */
const part =
  (i: number): RolloutReward<Own> =>
  ({ scores }) => {
    const score = scores[i];
    if (score === undefined) throw new Error('down');
    return score;
  };

describe('scoring rollouts', () => {
  it('sums the parts that count, and is undecided exactly when one of them is', async () => {
    await fc.assert(
      fc.asyncProperty(rollouts, weights, async (own, weight) => {
        const parts = Object.fromEntries(weight.map((w, i) => [`part${i}`, { reward: part(i), weight: w }]));
        const rewards = await scoreRollouts(own, composeRewards<Own>(parts), { groupBy, concurrency: 2 });
        own.forEach(({ scores }, i) => {
          const reward = rewards[i]!;
          const open = scores.some((score, k) => score === undefined && weight[k] !== 0);
          expect(reward.kind).toBe(open ? 'undecided' : 'scored');
          expect(reward.parts).toHaveLength(3);
          if (reward.kind === 'scored')
            expect(reward.value).toBe(scores.reduce<number>((sum, score, k) => sum + weight[k]! * (score ?? 0), 0));
        });
      }),
    );
  });

  it('does not depend on the order of the rollouts', async () => {
    await fc.assert(
      fc.asyncProperty(rollouts, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), async (own, keys) => {
        const spread = groupReward<Own>((group) => group.map(() => group.length));
        const reward = composeRewards<Own>({ each: part(0), spread });
        const order = own.map((_, i) => ({ i, key: keys[i]! })).sort((a, b) => a.key - b.key);
        const straight = await scoreRollouts(own, reward, { groupBy });
        const shuffled = await scoreRollouts(
          order.map(({ i }) => own[i]!),
          reward,
          { groupBy },
        );
        expect(shuffled).toEqual(order.map(({ i }) => straight[i]));
      }),
    );
  });

  it('turns whatever a function gives back into a reward and never rejects', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.anything()), async (outputs) => {
        const rewards: Reward[] = await scoreRollouts(outputs, (output) => output as number, {
          groupBy: () => 0,
          onWarning: () => undefined,
        });
        for (const reward of rewards) {
          expect(['scored', 'undecided']).toContain(reward.kind);
          if (reward.kind === 'scored') expect(reward.value).toSatisfy(Number.isFinite);
        }
      }),
    );
  });
});

describe('judging form', () => {
  const tag = fc.constantFrom('<reason>', '</reason>', '<answer>', '</answer>', '\\boxed{1}', 'text', '<|im_end|>');

  it('never takes a text for one in the protocol with more or fewer than one answer block', () => {
    fc.assert(
      fc.property(fc.array(tag, { maxLength: 12 }), (tags) => {
        const count = (name: string) => tags.filter((each) => each === name).length;
        if (!followsProtocol(tags.join(''))) return;
        expect([count('<answer>'), count('</answer>')]).toEqual([1, 1]);
        expect(count('<reason>')).toBe(count('</reason>'));
        expect(count('\\boxed{1}')).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('comparing outputs', () => {
  const output = fc.array(fc.constantFrom('a', '1', '0.5', '1e3', ' ', '\n', '\t', '\r\n'), { maxLength: 20 });

  it('is reflexive, and looser from exact over lines to tokens', () => {
    fc.assert(
      fc.property(output, output, (a, b) => {
        const [got, want] = [a.join(''), b.join('')];
        const [exact, lines, tokens] = (['exact', 'lines', 'tokens'] as const).map((by) =>
          outputMatches(got, want, { by, tolerance: 0 }),
        );
        expect(outputMatches(got, got, { by: 'exact', tolerance: 0 })).toBe(true);
        expect(!exact || lines).toBe(true);
        expect(!lines || tokens).toBe(true);
      }),
    );
  });
});
