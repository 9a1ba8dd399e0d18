import { describe, expect, it } from 'vitest';
import { Random, type Rollout } from '../../../src/base/index.js';
import { describeDecision, ReleaseError, rocDownsample, type RocOptions } from '../../../src/downsample/index.js';
import { groupOf, rolloutOf } from './rollout-fixtures.js';

const options = { keep: 4, seed: 'step-12' };

describe('rocDownsample by the paper', () => {
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
    expect(decisions.map(({ sign }) => sign)).toEqual(['negative', 'negative', 'negative', 'positive']);
  });

  it('never fails where the quotas of the release do not add up', () => {
    const rewards = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0];
    expect(rocDownsample(groupOf(rewards), { ...options, keep: 5 }).kept).toHaveLength(5);
    const release = { strategy: 'release', keep: 5, minimumNegatives: -1, minimumPositives: -1, worldSize: 1 } as const;
    expect(() => rocDownsample(groupOf(rewards), release)).toThrow(ReleaseError);
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
      new RangeError('rollouts[2].reward of rollout "odd": expected a finite number, got NaN'),
    );
    expect(broken(-Infinity)).toThrow(RangeError);
    const unscored = JSON.parse(JSON.stringify({ ...rolloutOf({ id: 'new' }), reward: undefined })) as Rollout;
    expect(() => rocDownsample([unscored], options)).toThrow(
      new TypeError('rollouts[0].reward of rollout "new": expected a number, got undefined'),
    );
  });

  it('leaves out whole groups so that the world size divides the batch', () => {
    const batch = [...groupOf([1, 0, 1, 0], 'a'), ...groupOf([1, 0], 'b'), ...groupOf([0, 1, 0, 1], 'c')];
    const { kept, selected, decisions } = rocDownsample(batch, { ...options, worldSize: 4 });
    expect(kept).toEqual([0, 1, 2, 3, 6, 7, 8, 9]);
    expect(selected).toHaveLength(10);
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

  it('only measures when it is not to sample', () => {
    const { kept, metrics, decisions } = rocDownsample(groupOf([1, 1, 1, 0, 0, 0]), { ...options, sample: false });
    expect(kept).toEqual([0, 1, 2, 3, 4, 5]);
    expect(metrics['roc_answer_format/one_answer_count']).toBe(6);
    expect(decisions[0]).toMatchObject({ kind: 'kept', reason: 'not-sampled' });
  });

  it('takes p_total from the caller, and then measures nothing else', () => {
    const { penalties, metrics, decisions } = rocDownsample(groupOf([1, 1]), { ...options, penalty: (_, i) => i * 3 });
    expect(penalties).toEqual({ total: Float64Array.of(0, 3) });
    expect(metrics).toEqual({});
    expect(decisions[1]!.penalty).toBe(3);
    expect(() => rocDownsample(groupOf([1]), { ...options, penalty: () => NaN })).toThrow(
      new RangeError('rollouts[0]: expected options.penalty to give a finite number of at least 0, got NaN'),
    );
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

describe('rocDownsample by the release', () => {
  const release = { strategy: 'release', keep: 4, minimumNegatives: -1, minimumPositives: -1, worldSize: 1 } as const;

  it('drops groups smaller than n', () => {
    const { kept, decisions } = rocDownsample(groupOf([1, 0, 1]), release);
    expect(kept).toEqual([]);
    expect(decisions[0]).toMatchObject({ kind: 'dropped', reason: 'small-group' });
    expect(rocDownsample(groupOf([1, 0, 1]), { ...release, smallGroups: 'keep' }).kept).toEqual([0, 1, 2]);
  });

  it('keeps the first negatives, and the positives of lowest penalty', () => {
    const worse = rolloutOf({ turns: [{ text: 'no answer', toolCalls: [] }] });
    const batch = [...groupOf([0, 0, 0, 0]), worse, worse, ...groupOf([1, 1])];
    expect(rocDownsample(batch, { ...release, penalties: 'structured' }).kept).toEqual([0, 1, 6, 7]);
  });

  it('cuts the tail to the world size, which may split a group', () => {
    const batch = [...groupOf([1, 0, 1, 0], 'a'), ...groupOf([1, 0, 1, 0], 'b')];
    const { kept, selected } = rocDownsample(batch, { ...release, worldSize: 3 });
    expect(selected).toHaveLength(8);
    expect(kept).toEqual([0, 1, 2, 3, 4, 5]);
    expect(rocDownsample(batch, { ...release, worldSize: 3, remainder: 'drop-groups' }).kept).toEqual([]);
  });

  it('raises each sign to two by default', () => {
    const { kept } = rocDownsample(groupOf([1, 1, 1, 1, 1, 1, 0, 0]), { strategy: 'release', keep: 4, worldSize: 1 });
    expect(kept.filter((index) => index >= 6)).toEqual([6, 7]);
  });

  it('samples nothing for n of zero or less', () => {
    const none = { ...release, minimumNegatives: 0, minimumPositives: 0, keep: 0 };
    expect(rocDownsample(groupOf([1, 0]), none).kept).toEqual([0, 1]);
  });

  it('needs no seed, but a world size', () => {
    expect(() => rocDownsample(groupOf([1, 0, 1, 0]), { ...release, worldSize: undefined })).toThrow(TypeError);
  });

  it('fails as the release does on an empty batch and on minimums above n', () => {
    const pythonType = (run: () => unknown) => {
      try {
        run();
      } catch (error) {
        return error instanceof ReleaseError ? error.pythonType : error;
      }
      return undefined;
    };
    expect(pythonType(() => rocDownsample([], release))).toBe('ZeroDivisionError');
    expect(pythonType(() => rocDownsample([], { ...release, minimumNegatives: 6 }))).toBe('AssertionError');
    expect(pythonType(() => rocDownsample([], { ...release, emptyBatch: 'accept' }))).toBeUndefined();
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
      new RangeError('options.strategy: expected one of "paper", "release", "uniform", got "best"'),
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
    expect(refuse({ seed: undefined, positives: 'lowest-penalty', negatives: 'first' })).not.toThrow();
    expect(refuse({ seed: undefined, strategy: 'release', worldSize: 1, negatives: 'uniform' })).toThrow(TypeError);
  });

  it('refuse minimums that cannot be honoured together', () => {
    expect(refuse({ minimumNegatives: 3, minimumPositives: 2 })).toThrow(
      new RangeError('options.minimumNegatives + options.minimumPositives: expected at most 4 (keep), got 5'),
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

  it('take undefined for absent', () => {
    expect(refuse({ worldSize: undefined, strategy: undefined, penaltyFloor: undefined })).not.toThrow();
  });
});
