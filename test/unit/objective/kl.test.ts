import { describe, expect, it } from 'vitest';
import {
  aggregateLoss,
  klCovTokens,
  klPenalty,
  policyLoss,
  topEntropyTokens,
  valueLoss,
} from '../../../src/objective/index.js';

const closeTo = (value: number): unknown => expect.closeTo(value, 10);
const list = (values: ArrayLike<number>) => Array.from(values);

describe('klPenalty', () => {
  const logprobs = [-1, -1];
  const reference = [-1.5, -0.5];

  it('estimates by each kind', () => {
    expect(list(klPenalty(logprobs, reference, 'k1').values)).toEqual([0.5, -0.5]);
    expect(list(klPenalty(logprobs, reference, 'abs').derivatives)).toEqual([1, -1]);
    expect(list(klPenalty(logprobs, reference, 'k2').values)).toEqual([0.125, 0.125]);
    expect(list(klPenalty(logprobs, reference, 'k3').values)).toEqual(
      [Math.exp(-0.5) - 0.5, Math.exp(0.5) - 1.5].map(closeTo),
    );
  });

  it('keeps the value and takes the gradient of k2 for the straight-through kinds', () => {
    const plain = klPenalty(logprobs, reference, 'k3');
    const through = klPenalty(logprobs, reference, 'k3+');
    expect(through.values).toEqual(plain.values);
    expect(list(through.derivatives)).toEqual([0.5, -0.5]);
  });

  it('refuses what is no number, in all that is not the policy loss as well', () => {
    const layout = { offsets: [0, 2], responseMask: [1, 1] };
    const message = (name: string) => `${name}[1]: expected a finite number, got NaN`;
    const bad = [0, NaN];
    expect(() => klPenalty(bad, [0, 0], 'k1')).toThrow(message('logprobs'));
    expect(() => klPenalty([0, 0], bad, 'k3')).toThrow(message('referenceLogprobs'));
    expect(() => aggregateLoss(bad, layout, 'token-mean')).toThrow(message('losses'));
    expect(() => valueLoss({ ...layout, values: [0, 0], oldValues: [0, 0], returns: bad })).toThrow(
      message('input.returns'),
    );
    expect(() => topEntropyTokens(bad, [1, 1])).toThrow(message('entropies'));
    const covariance = { responseMask: [1, 1], logprobs: [0, 0], oldLogprobs: [0, 0], advantages: bad };
    expect(() => klCovTokens(covariance, { kind: 'kl-cov' })).toThrow(message('input.advantages'));
  });

  it('lifts the bounds of k3 where that is asked for', () => {
    const { values, derivatives } = klPenalty([-5, -200], [0, 0], 'k3', { bounded: false });
    expect(values[0]).toBeCloseTo(Math.exp(5) - 6, 9);
    expect(derivatives[0]).toBeCloseTo(1 - Math.exp(5), 9);
    expect([Number.isFinite(values[1]), derivatives[1]! + 0]).toEqual([true, 0]);
    const kl = { coefficient: 1, kind: 'k3' } as const;
    const input = {
      offsets: [0, 1],
      responseMask: [1],
      logprobs: [-5],
      oldLogprobs: [-5],
      advantages: [0],
      referenceLogprobs: [0],
    };
    const lossOf = (bounded: boolean) => policyLoss(input, { loss: { kind: 'reinforce' }, kl: { ...kl, bounded } });
    expect([lossOf(true).loss, lossOf(true).gradient[0]]).toEqual([10, 0]);
    expect(lossOf(false).loss).toBeCloseTo(Math.exp(5) - 6, 9);
    expect(lossOf(false).gradient[0]).toBeCloseTo(1 - Math.exp(5), 9);
  });

  it('holds k3 within its bounds, without gradient beyond', () => {
    const { values, derivatives } = klPenalty([-30, 25], [0, 0], 'k3');
    expect(list(values)).toEqual([10, 10]);
    expect(list(derivatives)).toEqual([0, 0]);
  });

  it('refuses unknown kinds and lengths that differ', () => {
    expect(() => klPenalty(logprobs, reference, 'full' as 'k1')).toThrow(RangeError);
    expect(() => klPenalty(logprobs, [0], 'k1')).toThrow(
      new RangeError('referenceLogprobs: expected length 2 (logprobs), got 1'),
    );
    expect(() => klPenalty(null as unknown as number[], [0], 'k1')).toThrow(
      new TypeError('logprobs: expected an array, got null'),
    );
  });
});
