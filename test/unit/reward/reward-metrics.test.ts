import { describe, expect, it } from 'vitest';
import { composeRewards, formatReward, mathReward, rewardMetrics, scoreRollouts } from '../../../src/reward/index.js';
import { rolloutOf } from './rollouts.js';

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

  it('counts the answers that could not be compared, by their cause', async () => {
    const texts = ['\\boxed{1}', '\\boxed{2}', '\\boxed{\\frac10}', '\\boxed{\\begin{cases}\\end{cases}}'];
    const rollouts = texts.map((text) => rolloutOf(text, { groundTruth: '1' }));
    const metrics = rewardMetrics(await scoreRollouts(rollouts, composeRewards({ answer: mathReward() })));
    expect(metrics).toMatchObject({
      'reward/answer/mean': 0.25,
      'reward/answer/undecided': 0,
      'reward/answer/cause/no-value': 0.25,
      'reward/answer/cause/unreadable': 0.25,
    });
    expect(Object.keys(metrics).filter((name) => name.includes('cut-off'))).toEqual([]);
  });

  it('leaves out what has no value', () => {
    expect(rewardMetrics([{ kind: 'undecided', reason: 'down' }])).toEqual({ 'reward/undecided': 1 });
    expect(rewardMetrics([])).toEqual({});
  });
});
