import { describe, expect, it } from 'vitest';
import { PolicyError, Random } from '../../../../../src/base/index.js';
import { drawToken, type Truncation } from '../../../../../src/tfjs/sampler/internal/draw.js';

const probabilities = [0.5, 0.3, 0.15, 0.05];
const logits = Float32Array.from(probabilities, Math.log);

/** How often each token came in `count` draws. */
function frequencies(temperature: number, truncation: Truncation, count = 20_000): number[] {
  const random = new Random('draws');
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) counts[drawToken(logits, temperature, truncation, random).token]! += 1 / count;
  return counts;
}

describe('drawToken', () => {
  it('draws with the probabilities of the softmax', () => {
    frequencies(1, {}).forEach((share, token) => expect(share).toBeCloseTo(probabilities[token]!, 1));
  });

  it('sharpens and flattens with the temperature', () => {
    const powers = probabilities.map((p) => p ** 2);
    const total = powers.reduce((a, b) => a + b);
    frequencies(0.5, {}).forEach((share, token) => expect(share).toBeCloseTo(powers[token]! / total, 1));
  });

  it('draws only from the nucleus, but gives the logprob of the full distribution', () => {
    const shares = frequencies(1, { topP: 0.7 });
    expect(shares[0]).toBeCloseTo(0.5 / 0.8, 1);
    expect(shares[2]! + shares[3]!).toBe(0);
    expect(drawToken(logits, 1, { topP: 0.1 }, new Random(1))).toEqual({
      token: 0,
      logprob: expect.closeTo(Math.log(0.5), 6) as number,
    });
  });

  /** Step by step, as transformers' processors do it: each sets what it forbids to nothing and leaves the rest. */
  function plainSupport(given: readonly number[], { topK = Infinity, topP = 1, minP = 0 }: Truncation): number[] {
    let left = given.map((p, token) => ({ p, token })).sort((a, b) => b.p - a.p || a.token - b.token);
    left = left.slice(0, topK);
    const total = left.reduce((sum, { p }) => sum + p, 0);
    left = left.filter((_, i) => i === 0 || left.slice(0, i).reduce((sum, { p }) => sum + p, 0) < topP * total);
    return left.filter(({ p }, i) => i === 0 || p >= minP * left[0]!.p).map(({ token }) => token);
  }

  it('draws what a plain reading of top-k, top-p and min-p allows, and all of it, with the right shares', () => {
    const random = new Random('truncations');
    for (let round = 0; round < 100; round++) {
      const weights = Array.from({ length: 6 }, () => Math.exp(2 * random.normal()));
      const sum = weights.reduce((a, b) => a + b);
      const given = weights.map((weight) => weight / sum);
      const truncation: Truncation = {
        ...(round % 2 && { topK: 1 + random.integer(6) }),
        ...(round % 3 && { topP: 0.2 + 0.8 * random.next() }),
        ...(round % 5 && { minP: random.next() ** 2 }),
      };
      const allowed = plainSupport(given, truncation);
      const counts = new Map<number, number>();
      // Evenly spread numbers in place of random ones: each token's share is then exact to one draw.
      const draws = 2000;
      let worst = 0;
      for (let i = 0; i < draws; i++) {
        const even = { next: () => (i + 0.5) / draws } as Random;
        const { token, logprob } = drawToken(Float32Array.from(given, Math.log), 1, truncation, even);
        counts.set(token, (counts.get(token) ?? 0) + 1);
        worst = Math.max(worst, Math.abs(logprob - Math.log(given[token]!)));
      }
      expect(worst).toBeLessThan(1e-4);
      const total = allowed.reduce((mass, token) => mass + given[token]!, 0);
      for (const token of counts.keys()) expect(allowed).toContain(token);
      for (const token of allowed)
        expect(Math.abs((counts.get(token) ?? 0) - (draws * given[token]!) / total)).toBeLessThan(1.5);
    }
  });

  it('takes the largest logit at temperature 0', () => {
    expect(drawToken(logits, 0, {}, new Random(1)).token).toBe(0);
  });

  it('never draws a token of probability 0', () => {
    const masked = Float32Array.from([-Infinity, 0, -Infinity]);
    for (let seed = 0; seed < 50; seed++) expect(drawToken(masked, 1, {}, new Random(seed)).token).toBe(1);
  });

  it.each([
    [NaN, 1, 2],
    [1, NaN, 2],
    [1, Infinity, 2],
    [-Infinity, -Infinity, -Infinity],
  ])('refuses logits that are no distribution: %d, %d, %d', (...logits) => {
    for (const temperature of [0, 1])
      expect(() => drawToken(Float32Array.from(logits), temperature, {}, new Random(1))).toThrow(PolicyError);
  });

  it('never draws a token whose logit is −Infinity', () => {
    const random = new Random(1);
    for (let i = 0; i < 50; i++)
      expect(drawToken(Float32Array.of(-Infinity, 0, -Infinity), 1, {}, random)).toEqual({ token: 1, logprob: 0 });
  });
});
