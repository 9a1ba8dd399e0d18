import { describe, expect, it } from 'vitest';
import { aggregateLoss } from '../../../src/objective/index.js';

const list = (values: ArrayLike<number>) => Array.from(values);
const layout = { offsets: [0, 2, 4], responseMask: [1, 1, 1, 0] };

describe('aggregateLoss', () => {
  it('gives the weight of each token as the gradient, and 0 for nothing', () => {
    const { loss, gradient } = aggregateLoss([1, 2, 3, NaN], layout, 'seq-mean-token-mean');
    expect(loss).toBeCloseTo((1.5 + 3) / 2, 12);
    expect(list(gradient)).toEqual([0.25, 0.25, 0.5, 0]);
    const empty = { offsets: [0, 2], responseMask: [0, 0] };
    expect(aggregateLoss([1, NaN], empty, 'token-mean').loss).toBe(0);
  });

  it('refuses a mask of booleans, of which each would count', () => {
    const booleans = { offsets: [0, 2], responseMask: [true, false] as unknown as number[] };
    expect(() => aggregateLoss([1, 2], booleans, 'token-mean')).toThrow(
      new TypeError('layout.responseMask[0]: expected 0 or 1, got true'),
    );
  });
});
