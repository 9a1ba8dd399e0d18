import { describe, expect, it } from 'vitest';
import { mean, quantile, standardDeviation, maskedCount, maskedSum } from '../../../../../src/base/internal/index.js';

describe('mean', () => {
  it('averages arrays and typed arrays', () => {
    expect(mean([1, 2, 6])).toBe(3);
    expect(mean(Float32Array.of(0.5, 1.5))).toBe(1);
  });

  it('is NaN for nothing', () => {
    expect(mean([])).toBeNaN();
  });
});

describe('standardDeviation', () => {
  it('is the sample deviation by default and the population’s with ddof 0', () => {
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9])).toBeCloseTo(Math.sqrt(32 / 7), 14);
    expect(standardDeviation([2, 4, 4, 4, 5, 5, 7, 9], 0)).toBe(2);
  });

  it('keeps its precision far from zero', () => {
    expect(standardDeviation([1e9 + 1, 1e9 + 2, 1e9 + 3])).toBe(1);
  });

  it('is zero for equal values', () => {
    expect(standardDeviation([0.1, 0.1, 0.1])).toBeCloseTo(0, 15);
  });

  it('is NaN where there are too few values', () => {
    expect(standardDeviation([1])).toBeNaN();
    expect(standardDeviation([])).toBeNaN();
    expect(standardDeviation([], 0)).toBeNaN();
    expect(standardDeviation([1], 0)).toBe(0);
  });
});

describe('quantile', () => {
  it("interpolates between order statistics as NumPy's default does", () => {
    expect([0, 0.25, 0.5, 0.9, 1].map((q) => quantile([4, 1, 3, 2], q))).toEqual([1, 1.75, 2.5, 3.7, 4]);
    expect(quantile([5], 0.3)).toBe(5);
  });

  it('leaves its input as it was', () => {
    const values = Object.freeze([3, 1, 2]);
    expect(quantile(values, 0.5)).toBe(2);
    expect(values).toEqual([3, 1, 2]);
  });

  it('is NaN for nothing', () => {
    expect(quantile([], 0.5)).toBeNaN();
  });

  it.each([-0.1, 1.1, NaN])('refuses %d as q', (q) => {
    expect(() => quantile([1], q)).toThrow(new RangeError(`q: expected a number in [0, 1], got ${q}`));
  });
});

const values = [1, NaN, 3, 5];
const mask = [1, 0, 1, 1];

describe('masked statistics', () => {
  it('never read what the mask leaves out', () => {
    expect(maskedSum(values, mask)).toBe(9);
    expect(maskedCount(mask)).toBe(3);
  });
});
