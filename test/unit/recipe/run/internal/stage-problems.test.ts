import { describe, expect, it } from 'vitest';
import {
  easiestFirst,
  filterByDifficulty,
  measureDifficulty,
} from '../../../../../src/recipe/run/internal/stage-problems.js';
import { createScriptedPolicy } from '../../../../../src/testing/index.js';
import { characters, problemsNamed } from '../../fake-learner.js';

const problems = problemsNamed('p', 4);
const difficulties = [1, 0.5, 0, null].map((solvedShare, i) => ({ id: `p-${i}`, solvedShare }));

describe('how hard problems are', () => {
  it('is the share of their rollouts that are right', async () => {
    const asked = new Map<string, number>();
    const policy = createScriptedPolicy({
      tokenizer: characters,
      script: ({ context }) => {
        const number = /What is (\d+)/.exec(context)![1]!;
        const time = asked.get(number) ?? 0;
        asked.set(number, time + 1);
        // Of problem i every rollout but the first i is right.
        return `\\boxed{${time < Number(number) ? 'x' : number}}`;
      },
    });
    const measured = await measureDifficulty(policy, problems, {
      ...{ tokenizer: characters, samples: 4, sampling: { maxTokens: 30 }, seed: 's' },
    });
    expect(measured).toEqual([1, 0.75, 0.5, 0.25].map((solvedShare, i) => ({ id: `p-${i}`, solvedShare })));
  });

  it('leaves out what is always solved, or never; what nothing is known of stays', () => {
    const left = (drop?: 'solved' | 'solved-or-unsolved') =>
      filterByDifficulty(problems, difficulties, { drop }).map(({ id }) => id);
    expect(left()).toEqual(['p-1', 'p-2', 'p-3']);
    expect(left('solved-or-unsolved')).toEqual(['p-1', 'p-3']);
  });

  it('orders them, the easiest first', () => {
    expect(easiestFirst([...problems].reverse(), difficulties).map(({ id }) => id)).toEqual([
      'p-0',
      'p-1',
      'p-3',
      'p-2',
    ]);
  });
});
