import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { acceptWithSignal } from '../../../../src/recipe/steps/dynamic-sampling.js';

const turns = [{ text: '\\boxed{1}', toolCalls: [] }];
const rollouts = (...rewards: readonly (number | undefined)[]) =>
  rewards.map((reward, i) => {
    const rollout: Rollout = { id: String(i), groupId: 'g', prompt: [], turns, finishReason: 'stop' };
    return reward === undefined ? rollout : { ...rollout, reward };
  });
const byReward = acceptWithSignal({ seed: 's', groupSize: 2 });

describe("DAPO's rule", () => {
  it.each<[string, readonly (number | undefined)[], string]>([
    ['all right', [1, 1], 'solved'],
    ['all wrong', [0, 0, 0], 'unsolved'],
    ['nothing judged', [undefined, undefined], 'undecided'],
    ['one judged', [undefined, 1], 'solved'],
  ])('rejects a group with %s', (_, rewards, cause) => {
    expect(byReward(rollouts(...rewards))).toEqual({ kind: 'rejected', cause });
  });

  it('accepts one whose rewards vary; by accuracy, one that holds right and wrong', () => {
    expect(byReward(rollouts(1, 0, undefined))).toEqual({ kind: 'accepted' });
    expect(byReward(rollouts(1, 0.5))).toEqual({ kind: 'accepted' });
    const byAccuracy = acceptWithSignal({ seed: 's', groupSize: 2, metric: 'accuracy' });
    expect(byAccuracy(rollouts(1, 0.5))).toEqual({ kind: 'rejected', cause: 'solved' });
    expect(byAccuracy(rollouts(-0.2, -1))).toEqual({ kind: 'rejected', cause: 'unsolved' });
    expect(byAccuracy(rollouts(1, -1))).toEqual({ kind: 'accepted' });
  });

  it('reads rewards as the selection of the step does', () => {
    const [right, other] = rollouts(1, 1);
    const long = { ...other!, finishReason: 'length' as const };
    const asWrong = acceptWithSignal({ seed: 's', groupSize: 2, selection: { overlong: 'incorrect' } });
    expect(byReward([right!, long])).toEqual({ kind: 'rejected', cause: 'solved' });
    expect(asWrong([right!, long])).toEqual({ kind: 'accepted' });
    expect(asWrong([...rollouts(0), long])).toEqual({ kind: 'rejected', cause: 'filtered' });
  });
});
