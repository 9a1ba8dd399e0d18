import { describe, expect, it } from 'vitest';
import { rejectEqualRewards } from '../../../src/downsample/index.js';
import { groupOf, rolloutOf } from './rollout-fixtures.js';

describe('rejectEqualRewards', () => {
  it('rejects groups that are all right, all wrong or single', () => {
    const batch = [
      ...groupOf([1, 1], 'right'),
      ...groupOf([0, 0], 'wrong'),
      ...groupOf([0, 1], 'mixed'),
      ...groupOf([1], 'single'),
    ];
    const { kept, metrics, decisions } = rejectEqualRewards(batch);
    expect(kept).toEqual([4, 5]);
    expect(metrics).toEqual({
      'reject_equal_reward/solve_non_equal_total': 1,
      'reject_equal_reward/solve_equal_total': 3,
      'reject_equal_reward/solve_equal_total_ratio': 0.75,
      'reject_equal_reward/solve_equal_zeros': 1,
      'reject_equal_reward/solve_equal_non_all_zeros': 2,
    });
    expect(decisions[0]).toEqual({ kind: 'dropped', reason: 'equal-rewards' });
    expect(decisions[4]).toEqual({ kind: 'kept', reason: 'varied-rewards' });
  });

  it('has nothing to reject in an empty batch', () => {
    expect(rejectEqualRewards([])).toMatchObject({ kept: [], selected: [], decisions: [] });
  });

  it('takes rewards for equal that differ by rounding alone', () => {
    expect(rejectEqualRewards(groupOf([0.1 + 0.2, 0.3])).kept).toEqual([]);
    expect(rejectEqualRewards(groupOf([1, 1.00002])).kept).toEqual([0, 1]);
    expect(rejectEqualRewards(groupOf([1, 1.00002]), { relativeTolerance: 1e-4 }).kept).toEqual([]);
  });

  it('compares the whole spread, where the release compares with the first alone', () => {
    const drifting = groupOf([1, 1.000008, 0.999992]);
    expect(rejectEqualRewards(drifting).kept).toEqual([0, 1, 2]);
    expect(rejectEqualRewards(drifting, { comparison: 'first' }).kept).toEqual([]);
    expect(rejectEqualRewards(drifting, { strategy: 'release', worldSize: 1 }).kept).toEqual([]);
  });

  it('compares in float32 as the release does when asked to', () => {
    const close = groupOf([16777216, 16777217]);
    const exact = { absoluteTolerance: 0, relativeTolerance: 0 };
    expect(rejectEqualRewards(close, exact).kept).toEqual([0, 1]);
    expect(rejectEqualRewards(close, { ...exact, comparison: 'first', precision: 'float32' }).kept).toEqual([]);
  });

  it('keeps everything when it only measures', () => {
    const { kept, metrics, decisions } = rejectEqualRewards(groupOf([1, 1]), { sample: false });
    expect(kept).toEqual([0, 1]);
    expect(metrics['reject_equal_reward/solve_equal_total']).toBe(1);
    expect(decisions[0]).toEqual({ kind: 'kept', reason: 'not-sampled' });
  });

  it('divides among workers by leaving out whole groups, or the tail as the release does', () => {
    const batch = [...groupOf([0, 1, 1], 'a'), ...groupOf([0, 1], 'b')];
    const whole = rejectEqualRewards(batch, { worldSize: 2 });
    expect(whole.kept).toEqual([3, 4]);
    expect(whole.decisions[0]).toEqual({ kind: 'dropped', reason: 'world-size' });
    expect(rejectEqualRewards(batch, { strategy: 'release', worldSize: 2 }).kept).toEqual([0, 1, 2, 3]);
    expect(() => rejectEqualRewards(batch, { strategy: 'release' })).toThrow(TypeError);
  });

  it("reads the caller's own rollouts", () => {
    const own = [
      { prompt: 1, score: 0 },
      { prompt: 1, score: 1 },
      { prompt: 2, score: 1 },
    ];
    const accessors = { reward: (r: { score: number }) => r.score, groupBy: (r: { prompt: number }) => r.prompt };
    expect(rejectEqualRewards(own, accessors).kept).toEqual([0, 1]);
  });

  it('names the rollout whose reward or label is of no use', () => {
    expect(() => rejectEqualRewards([rolloutOf({ id: 'odd', reward: Infinity })])).toThrow(
      new RangeError('rollouts[0].reward of rollout "odd": expected a finite number, got Infinity'),
    );
    const unlabelled = { reward: () => 0, groupBy: () => undefined as unknown as string };
    expect(() => rejectEqualRewards(['x'], unlabelled)).toThrow(
      new TypeError('rollouts[0].groupId: expected a string or a number, got undefined'),
    );
  });
});
