import { describe, expect, it } from 'vitest';
import { PolicyError, Random } from '../../../../../src/base/index.js';
import { drawToken } from '../../../../../src/tfjs/sampler/internal/draw.js';

const probabilities = [0.5, 0.3, 0.15, 0.05];
const logits = Float32Array.from(probabilities, Math.log);

/** How often each token came in `count` draws. */
function frequencies(temperature: number, topP: number, count = 20_000): number[] {
  const random = new Random('draws');
  const counts = [0, 0, 0, 0];
  for (let i = 0; i < count; i++) counts[drawToken(logits, temperature, topP, random).token]! += 1 / count;
  return counts;
}

describe('drawToken', () => {
  it('draws with the probabilities of the softmax', () => {
    frequencies(1, 1).forEach((share, token) => expect(share).toBeCloseTo(probabilities[token]!, 1));
  });

  it('sharpens and flattens with the temperature', () => {
    const powers = probabilities.map((p) => p ** 2);
    const total = powers.reduce((a, b) => a + b);
    frequencies(0.5, 1).forEach((share, token) => expect(share).toBeCloseTo(powers[token]! / total, 1));
  });

  it('draws only from the nucleus, but gives the logprob of the full distribution', () => {
    const shares = frequencies(1, 0.7);
    expect(shares[0]).toBeCloseTo(0.5 / 0.8, 1);
    expect(shares[2]! + shares[3]!).toBe(0);
    expect(drawToken(logits, 1, 0.1, new Random(1))).toEqual({
      token: 0,
      logprob: expect.closeTo(Math.log(0.5), 6) as number,
    });
  });

  it('takes the largest logit at temperature 0', () => {
    expect(drawToken(logits, 0, 1, new Random(1)).token).toBe(0);
  });

  it('never draws a token of probability 0', () => {
    const masked = Float32Array.from([-Infinity, 0, -Infinity]);
    for (let seed = 0; seed < 50; seed++) expect(drawToken(masked, 1, 1, new Random(seed)).token).toBe(1);
  });

  it.each([
    [NaN, 1, 2],
    [1, NaN, 2],
    [1, Infinity, 2],
    [-Infinity, -Infinity, -Infinity],
  ])('refuses logits that are no distribution: %d, %d, %d', (...logits) => {
    for (const temperature of [0, 1])
      expect(() => drawToken(Float32Array.from(logits), temperature, 1, new Random(1))).toThrow(PolicyError);
  });

  it('never draws a token whose logit is −Infinity', () => {
    const random = new Random(1);
    for (let i = 0; i < 50; i++)
      expect(drawToken(Float32Array.of(-Infinity, 0, -Infinity), 1, 1, random)).toEqual({ token: 1, logprob: 0 });
  });
});
