import { describe, expect, it } from 'vitest';
import { gaeAdvantages } from '../../../src/advantage/index.js';
import { list, outcome } from './sequences.js';

describe('gaeAdvantages', () => {
  it('is the reward-to-go less the value when λ and γ are 1', () => {
    const values = [0.5, NaN, 0.25, 0, NaN, 1];
    const { advantages, returns } = gaeAdvantages({ ...outcome, values }, { lambda: 1 });
    expect(list(advantages)).toEqual([0.5, 0, 0.75, 1, 0, 1]);
    expect(list(returns)).toEqual([1, 0, 1, 1, 0, 2]);
  });

  it('is the one-step error when λ is 0', () => {
    const values = [0.5, 0, 0.25, 0.125, 0, 1];
    expect(list(gaeAdvantages({ ...outcome, values }, { lambda: 0, discount: 0.5 }).advantages)).toEqual([
      0.125 - 0.5,
      0,
      0.0625 - 0.25,
      1 - 0.125,
      0,
      1,
    ]);
  });

  it('refuses a discount above 1', () => {
    expect(() => gaeAdvantages({ ...outcome, values: outcome.rewards }, { discount: 1.5 })).toThrow(
      new RangeError('options.discount: expected at most 1, got 1.5'),
    );
  });
});
