import { describe, expect, it } from 'vitest';
import { groupByLabel, sortByLabel } from '../../../../../src/base/internal/index.js';

describe('groupByLabel', () => {
  it('keeps 7 and "7" apart, in order of first appearance', () => {
    expect(groupByLabel([7, '7', 7, 'a'])).toEqual([
      { label: 7, members: [0, 2] },
      { label: '7', members: [1] },
      { label: 'a', members: [3] },
    ]);
  });

  it('looks at some of the rollouts alone', () => {
    expect(groupByLabel(['b', 'a', 'b'], [1, 2])).toEqual([
      { label: 'a', members: [1] },
      { label: 'b', members: [2] },
    ]);
    expect(groupByLabel(['b', 'a'], [])).toEqual([]);
  });
});

describe('sortByLabel', () => {
  it('puts numbers before strings, and each in order', () => {
    const labels = ['b', 10, 'a', 9].map((label) => ({ label }));
    expect(sortByLabel(labels).map(({ label }) => label)).toEqual([9, 10, 'a', 'b']);
  });
});
