import { describe, expect, it } from 'vitest';
import { releaseRejectEqual } from '../../../../src/compat/index.js';
import { rejectEqualRewards } from '../../../../src/downsample/index.js';
import { groupOf } from '../../downsample/rollout-fixtures.js';

describe('releaseRejectEqual', () => {
  it('compares with the first reward of a group alone, in float32', () => {
    const drifting = groupOf([1, 1.000008, 0.999992]);
    expect(rejectEqualRewards(drifting).kept).toEqual([0, 1, 2]);
    expect(releaseRejectEqual(drifting, { worldSize: 1 }).kept).toEqual([]);
  });

  it('cuts the tail to the world size, which may split a group, and has no default for it', () => {
    const batch = [...groupOf([0, 1, 1], 'a'), ...groupOf([0, 1], 'b')];
    expect(releaseRejectEqual(batch, { worldSize: 2 })).toMatchObject({
      kept: [0, 1, 2, 3],
      selected: [0, 1, 2, 3, 4],
    });
    expect(() => releaseRejectEqual(batch, { worldSize: undefined as unknown as number })).toThrow(TypeError);
  });

  it('keeps everything when it only measures', () => {
    const { kept, metrics } = releaseRejectEqual(groupOf([1, 1]), { worldSize: 1, sample: false });
    expect(kept).toEqual([0, 1]);
    expect(metrics['reject_equal_reward/solve_equal_total']).toBe(1);
  });
});
