import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { rolloutMetrics } from '../../../../src/recipe/internal/rollout-metrics.js';

const call = (isError: boolean) => ({ id: 'c', name: 'python', arguments: {}, response: { text: '', isError } });
const rollout = (groupId: string, reward: number | undefined, calls: readonly boolean[] = []): Rollout => ({
  id: groupId,
  groupId,
  prompt: [],
  turns: [{ text: '', toolCalls: calls.map(call) }],
  finishReason: calls.length > 1 ? 'max-turns' : 'stop',
  ...(reward === undefined ? {} : { reward }),
});

describe('what rollouts came to', () => {
  it('is told of all, of the right ones, and of groups; what could not be judged counts in none', () => {
    const metrics = rolloutMetrics([
      ...[rollout('a', 1, [true, false]), rollout('a', undefined)],
      ...[rollout('b', 1), rollout('b', 0, [true])],
      ...[rollout('c', 0), rollout('c', 0)],
      rollout('d', undefined),
    ]);
    expect(metrics).toEqual({
      reward: 2 / 5,
      toolErrorShareInCorrect: 1 / 2,
      failedCalls: 2 / 3,
      responseLength: 0,
      truncation: 1 / 7,
      toolCalls: 3 / 7,
      undecided: 2 / 7,
      solvedGroups: 1 / 4,
      unsolvedGroups: 1 / 4,
    });
  });

  it('is null where there is nothing to take a mean of', () => {
    expect(Object.values(rolloutMetrics([])).every((value) => value === null)).toBe(true);
  });
});
