import { describe, expect, it } from 'vitest';
import type { Reward, RewardFunction } from '../../../src/reward/index.js';
import {
  composeRewards,
  formatReward,
  followsProtocol,
  mathReward,
  rewardMetrics,
  scoreRollouts,
  softLengthReward,
} from '../../../src/reward/index.js';
import type { Rollout } from '../../../src/base/index.js';
import { rolloutOf } from './rollouts.js';

async function scoreOne(reward: RewardFunction<Rollout>, rollout: Rollout): Promise<Reward> {
  return (await scoreRollouts([rollout], reward))[0]!;
}

describe('the reward of mathematics', () => {
  it('grades what the policy wrote in all its turns against the ground truth', async () => {
    const call = { id: '1', name: 'python', arguments: {}, response: { text: '\\boxed{9}', isError: false } };
    const rollout = rolloutOf('', {
      groundTruth: '7',
      turns: [
        { text: 'I guess \\boxed{7}', toolCalls: [call] },
        { text: 'done', toolCalls: [] },
      ],
    });
    expect(await scoreOne(mathReward(), rollout)).toEqual({
      kind: 'scored',
      value: 1,
      detail: { answer: '7' },
    });
  });

  it('gives the values asked for and says why an answer is wrong', async () => {
    const reward = mathReward({ correct: 1, incorrect: -1 });
    const wrong = await scoreOne(reward, rolloutOf('\\boxed{8}', { groundTruth: '7' }));
    expect(wrong).toMatchObject({ kind: 'scored', value: -1, detail: { answer: '8' } });
    const none = await scoreOne(reward, rolloutOf('I do not know.', { groundTruth: '7' }));
    expect(none).toMatchObject({ kind: 'scored', value: -1 });
  });

  it('passes options on and reads the caller’s own rollouts', async () => {
    const reward = mathReward<{ said: string; gold: string }>({
      response: ({ said }) => said,
      groundTruth: ({ gold }) => gold,
      grader: 'prime',
    });
    const rewards = await scoreRollouts([{ said: '500', gold: '5' }], reward, { groupBy: () => 'g' });
    expect(rewards[0]).toMatchObject({ kind: 'scored', value: 1 });
  });

  it('is undecided, not 0, for a rollout without a ground truth', async () => {
    const reward = await scoreOne(mathReward(), rolloutOf('\\boxed{8}'));
    expect(reward).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('metadata.groundTruth') as string,
    });
  });
});

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

describe('the format reward', () => {
  it.each([
    ['<reason>a</reason><answer>\\boxed{1}</answer>', true],
    ['<reason></reason><answer>\\boxed{1}</answer>', false],
    ['<reason> … </reason><answer>\\boxed{1}</answer>', false],
    ['<reason>a</reason><answer>\\boxed{}</answer>', false],
    ['<reason>a</reason><answer>\\boxed{ {} }</answer>', false],
    ['<reason>a</reason><answer>\\boxed{1</answer>', false],
    ['<answer>\\boxed{1}</answer> '.repeat(2), false],
    ['<reason>a</reason> then <reason>b</reason>\n<answer>so \\boxed{1}</answer>\n<|im_end|>', true],
    ['<answer>\\boxed{1}</answer>', true],
    ['<answer>1</answer>', false],
    ['<answer>\\boxed{1}</answer><answer>\\boxed{2}</answer>', false],
    ['<answer>\\boxed{1}</answer> or rather 2', false],
    ['<reason>a<answer>\\boxed{1}</answer></reason>', false],
    ['<reason>a<answer>\\boxed{1}</answer>', false],
    ['</answer><answer>\\boxed{1}', false],
    ['\\boxed{1}', false],
    ['', false],
  ])('of the protocol: %j is %s', (text, followed) => {
    expect(followsProtocol(text)).toBe(followed);
  });

  it('takes a pattern or a function, also a pattern that keeps its place', async () => {
    const pattern = formatReward({ format: /^ok/gy, followed: 0.1, broken: -0.1 });
    for (const text of ['ok then', 'ok then'])
      expect(await scoreOne(pattern, rolloutOf(text))).toMatchObject({ value: 0.1 });
    const judge = formatReward({ format: (text) => text.length < 3 });
    expect(await scoreOne(judge, rolloutOf('long'))).toMatchObject({ value: 0 });
  });
});

describe('reward metrics', () => {
  it('averages the decided ones of every part', async () => {
    const reward = composeRewards({
      correct: mathReward(),
      form: { reward: formatReward(), weight: 0.5 },
    });
    const rewards = await scoreRollouts(
      [
        rolloutOf('<answer>\\boxed{1}</answer>', { groundTruth: '1' }),
        rolloutOf('\\boxed{2}', { groundTruth: '1' }),
        rolloutOf('\\boxed{2}'),
      ],
      reward,
    );
    const metrics = rewardMetrics(rewards);
    expect(metrics).toMatchObject({ 'reward/mean': 0.75, 'reward/correct/mean': 0.5, 'reward/form/undecided': 0 });
    expect(metrics['reward/undecided']).toBeCloseTo(1 / 3);
    expect(metrics['reward/correct/std']).toBeCloseTo(Math.SQRT1_2);
  });

  it('leaves out what has no value', () => {
    expect(rewardMetrics([{ kind: 'undecided', reason: 'down' }])).toEqual({ 'reward/undecided': 1 });
    expect(rewardMetrics([])).toEqual({});
  });
});
