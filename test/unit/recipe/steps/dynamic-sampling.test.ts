import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { acceptVaried } from '../../../../src/recipe/steps/dynamic-sampling.js';

const rollouts = (...rewards: readonly (number | undefined)[]) =>
  rewards.map((reward, i) => ({ id: String(i), groupId: 'g', prompt: [], turns: [], reward })) as unknown as Rollout[];

describe("DAPO's rule", () => {
  it.each<[string, readonly (number | undefined)[], string]>([
    ['all right', [1, 1], 'solved'],
    ['all wrong', [0, 0, -1 + 1], 'unsolved'],
    ['nothing judged', [undefined, undefined], 'undecided'],
    ['one judged', [undefined, 1], 'solved'],
  ])('rejects a group with %s', (_, rewards, cause) => {
    expect(acceptVaried({})(rollouts(...rewards))).toEqual({ kind: 'rejected', cause });
  });

  it('accepts one whose rewards vary; by accuracy, one that holds right and wrong', () => {
    expect(acceptVaried({})(rollouts(1, 0, undefined))).toEqual({ kind: 'accepted' });
    expect(acceptVaried({})(rollouts(1, 0.5))).toEqual({ kind: 'accepted' });
    const byAccuracy = acceptVaried({ metric: 'accuracy' });
    expect(byAccuracy(rollouts(1, 0.5))).toEqual({ kind: 'rejected', cause: 'solved' });
    expect(byAccuracy(rollouts(-0.2, -1))).toEqual({ kind: 'rejected', cause: 'unsolved' });
    expect(byAccuracy(rollouts(1, -1))).toEqual({ kind: 'accepted' });
  });
});
