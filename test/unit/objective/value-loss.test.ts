import { describe, expect, it } from 'vitest';
import { valueLoss } from '../../../src/objective/index.js';

const closeTo = (value: number): unknown => expect.closeTo(value, 10);
const list = (values: ArrayLike<number>) => Array.from(values);
const layout = { offsets: [0, 2, 4], responseMask: [1, 1, 1, 0] };

describe('valueLoss', () => {
  it('takes the larger of the plain and the clipped error', () => {
    const input = { ...layout, values: [2, 1, 0.1, NaN], oldValues: [1, 1, 1, 0], returns: [1, 0, 0, 0] };
    const { loss, gradient, clipFraction } = valueLoss(input, { clip: 0.5, aggregation: 'token-mean' });
    // Token 0 moved away from its return: its own error is the larger. Token 2 came close: the clipped one is.
    expect(loss).toBeCloseTo((1 + 1 + 0.25) / 2 / 3, 12);
    expect(list(gradient)).toEqual([1 / 3, 1 / 3, 0, 0].map(closeTo));
    expect(clipFraction).toBeCloseTo(1 / 3, 12);
  });

  it('refuses a clip that is not positive', () => {
    expect(() => valueLoss({ ...layout, values: [], oldValues: [], returns: [] }, { clip: 0 })).toThrow(RangeError);
  });
});
