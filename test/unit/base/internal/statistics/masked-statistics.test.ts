import { describe, expect, it } from 'vitest';
import { maskedMean, maskedSum, maskedVariance } from '../../../../../src/base/internal/index.js';

const values = [1, NaN, 3, 5];
const mask = [1, 0, 1, 1];

describe('masked statistics', () => {
  it('never read what the mask leaves out', () => {
    expect(maskedSum(values, mask)).toBe(9);
    expect(maskedMean(values, mask)).toBe(3);
    expect(maskedVariance(values, mask)).toBe(4);
    expect(maskedVariance(values, mask, 0)).toBeCloseTo(8 / 3, 12);
  });

  it('give 0 for the mean of nothing, and refuse a sample variance of one value', () => {
    expect(maskedMean(values, [0, 0, 0, 0])).toBe(0);
    expect(() => maskedVariance(values, [1, 0, 0, 0])).toThrow(
      new RangeError('mask: expected at least 2 selected values, got 1'),
    );
    expect(maskedVariance(values, [1, 0, 0, 0], 0)).toBe(0);
  });

  it('add an epsilon to the count when asked', () => {
    expect(maskedMean(values, mask, 1)).toBe(2.25);
  });
});
