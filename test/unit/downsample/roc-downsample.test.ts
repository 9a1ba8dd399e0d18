import { describe, expect, it } from 'vitest';
import { Random, type Rollout } from '../../../src/base/index.js';
import { describeDecision, rocDownsample, type RocOptions } from '../../../src/downsample/index.js';
import { groupOf, rolloutOf } from './rollout-fixtures.js';

const options = { keep: 4, seed: 'step-12' };

describe('rocDownsample', () => {
  it('keeps every rollout when the group already has n or fewer', () => {
    expect(rocDownsample(groupOf([1, 0, 1, 0]), options).kept).toEqual([0, 1, 2, 3]);
    expect(rocDownsample(groupOf([1, 0]), options).kept).toEqual([0, 1]);
    expect(rocDownsample([], options).kept).toEqual([]);
  });

  it('keeps half of each sign of an oversampled group', () => {
    const rewards = [1, 0, 1, 0, 1, 0, 1, 1];
    const { kept } = rocDownsample(groupOf(rewards), options);
    expect(kept.map((index) => rewards[index])).toHaveLength(4);
    expect(kept.filter((index) => rewards[index] === 0)).toHaveLength(1);
  });

  it('takes a reward of zero or less for a negative, and a small positive one for a positive', () => {
    const { decisions } = rocDownsample(groupOf([-1, -0, 0, 1e-9]), options);
    const signs = decisions.map((decision) => 'sign' in decision && decision.sign);
    expect(signs).toEqual(['negative', 'negative', 'negative', 'positive']);
  });

  it('never fails where the quotas of the release do not add up', () => {
    const rewards = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0];
    expect(rocDownsample(groupOf(rewards), { ...options, keep: 5 }).kept).toHaveLength(5);
  });

  it('draws the same under the same seed, whether it comes as a value or as a Random', () => {
    const group = groupOf(Array.from({ length: 32 }, (_, i) => i % 2));
    const draws = ['a', 'b', 'c'].map((seed) => rocDownsample(group, { keep: 16, seed }).kept.join());
    expect(new Set(draws).size).toBe(3);
    const random = new Random('a');
    expect(rocDownsample(group, { keep: 16, seed: random }).kept.join()).toBe(draws[0]);
    expect(rocDownsample(group, { keep: 16, seed: random }).kept.join()).toBe(draws[0]);
  });

  it('names the rollout whose reward is not finite, and the one that was never scored', () => {
    const broken = (reward: number) => () =>
      rocDownsample([...groupOf([1, 0]), rolloutOf({ id: 'odd', reward })], options);
    expect(broken(NaN)).toThrow(
      new RangeError('rollouts[2].reward (rollout "odd"): expected a finite number, got NaN'),
    );
    expect(broken(-Infinity)).toThrow(RangeError);
    const unscored = JSON.parse(JSON.stringify({ ...rolloutOf({ id: 'new' }), reward: undefined })) as Rollout;
    expect(() => rocDownsample([unscored], options)).toThrow(
      new TypeError('rollouts[0].reward (rollout "new"): expected a number, got undefined; pass options.reward'),
    );
  });

  it('leaves out whole groups so that the world size divides the batch', () => {
    const batch = [...groupOf([1, 0, 1, 0], 'a'), ...groupOf([1, 0], 'b'), ...groupOf([0, 1, 0, 1], 'c')];
    const { kept, decisions } = rocDownsample(batch, { ...options, worldSize: 4 });
    expect(kept).toEqual([0, 1, 2, 3, 6, 7, 8, 9]);
    expect(decisions[4]).toMatchObject({ kind: 'dropped', reason: 'world-size' });
  });

  it('says why each rollout was kept or dropped', () => {
    const batch = [...groupOf([1, 1, 1, 1, 0, 0, 0, 0], 'big'), rolloutOf({ groupId: 'small' })];
    const { kept, decisions } = rocDownsample(batch, options);
    const dropped = decisions.findIndex(({ kind }) => kind === 'dropped');
    expect(describeDecision(decisions[kept[0]!]!)).toBe('kept: drawn (2 of 4 positives taken; penalty 0)');
    expect(describeDecision(decisions[dropped]!)).toMatch(/^dropped: not drawn \(2 of 4 positives taken; penalty 0\)$/);
    expect(decisions[8]).toMatchObject({ kind: 'kept', reason: 'whole-group', taken: 1, candidates: 1 });
  });

  it('takes p_total from the caller, and then measures nothing else', () => {
    const { penalties, metrics, decisions } = rocDownsample(groupOf([1, 1]), { ...options, penalty: (_, i) => i * 3 });
    expect(penalties.total).toEqual(Float64Array.of(0, 3));
    expect(metrics).toEqual({});
    expect(decisions[1]).toMatchObject({ penalty: 3 });
    expect(() => rocDownsample(groupOf([1]), { ...options, penalty: () => NaN })).toThrow(
      new RangeError('options.penalty(rollouts[0]) (rollout "r0"): expected a finite number of at least 0, got NaN'),
    );
  });

  it('looks at some of the rollouts alone, and says so of the others', () => {
    const batch = [rolloutOf({ id: 'broken', reward: NaN }), ...groupOf([1, 1, 1, 1, 0, 0, 0, 0], 'big')];
    const among = [8, 7, 6, 5, 4, 3, 2, 1];
    const { kept, decisions, penalties } = rocDownsample(batch, { ...options, among });
    const alone = rocDownsample(batch.slice(1), options);
    expect(kept).toEqual(alone.kept.map((index) => index + 1));
    expect(describeDecision(decisions[0]!)).toBe('not checked');
    expect(penalties.total[0]).toBeNaN();
  });

  it('keeps the positives of lowest penalty where they are ranked, by any quality', () => {
    const quality = [0.2, 0.9, 0.5, 0.9, 0.1, 0.3];
    const group = groupOf([1, 1, 1, 1, 0, 0]);
    const ranked = (seed: string) => {
      const { kept } = rocDownsample(group, { keep: 3, seed, strategy: 'ranked', penalty: (_, i) => 1 - quality[i]! });
      return kept.filter((index) => index < 4);
    };
    // Of equal ones the first; negatives are drawn as ever.
    expect(['a', 'b', 'c'].map(ranked)).toEqual([
      [1, 3],
      [1, 3],
      [1, 3],
    ]);
  });

  it('keeps labels apart that are equal only as text', () => {
    const own = [1, '1', 1, '1'].map((group) => ({ group, reward: 0 }));
    const { kept } = rocDownsample(own, {
      keep: 1,
      seed: 'x',
      reward: ({ reward }) => reward,
      groupBy: ({ group }) => group,
      penalty: () => 0,
    });
    expect(kept.map((index) => typeof own[index]!.group).sort()).toEqual(['number', 'string']);
  });
});

describe('the options of rocDownsample', () => {
  const refuse = (bad: object) => () => rocDownsample(groupOf([1]), { ...options, ...bad } as RocOptions);

  it('are checked at the door', () => {
    expect(refuse({ keep: 0 })).toThrow(new RangeError('options.keep: expected at least 1, got 0'));
    expect(refuse({ keep: 'all' })).toThrow(TypeError);
    expect(refuse({ keep: 2.5 })).toThrow(RangeError);
    expect(refuse({ kept: 4 })).toThrow(TypeError);
    expect(refuse({ strategy: 'best' })).toThrow(
      new RangeError('options.strategy: expected one of "paper", "ranked", "uniform", got "best"'),
    );
    expect(refuse({ penaltyFloor: 0 })).toThrow(RangeError);
    expect(refuse({ worldSize: 0 })).toThrow(RangeError);
    expect(refuse({ reward: 'score' })).toThrow(TypeError);
  });

  it('need a seed where anything is drawn', () => {
    expect(refuse({ seed: undefined })).toThrow(
      new TypeError('options.seed: expected string, number or Random, got undefined'),
    );
    expect(refuse({ seed: {} })).toThrow(TypeError);
  });

  it('refuse minimums that cannot be honoured together', () => {
    expect(refuse({ minimumNegatives: 3, minimumPositives: 2 })).toThrow(
      new RangeError('options.minimumNegatives: expected at most 4 (keep) together with minimumPositives, got 5'),
    );
    expect(refuse({ minimumNegatives: -1 })).toThrow(RangeError);
    expect(refuse({ strategy: 'uniform', minimumNegatives: 1 })).toThrow(RangeError);
  });

  it('ask rollouts that are not ours for accessors, when compiled', () => {
    const own = [{ score: 1, prompt: 'p', flaws: 0 }];
    const accessors = { reward: (r: { score: number }) => r.score, groupBy: (r: { prompt: string }) => r.prompt };
    // @ts-expect-error neither a reward nor a group can be read
    expect(() => rocDownsample(own, options)).toThrow(TypeError);
    // @ts-expect-error no penalty can be read
    expect(() => rocDownsample(own, { ...options, ...accessors })).toThrow(TypeError);
    // @ts-expect-error drawing needs a seed
    expect(() => rocDownsample(own, { keep: 4, ...accessors, penalty: (r) => r.flaws })).toThrow(TypeError);
    expect(rocDownsample(own, { ...options, ...accessors, penalty: (r) => r.flaws }).kept).toEqual([0]);
  });

  it('refuse a seed that is no finite number', () => {
    expect(refuse({ seed: NaN })).toThrow(new RangeError('options.seed: expected a finite number, got NaN'));
    expect(refuse({ seed: -Infinity })).toThrow(RangeError);
    expect(refuse({ seed: 0.5 })).not.toThrow();
  });

  it('take undefined for absent', () => {
    expect(refuse({ worldSize: undefined, strategy: undefined, penaltyFloor: undefined })).not.toThrow();
  });
});
