import { describe, expect, it } from 'vitest';
import { Random } from '../../../src/base/index.js';
import { rocDownsample } from '../../../src/downsample/index.js';
import { drawUniform, drawWeighted } from '../../../src/downsample/internal/sample-group.js';
import { assertRocProbabilities } from '../../../src/testing/index.js';
import { assertFrequencies, successiveDrawProbabilities } from '../../../src/testing/internal/draw-probabilities.js';

const DRAWS = 5_000;

/** How often each subset is drawn under seeds of their own. */
function frequencies(draws: number, draw: (random: Random) => readonly number[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (let i = 0; i < draws; i++) {
    const key = draw(new Random(i))
      .toSorted((a, b) => a - b)
      .join();
    seen.set(key, (seen.get(key) ?? 0) + 1);
  }
  return seen;
}

// Seeds are fixed, so each of these either always passes or never; a correct sampler passes but for one seed in a million.
describe('draws', () => {
  it('draws weighted subsets one by one without replacement', () => {
    const weights = [20, 2, 2, 1, 0.5];
    for (const count of [1, 2, 3]) {
      const seen = frequencies(20_000, (random) => drawWeighted([0, 1, 2, 3, 4], weights, count, random));
      assertFrequencies(seen, successiveDrawProbabilities(weights, count));
    }
  });

  it('draws every subset equally often when it draws uniformly', () => {
    const seen = frequencies(DRAWS, (random) => drawUniform([0, 1, 2, 3, 4, 5], 3, random));
    assertFrequencies(seen, successiveDrawProbabilities([1, 1, 1, 1, 1, 1], 3));
  });
});

describe('rocDownsample', () => {
  it('draws positives by their penalties, negatives uniformly and both independently', () => {
    assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, request).kept);
  });

  it('takes another ε into account', () => {
    assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, { ...request, penaltyFloor: 0.4 }).kept, {
      penaltyFloor: 0.4,
    });
  });

  it('makes a clean rollout ten times as likely as one that made no tool call', () => {
    const rewards = [1, 1];
    const penalties = [0, 0.5];
    const seen = frequencies(DRAWS, (random) => rocDownsample([0, 1], accessors(rewards, penalties, random)).kept);
    assertFrequencies(
      seen,
      new Map([
        ['0', 10 / 11],
        ['1', 1 / 11],
      ]),
    );
  });

  it('draws the groups of a batch independently of each other', () => {
    const batch = Array.from({ length: 6 }, (_, i) => ({ group: `g${i % 2}`, reward: 0 }));
    const seen = frequencies(
      20_000,
      (random) =>
        rocDownsample(batch, {
          keep: 1,
          seed: random,
          reward: ({ reward }) => reward,
          groupBy: ({ group }) => group,
          penalty: () => 0,
        }).kept,
    );
    const pairs = [0, 2, 4].flatMap((a) => [1, 3, 5].map((b) => [a, b].toSorted((x, y) => x - y).join()));
    assertFrequencies(seen, new Map(pairs.map((pair) => [pair, 1 / 9])));
  });

  it('draws uniformly as a control, whatever the penalties', () => {
    const all = [0, 1, 2, 3, 4];
    const seen = frequencies(
      20_000,
      (random) =>
        rocDownsample(all, { ...accessors([1, 1, 0, 0, 0], [0, 2, 2, 0, 1], random), strategy: 'uniform', keep: 2 })
          .kept,
    );
    assertFrequencies(seen, successiveDrawProbabilities([1, 1, 1, 1, 1], 2));
  });

  it('leaves out groups of equal size equally often for the world size', () => {
    const batch = ['a', 'b', 'c'];
    const seen = frequencies(
      20_000,
      (random) =>
        rocDownsample(batch, {
          ...accessors([0, 0, 0], [0, 0, 0], random),
          groupBy: (label: string) => label,
          worldSize: 2,
        }).kept,
    );
    assertFrequencies(seen, new Map(['0,1', '0,2', '1,2'].map((pair) => [pair, 1 / 3])));
  });

  it('lets the failed-call share inside kept positives fall, and leaves that of negatives alone', () => {
    // The method's point: of 10 clean and 10 flawed positives most kept ones are clean.
    const penalties = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? 0 : 0.5));
    const rewards = Array.from({ length: 40 }, (_, i) => (i < 20 ? 1 : 0));
    const indices = penalties.map((_, i) => i);
    let [flawedPositives, flawedNegatives] = [0, 0];
    for (let draw = 0; draw < 500; draw++) {
      const { kept } = rocDownsample(indices, { ...accessors(rewards, penalties, new Random(draw)), keep: 20 });
      flawedPositives += kept.filter((i) => i < 20 && i % 2 === 1).length;
      flawedNegatives += kept.filter((i) => i >= 20 && i % 2 === 1).length;
    }
    expect(flawedPositives / 5000).toBeLessThan(0.25);
    expect(Math.abs(flawedNegatives / 5000 - 0.5)).toBeLessThan(0.02);
  });
});

/** Rollouts that are their own indices, in one group. */
function accessors(rewards: readonly number[], penalties: readonly number[], seed: Random) {
  return {
    keep: 1,
    seed,
    reward: (_: unknown, index: number) => rewards[index]!,
    groupBy: () => 'group',
    penalty: (_: unknown, index: number) => penalties[index]!,
  };
}
