import { describe, expect, it } from 'vitest';
import { klPenalty } from '../../../src/objective/index.js';

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
  });
});
