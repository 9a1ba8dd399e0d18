import { describe, expect, it } from 'vitest';
import { optimalTokenBaselineAdvantages } from '../../../src/advantage/index.js';
import { list } from './sequences.js';

describe('optimalTokenBaselineAdvantages', () => {
  /** Equal energies: every baseline is the mean return of those that have the column. */
  const even = (groups: readonly string[]) => ({
    offsets: [0, 3, 5],
    responseMask: [1, 1, 1, 1, 1],
    rewards: [0, 0, 1, 0, 0],
    groups,
    oldLogprobs: [0, 0, 0, 0, 0].map(() => Math.log(0.5)),
    sumPiSquared: [0.5, 0.5, 0.5, 0.5, 0.5],
  });

  it('compares each token with the others of its column, and a longer sequence’s tail with nothing', () => {
    const { advantages } = optimalTokenBaselineAdvantages(even(['a', 'a']), { epsilon: 0 });
    expect(list(advantages)).toEqual([0.5, 0.5, 1, -0.5, -0.5]);
    const withTail = optimalTokenBaselineAdvantages(even(['a', 'a']), { epsilon: 0, zeroTail: false });
    expect(list(withTail.advantages)).toEqual([0.5, 0.5, 0, -0.5, -0.5]);
  });

  it('weighs returns by the energy gathered so far', () => {
    const input = { ...even(['a', 'a']), rolloutWeights: [Math.sqrt(3), 1, 1, 1, 1] };
    const { advantages } = optimalTokenBaselineAdvantages(input, { epsilon: 0 });
    expect(advantages[0]).toBeCloseTo(1 - 3 / 4, 12);
    expect(advantages[1]).toBeCloseTo(1 - 4 / 6, 12);
  });

  it('gives a group of one nothing', () => {
    expect(list(optimalTokenBaselineAdvantages(even(['a', 'b'])).advantages)).toEqual([0, 0, 0, 0, 0]);
  });

  it('refuses labels that do not fit', () => {
    expect(() => optimalTokenBaselineAdvantages(even(['a']))).toThrow(
      new RangeError('input.groups: expected length 2 (sequences), got 1'),
    );
  });
});
