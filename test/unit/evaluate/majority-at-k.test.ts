import { describe, expect, it } from 'vitest';
import { majorityAtK } from '../../../src/evaluate/index.js';
import { meanOverSubsets } from './subsets.js';

/** Who wins among these, by lot where several do: how likely it is a right one. */
function winnerIsRight(chosen: readonly (number | undefined)[], right: readonly number[]): number {
  const votes = right.map((_, answer) => chosen.filter((each) => each === answer).length);
  const most = Math.max(0, ...votes);
  const winners = right.filter((_, answer) => votes[answer] === most);
  return most === 0 ? 0 : winners.reduce((sum, value) => sum + value, 0) / winners.length;
}

describe('majorityAtK', () => {
  it.each([
    [[3], [1], 0],
    [[2, 2], [1, 0], 0],
    [[3, 2, 1], [0, 1, 0], 0],
    [[1, 1, 1, 1], [1, 0, 0, 0], 2],
    [[4, 2, 2], [0, 1, 1], 1],
    [[2, 3], [0.5, 0], 3],
    [[], [], 4],
  ])('is the mean over all choices of k samples: %j votes, %j right, %j silent', (votes, right, silent) => {
    const samples = [
      ...votes.flatMap((count, answer) => Array.from({ length: count }, () => answer)),
      ...Array.from({ length: silent }, () => undefined),
    ];
    const answers = votes.map((count, i) => ({ votes: count, right: right[i]! }));
    for (let k = 1; k <= samples.length; k++) {
      const expected = meanOverSubsets(samples, k, (chosen) => winnerIsRight(chosen, right));
      expect(majorityAtK(answers, k, silent), `k ${k}`).toBeCloseTo(expected, 10);
    }
  });

  it('does not overflow where binomial coefficients do', () => {
    const answers = [
      { votes: 700, right: 1 },
      { votes: 500, right: 0 },
    ];
    expect(majorityAtK(answers, 3, 0)).toBeCloseTo(0.624, 2);
    expect(majorityAtK(answers, 64)).toBeGreaterThan(0.89);
  });

  it('refuses a k that is more than there are samples', () => {
    expect(() => majorityAtK([{ votes: 2, right: 1 }], 4, 1)).toThrow(
      new RangeError('k: expected at most 3 (samples), got 4'),
    );
  });
});
