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
    expect(rejectEqualRewards([])).toMatchObject({ kept: [], decisions: [] });
  });

  it('takes rewards for equal that differ by rounding alone', () => {
    expect(rejectEqualRewards(groupOf([0.1 + 0.2, 0.3])).kept).toEqual([]);
    expect(rejectEqualRewards(groupOf([1, 1.00002])).kept).toEqual([0, 1]);
    expect(rejectEqualRewards(groupOf([1, 1.00002]), { relativeTolerance: 1e-4 }).kept).toEqual([]);
  });

  it('compares the whole spread, not each with the first', () => {
    expect(rejectEqualRewards(groupOf([1, 1.000008, 0.999992])).kept).toEqual([0, 1, 2]);
  });

  it('divides among workers by leaving out whole groups', () => {
    const batch = [...groupOf([0, 1, 1], 'a'), ...groupOf([0, 1], 'b')];
    const whole = rejectEqualRewards(batch, { worldSize: 2 });
    expect(whole.kept).toEqual([3, 4]);
    expect(whole.decisions[0]).toEqual({ kind: 'dropped', reason: 'world-size' });
  });

  it('looks at some of the rollouts alone, in whatever order they are named', () => {
    const batch = [...groupOf([0, 1, 1], 'a'), ...groupOf([0, 1], 'b'), rolloutOf({ reward: NaN })];
    const { kept, decisions, metrics } = rejectEqualRewards(batch, { among: Uint8Array.of(4, 2, 1, 3) });
    expect(kept).toEqual([3, 4]);
    expect(decisions[0]).toEqual({ kind: 'not-among' });
    expect(decisions[1]).toEqual({ kind: 'dropped', reason: 'equal-rewards' });
    expect(metrics['reject_equal_reward/solve_equal_total']).toBe(1);
  });

  it('refuses indices that are none of the input, or there twice', () => {
    const among = (indices: unknown) => () => rejectEqualRewards(groupOf([0, 1]), { among: indices as number[] });
    expect(among([0, 2])).toThrow(new RangeError('options.among[1]: expected an index into 2 rollouts, got 2'));
    expect(among([-1])).toThrow(RangeError);
    expect(among([0.5])).toThrow(RangeError);
    expect(among([1, 0, 1])).toThrow(new RangeError('options.among[2]: expected each index once, got 1 again'));
    expect(among(['0'])).toThrow(new TypeError('options.among[0]: expected number, got 0'));
    expect(among(3)).toThrow(new TypeError('options.among: expected array, got 3'));
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
      new RangeError('rollouts[0].reward (rollout "odd"): expected a finite number, got Infinity'),
    );
    const unlabelled = { reward: () => 0, groupBy: () => undefined as unknown as string };
    expect(() => rejectEqualRewards(['x'], unlabelled)).toThrow(
      new TypeError('options.groupBy(rollouts[0]): expected a string or a finite number, got undefined'),
    );
  });
});
