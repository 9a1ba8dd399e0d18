import { describe, expect, it } from 'vitest';
import { groupsToLeaveOut, leftOver } from '../../../../src/downsample/internal/divisibility.js';

describe('groupsToLeaveOut', () => {
  it('leaves out nothing when the world size divides the batch', () => {
    expect(groupsToLeaveOut([4, 4, 4], 6)).toEqual([]);
    expect(groupsToLeaveOut([], 4)).toEqual([]);
  });

  it('leaves out the fewest rollouts, in whole groups', () => {
    expect(groupsToLeaveOut([4, 4, 4], 8)).toEqual([0]);
    expect(groupsToLeaveOut([5, 3, 2, 1], 4)).toEqual([1]);
    expect(groupsToLeaveOut([5, 2, 2, 1], 4)).toEqual([1]);
    expect(groupsToLeaveOut([7, 1, 1, 1], 4)).toEqual([1, 2]);
  });

  it('leaves out everything when no other choice will do', () => {
    expect(groupsToLeaveOut([3], 2)).toEqual([0]);
    expect(groupsToLeaveOut([2, 1], 8)).toEqual([0, 1]);
    expect(groupsToLeaveOut([6, 6, 6], 16)).toEqual([0, 1, 2]);
  });

  it('agrees with trying every choice', () => {
    for (let code = 0; code < 4 ** 5; code++) {
      const counts = [0, 1, 2, 3, 4].map((digit) => 1 + (Math.floor(code / 4 ** digit) % 4));
      for (const worldSize of [2, 3, 5]) {
        const total = counts.reduce((sum, count) => sum + count, 0);
        const choices = Array.from({ length: 32 }, (_, mask) => counts.filter((_, i) => (mask >> i) & 1));
        const sums = choices.map((choice) => choice.reduce((sum, count) => sum + count, 0));
        const fewest = Math.min(...sums.filter((sum) => (total - sum) % worldSize === 0));
        const leftOut = groupsToLeaveOut(counts, worldSize);
        expect(leftOut.reduce((sum, group) => sum + counts[group]!, 0)).toBe(fewest);
      }
    }
  });
});

describe('leftOver', () => {
  const groups = [
    { label: 'b', selected: [0, 3] },
    { label: 'a', selected: [1, 4] },
    { label: 10, selected: [2, 5] },
  ];

  it('leaves out the first group by label without a stream, wherever it stands', () => {
    expect(leftOver(groups, 4, undefined)).toEqual(new Set([2, 5]));
    expect(leftOver(groups.toReversed(), 4, undefined)).toEqual(new Set([2, 5]));
  });
});
