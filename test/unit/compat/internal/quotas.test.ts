import { describe, expect, it } from 'vitest';
import { halfEvenQuotas } from '../../../../src/compat/internal/quotas.js';

const none = { minimumPositives: 0, minimumNegatives: 0 };
const off = { minimumPositives: -1, minimumNegatives: -1 };

describe('halfEvenQuotas', () => {
  it('rounds both shares half to even, so that they may not add up', () => {
    expect(halfEvenQuotas({ positives: 6, negatives: 6, keep: 5, ...off })).toEqual({ positives: 2, negatives: 2 });
    expect(halfEvenQuotas({ positives: 3, negatives: 3, keep: 3, ...off })).toEqual({ positives: 2, negatives: 2 });
  });

  it('lets a minimum of zero give the other sign the rest, which -1 does not', () => {
    const request = { positives: 7, negatives: 1, keep: 4 };
    expect(halfEvenQuotas({ ...request, ...none })).toEqual({ positives: 4, negatives: 0 });
    expect(halfEvenQuotas({ ...request, ...off })).toEqual({ positives: 4, negatives: 0 });
    expect(halfEvenQuotas({ positives: 1, negatives: 1, keep: 1, ...none })).toEqual({ positives: 1, negatives: 0 });
    expect(halfEvenQuotas({ positives: 1, negatives: 1, keep: 1, ...off })).toEqual({ positives: 0, negatives: 0 });
  });

  it('lets a minimum above n make the other quota negative', () => {
    const request = { positives: 6, negatives: 2, keep: 4, minimumPositives: 5, minimumNegatives: -1 };
    expect(halfEvenQuotas(request)).toEqual({ positives: 5, negatives: -1 });
  });
});
