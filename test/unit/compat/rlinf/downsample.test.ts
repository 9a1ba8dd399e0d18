import { describe, expect, it } from 'vitest';
import { releaseDownsample, rlinfDownsample } from '../../../../src/compat/index.js';

const runs = Array.from({ length: 12 }, (_, i) => ({
  reward: i % 2,
  groupId: 'a',
  text: i < 4 ? '' : '<answer>7</answer><|im_end|>',
}));
const text = (run: (typeof runs)[number]) => run.text;
const off = { minimumNegatives: -1, minimumPositives: -1 };

describe('rlinfDownsample', () => {
  it('keeps those of lowest penalty, whatever their sign, where the quotas do not add up', () => {
    expect(() => releaseDownsample(runs, { text, keep: 5, worldSize: 1, ...off })).toThrow(
      'the quotas take 4 of a group, not 5',
    );
    expect(rlinfDownsample(runs, { text, keep: 5, ...off }).kept).toEqual([1, 3, 5, 7, 9]);
  });

  it('drops groups of equal rewards where that is asked for', () => {
    const equal = runs.map((run) => ({ ...run, reward: 1 }));
    expect(rlinfDownsample(equal, { text, keep: 4 }).kept).toHaveLength(4);
    expect(rlinfDownsample(equal, { text, keep: 4, rejectEqual: true }).kept).toEqual([]);
  });

  it('fails without a penalty, as RLinf does, where there is something to choose', () => {
    const none = { errorRatioPenalty: false, formatPenalty: false };
    expect(() => rlinfDownsample(runs, { text, keep: 4, ...none })).toThrow(TypeError);
    expect(rlinfDownsample(runs, { text, keep: 12, ...none }).kept).toHaveLength(12);
  });
});
