import { describe, expect, it } from 'vitest';
import {
  generatedLengthReading,
  groupReading,
  readRollout,
  rewardReading,
} from '../../../../../src/base/internal/index.js';

describe('readRollout', () => {
  it('reads our field without an accessor, and the accessor where there is one', () => {
    expect(readRollout({ reward: 2 }, 0, rewardReading(undefined))).toBe(2);
    expect(
      readRollout(
        { score: 3 },
        5,
        rewardReading<{ score: number }>(({ score }, index) => score + index),
      ),
    ).toBe(8);
    expect(readRollout({ groupId: 7 }, 0, groupReading(undefined))).toBe(7);
  });

  it('counts the tokens that the policy generated', () => {
    const tokens = { responseMask: Uint8Array.of(0, 1, 1) };
    expect(readRollout({ tokens }, 0, generatedLengthReading(undefined))).toBe(2);
    expect(() => readRollout({}, 1, generatedLengthReading(undefined))).toThrow(
      new TypeError('rollouts[1].tokens.responseMask: expected a number, got undefined; pass options.length'),
    );
  });

  it.each([
    [{}, 'rollouts[3].reward: expected a number, got undefined; pass options.reward', TypeError],
    [undefined, 'rollouts[3].reward: expected a number, got undefined; pass options.reward', TypeError],
    [{ reward: '1' }, 'rollouts[3].reward: expected a number, got 1', TypeError],
    [{ id: 'a/1', reward: NaN }, 'rollouts[3].reward (rollout "a/1"): expected a finite number, got NaN', RangeError],
  ])('says where %j lacks a reward', (rollout, message, ErrorType) => {
    expect(() => readRollout(rollout, 3, rewardReading(undefined))).toThrow(new ErrorType(message));
  });

  it('refuses a label that equals no other, itself included', () => {
    expect(() => readRollout({ groupId: NaN }, 3, groupReading(undefined))).toThrow(
      new RangeError('rollouts[3].groupId: expected a string or a finite number, got NaN'),
    );
    expect(() =>
      readRollout(
        {},
        3,
        groupReading(() => NaN),
      ),
    ).toThrow(new RangeError('options.groupBy(rollouts[3]): expected a string or a finite number, got NaN'));
  });

  it('says which accessor gave what is of no use', () => {
    expect(() =>
      readRollout(
        {},
        3,
        rewardReading(() => undefined as unknown as number),
      ),
    ).toThrow(new TypeError('options.reward(rollouts[3]): expected a number, got undefined'));
  });
});
