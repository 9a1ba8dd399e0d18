import { describe, expect, it } from 'vitest';
import { ReleaseError, releaseDownsample } from '../../../../src/compat/index.js';
import { call, groupOf, rolloutOf } from '../../downsample/rollout-fixtures.js';

describe('releaseDownsample', () => {
  const release = { keep: 4, minimumNegatives: -1, minimumPositives: -1, worldSize: 1 };

  it('drops groups smaller than n', () => {
    const { kept, decisions } = releaseDownsample(groupOf([1, 0, 1]), release);
    expect(kept).toEqual([]);
    expect(decisions[0]).toMatchObject({ kind: 'dropped', reason: 'small-group' });
  });

  it('keeps the first negatives, and the positives of lowest penalty', () => {
    const failed = rolloutOf({ turns: [{ text: 'no answer', toolCalls: [call(true)] }] });
    const batch = [...groupOf([0, 0, 0, 0]), failed, failed, ...groupOf([1, 1])];
    expect(releaseDownsample(batch, release).kept).toEqual([0, 1, 6, 7]);
  });

  it('cuts the tail to the world size, which may split a group', () => {
    const batch = [...groupOf([1, 0, 1, 0], 'a'), ...groupOf([1, 0, 1, 0], 'b')];
    const { kept, selected } = releaseDownsample(batch, { ...release, worldSize: 3 });
    expect(selected).toHaveLength(8);
    expect(kept).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('raises each sign to two by default', () => {
    const { kept } = releaseDownsample(groupOf([1, 1, 1, 1, 1, 1, 0, 0]), { keep: 4, worldSize: 1 });
    expect(kept.filter((index) => index >= 6)).toEqual([6, 7]);
  });

  it('samples nothing for n of zero or less', () => {
    const none = { ...release, minimumNegatives: 0, minimumPositives: 0, keep: 0 };
    expect(releaseDownsample(groupOf([1, 0]), none).kept).toEqual([0, 1]);
  });

  it('needs no seed, but a world size', () => {
    expect(() =>
      releaseDownsample(groupOf([1, 0, 1, 0]), { ...release, worldSize: undefined as unknown as number }),
    ).toThrow(TypeError);
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
    expect(pythonType(() => releaseDownsample([], release))).toBe('ZeroDivisionError');
    expect(pythonType(() => releaseDownsample([], { ...release, minimumNegatives: 6 }))).toBe('AssertionError');
  });

  it('only measures when it is not to sample', () => {
    const { kept, metrics, decisions } = releaseDownsample(groupOf([1, 1, 1, 0, 0, 0]), { ...release, sample: false });
    expect(kept).toEqual([0, 1, 2, 3, 4, 5]);
    expect(metrics['roc_answer_format/one_answer_count']).toBe(6);
    expect(decisions[0]).toMatchObject({ kind: 'kept', reason: 'not-sampled' });
  });

  it('fails where its quotas do not add up to n', () => {
    const rewards = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0];
    expect(() => releaseDownsample(groupOf(rewards), { ...release, keep: 5 })).toThrow(ReleaseError);
  });

  it("reads the caller's own rollouts, and says what is missing", () => {
    const own = [{ score: 1, task: 1, log: '<tool_response>error</tool_response>' }];
    const accessors = { reward: (r: (typeof own)[0]) => r.score, groupBy: (r: (typeof own)[0]) => r.task };
    expect(
      releaseDownsample(own, {
        ...release,
        keep: 0,
        minimumNegatives: 0,
        minimumPositives: 0,
        ...accessors,
        text: (r) => r.log,
      }).penalties.errorRatio[0],
    ).toBe(1);
    // @ts-expect-error the compiler asks for `text`
    expect(() => releaseDownsample(own, { ...release, ...accessors })).toThrow(/pass options\.text$/);
  });
});
