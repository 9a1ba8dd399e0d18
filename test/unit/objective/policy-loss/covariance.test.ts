import { describe, expect, it } from 'vitest';
import type { PolicyLossInput } from '../../../../src/objective/index.js';
import { clipCovTokens, klCovTokens } from '../../../../src/objective/index.js';
import { list, run } from '../token-losses.js';

describe('clip-cov and kl-cov', () => {
  /** Covariances 0.75, −0.25, −0.25, 0.75 over advantages ±1 and logprobs −1 ± …. */
  const input: PolicyLossInput = {
    offsets: [0, 4],
    responseMask: [1, 1, 1, 1],
    oldLogprobs: [-1, -1, -2, -3],
    logprobs: [-1, -1, -2, -3],
    advantages: [1, 0, 0, -1],
  };

  it('drop tokens whose covariance lies between the bounds', () => {
    const dropping = { kind: 'clip-cov', lower: 0.5, upper: 5, ratio: 0.5 } as const;
    const { gradient, metrics } = run(input, dropping);
    expect(list(gradient).map(Math.abs)).toEqual([0, 0, 0, 0]);
    expect(metrics['actor/pg_clipfrac']).toBe(0.5);
    expect(list(run(input, { ...dropping, ratio: 0.25 }).gradient).map(Math.abs)).toEqual([0, 0, 0, 1]);
  });

  it('choose among candidates by the seed', () => {
    const chosen = (seed: string) => {
      const { gradient } = run(input, { kind: 'clip-cov', lower: 0.5, upper: 5, ratio: 0.25, seed });
      return list(gradient).findIndex((value, t) => value === 0 && input.advantages[t] !== 0);
    };
    const seeds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    expect(new Set(seeds.map(chosen))).toEqual(new Set([0, 3]));
    expect(seeds.map(chosen)).toEqual(seeds.map(chosen));
  });

  it('make the tokens of highest covariance pay for their distance', () => {
    const moved = { ...input, logprobs: [-1, -1, -2, -3.5] };
    const paying = run(moved, { kind: 'kl-cov', ratio: 0.25, coefficient: 2 });
    expect(paying.losses[3]).toBeCloseTo(Math.exp(-0.5) + 2 * 0.5, 12);
    expect(paying.gradient[3]).toBeCloseTo(Math.exp(-0.5) - 2, 12);
    expect(paying.metrics).toMatchObject({ 'actor/ppo_kl': 0.125 });
  });

  it('take tokens that were chosen over a larger batch', () => {
    const { gradient } = run({ ...input, selectedTokens: [0, 0, 0, 1] }, { kind: 'clip-cov' });
    expect(list(gradient).map(Math.abs)).toEqual([1, 0, 0, 0]);
  });

  it.each([
    ['clipCovTokens', (values: PolicyLossInput) => clipCovTokens(values, { kind: 'clip-cov' })],
    ['klCovTokens', (values: PolicyLossInput) => klCovTokens(values, { kind: 'kl-cov' })],
  ])('refuse a mask of booleans and arrays that do not fit: %s', (_, choose) => {
    expect(() => choose({ ...input, responseMask: [true, false, true, true] as never })).toThrow(
      new TypeError('input.responseMask[0]: expected 0 or 1, got true'),
    );
    expect(() => choose({ ...input, advantages: [1] })).toThrow(
      new RangeError('input.advantages: expected length 4 (response mask), got 1'),
    );
    expect(() => choose(undefined as never)).toThrow(new TypeError('input: expected an object, got undefined'));
  });
});
