import { describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/index.js';
import { rocDownsample } from '../../../../src/downsample/index.js';
import { assertRocProbabilities } from '../../../../src/testing/index.js';
import { assertFrequencies, successiveDrawProbabilities } from '../../../../src/testing/internal/draw-probabilities.js';

describe('successiveDrawProbabilities', () => {
  it('is the weights themselves for one draw', () => {
    expect(Object.fromEntries(successiveDrawProbabilities([1, 3], 1))).toEqual({ '0': 0.25, '1': 0.75 });
  });

  it('adds up both orders of two draws', () => {
    const probabilities = successiveDrawProbabilities([2, 1, 1], 2);
    expect(probabilities.get('0,1')).toBeCloseTo((2 / 4) * (1 / 2) + (1 / 4) * (2 / 3), 15);
    expect(probabilities.get('1,2')).toBeCloseTo(2 * (1 / 4) * (1 / 3), 15);
  });

  it('adds up to one, and is uniform for equal weights', () => {
    const probabilities = [...successiveDrawProbabilities([1, 1, 1, 1, 1], 3).values()];
    expect(probabilities).toHaveLength(10);
    for (const probability of probabilities) expect(probability).toBeCloseTo(0.1, 12);
  });

  it('has one certain outcome when nothing or everything is drawn', () => {
    expect([...successiveDrawProbabilities([1, 2], 0)]).toEqual([['', 1]]);
    expect(successiveDrawProbabilities([1, 2], 2).get('0,1')).toBeCloseTo(1, 15);
  });
});

describe('assertFrequencies', () => {
  const fair = new Map(['0', '1', '2', '3', '4', '5'].map((face) => [face, 1 / 6]));
  const rolls = (weights: readonly number[], count: number) => {
    const random = new Random('dice');
    const seen = new Map<string, number>();
    for (let i = 0; i < count; i++) {
      let point = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
      const face = String(weights.findIndex((weight) => (point -= weight) < 0));
      seen.set(face, (seen.get(face) ?? 0) + 1);
    }
    return seen;
  };

  it('accepts a fair die and refuses one that is a little loaded', () => {
    expect(() => assertFrequencies(rolls([1, 1, 1, 1, 1, 1], 20_000), fair)).not.toThrow();
    expect(() => assertFrequencies(rolls([1, 1, 1, 1, 1, 1.2], 20_000), fair)).toThrow(
      /chi-square is .* over 20000 draws/,
    );
  });

  it('has about the false alarms it promises', () => {
    let alarms = 0;
    for (let trial = 0; trial < 400; trial++) {
      const random = new Random(trial);
      const seen = new Map<string, number>();
      for (let i = 0; i < 120; i++) {
        const face = String(random.integer(6));
        seen.set(face, (seen.get(face) ?? 0) + 1);
      }
      try {
        assertFrequencies(seen, fair, 0.1);
      } catch {
        alarms++;
      }
    }
    expect(alarms).toBeGreaterThan(20);
    expect(alarms).toBeLessThan(60);
  });

  it('says which outcomes differ most, the furthest off first', () => {
    expect(() =>
      assertFrequencies(new Map([300, 100, 100, 100, 100, 20].map((count, face) => [String(face), count])), fair),
    ).toThrow(/furthest off: "0" seen 300 times, due 120\.0; "5" seen 20 times, due 120\.0; /);
  });

  it('refuses an outcome that cannot happen', () => {
    expect(() => assertFrequencies(new Map([['6', 1]]), fair)).toThrow('outcome "6" was seen but has probability 0');
  });

  it('refuses to judge on too few draws', () => {
    expect(() => assertFrequencies(rolls([1, 1, 1, 1, 1, 1], 9), fair)).toThrow(RangeError);
  });

  it('pools rare outcomes, and still sees when all of them are missing', () => {
    const rare = new Map([['often', 0.98], ...Array.from({ length: 20 }, (_, i) => [`rare ${i}`, 0.001] as const)]);
    const seen = new Map([['often', 3920], ...Array.from({ length: 20 }, (_, i) => [`rare ${i}`, 4] as const)]);
    expect(() => assertFrequencies(seen, rare)).not.toThrow();
    expect(() => assertFrequencies(new Map([['often', 4000]]), rare)).toThrow(/chi-square/);
  });
});

describe('assertRocProbabilities', () => {
  it('refuses a sampler that does not look at penalties', () => {
    const uniform = { penalty: () => 0 };
    expect(() =>
      assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, { ...request, ...uniform }).kept),
    ).toThrow(/chi-square/);
  });

  it('refuses a sampler that takes the cleanest', () => {
    expect(() =>
      assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, { ...request, penaltyFloor: 1e-9 }).kept),
    ).toThrow(/chi-square/);
  });

  it('refuses a sampler with another ε', () => {
    expect(() =>
      assertRocProbabilities((rollouts, request) => rocDownsample(rollouts, { ...request, penaltyFloor: 0.08 }).kept, {
        penaltyFloor: 0.05,
      }),
    ).toThrow(/chi-square/);
  });
});
