import { describe, expect, it } from 'vitest';
import { mathReward, scoreRollouts } from '../../../src/reward/index.js';
import { rolloutOf, scoreOne } from './rollouts.js';

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

  it('gives nothing for the problem in other symbols where an answer has to be evaluated', async () => {
    const rollout = rolloutOf(String.raw`\boxed{2^{2024} \bmod 100}`, { groundTruth: '16' });
    expect(await scoreOne(mathReward(), rollout)).toMatchObject({ value: 1 });
    expect(await scoreOne(mathReward({ verify: { requireEvaluated: true } }), rollout)).toMatchObject({ value: 0 });
  });

  it.each([
    ['\\boxed{\\begin{vmatrix}\\end{vmatrix}}', 'unreadable'],
    ['f(x)=\\boxed{\\begin{cases}\\end{cases}}', 'unreadable'],
    ['\\boxed{\\operatorname{tr}\\begin{pmatrix}1\\\\2\\end{pmatrix}}', 'no-value'],
    ['\\boxed{\\frac{1}{0}}', 'no-value'],
    ['\\boxed{\\int_0^1 x dx}', 'unsupported'],
    [`\\boxed{${'('.repeat(3000)}}`, 'too-much-work'],
    ['The answer is $\\frac{1', 'cut-off'],
  ])('gives 0 to what breaks the comparison, and says why: %s', async (text, cause) => {
    const reward = await scoreOne(mathReward(), rolloutOf(text, { groundTruth: '7' }));
    expect(reward).toMatchObject({ kind: 'scored', value: 0, detail: { cause } });
    for (const groundTruth of ['\\frac{x}{2}', '\\text{June 20}', '(B) 12', 'a circle of radius 3', 'x > 2', '1, 2']) {
      expect(await scoreOne(mathReward(), rolloutOf(text, { groundTruth }))).toMatchObject({
        kind: 'scored',
        value: 0,
      });
    }
  });

  it('is undecided, not 0, for a rollout without a ground truth', async () => {
    const reward = await scoreOne(mathReward(), rolloutOf('\\boxed{8}'));
    expect(reward).toMatchObject({
      kind: 'undecided',
      reason: expect.stringContaining('metadata.groundTruth') as string,
    });
  });
});
