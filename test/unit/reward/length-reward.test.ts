import { describe, expect, it } from 'vitest';
import { scoreRollouts, softLengthReward } from '../../../src/reward/index.js';
import { rolloutOf, scoreOne } from './rollouts.js';

describe('the soft-length reward', () => {
  const reward = softLengthReward<number>({ maxLength: 100, cacheLength: 20, factor: 2, length: (tokens) => tokens });
  it.each([
    [0, 0],
    [80, 0],
    [90, -1],
    [100, -2],
    [1000, -2],
  ])('of %i tokens is %d', async (tokens, value) => {
    const rewards = await scoreRollouts([tokens], reward, { groupBy: () => 0 });
    expect(rewards[0]).toEqual({ kind: 'scored', value, detail: { length: tokens } });
  });

  it('counts the tokens the policy generated', async () => {
    const tokens = {
      ids: Int32Array.of(1, 2, 3, 4),
      logprobs: new Float32Array(4),
      responseMask: Uint8Array.of(0, 1, 0, 1),
      promptLength: 1,
    };
    const scored = await scoreOne(softLengthReward({ maxLength: 2, cacheLength: 1 }), rolloutOf('', { tokens }));
    expect(scored).toMatchObject({ value: -1, detail: { length: 2 } });
    const bare = await scoreOne(softLengthReward({ maxLength: 2, cacheLength: 1 }), rolloutOf(''));
    expect(bare.kind).toBe('undecided');
  });

  it('refuses a cache longer than the maximum', () => {
    expect(() => softLengthReward({ maxLength: 10, cacheLength: 11 })).toThrow(
      'options.cacheLength: expected at most 10 (maxLength), got 11',
    );
  });
});
