import { describe, expect, it } from 'vitest';
import type { Rollout } from '../../../../src/base/index.js';
import { groupAdvantages, rejectEqualRewards, selectRollouts } from '../../../../src/index.js';
import { releaseDownsample } from '../../../../src/compat/index.js';
import { selectForStep } from '../../../../src/recipe/steps/select-for-step.js';

/** Groups of 8: all right, mixed, mixed, all wrong; one of each mixed group could not be judged. */
const rollouts: Rollout[] = [8, 4, 2, 0].flatMap((right, group) =>
  Array.from({ length: 8 }, (_, i) => ({
    id: `${group}/${i}`,
    groupId: String(group),
    prompt: [],
    turns: [{ text: `<answer>\\boxed{${i}}</answer>`, toolCalls: [] }],
    finishReason: 'stop' as const,
    ...(i === 7 && right > 0 && right < 8 ? {} : { reward: i < right ? 1 : 0 }),
  })),
);
const among = rollouts.flatMap(({ reward }, i) => (reward === undefined ? [] : i));
const asked = { keep: 4, seed: 's' };

describe('the selection of a step', () => {
  it.each([{ strategy: 'paper', penaltyFloor: 0.1 }, { strategy: 'uniform' }] as const)(
    'is that of selectRollouts, of those that were judged: $strategy',
    (options) => {
      const { kept, advantages, decisions } = selectForStep(rollouts, options, asked);
      const expected = selectRollouts(rollouts, { ...asked, among, ...options });
      expect([kept, advantages, decisions]).toEqual([expected.kept, expected.advantages, expected.decisions]);
    },
  );

  it.each(['ranked', 'uniform', 'release'] as const)(
    'refuses a floor of penalties that %s does not draw by',
    (strategy) => {
      expect(() => selectForStep([], { strategy, penaltyFloor: 0.1 }, asked)).toThrow(
        new RangeError(`options.penaltyFloor: cannot be used with strategy '${strategy}', got 0.1`),
      );
    },
  );

  it('hands on what becomes of overlong rollouts and void turns, which the release does not know', () => {
    const options = { strategy: 'ranked', overlong: 'drop', voidTurns: 'reject' } as const;
    const { kept, advantages, decisions } = selectForStep(rollouts, options, asked);
    const expected = selectRollouts(rollouts, { ...asked, among, ...options });
    expect([kept, advantages, decisions]).toEqual([expected.kept, expected.advantages, expected.decisions]);
    expect(() => selectForStep([], { strategy: 'release', overlong: 'drop' }, asked)).toThrow(
      new RangeError("options.overlong: cannot be used with strategy 'release', got drop"),
    );
  });

  it("is the release's, after the rejection of equal rewards, in the places that rollouts had", () => {
    const { kept, advantages, decisions, penalties } = selectForStep(rollouts, { strategy: 'release' }, asked);
    const varied = rejectEqualRewards(rollouts, { among }).kept;
    const released = releaseDownsample(
      varied.map((i) => rollouts[i]!),
      { keep: 4, worldSize: 1 },
    );
    expect(kept).toEqual(released.kept.map((i) => varied[i]!));
    expect(kept).toHaveLength(8);
    expect(advantages).toEqual(groupAdvantages(rollouts, { among: kept }));
    expect(varied.map((i) => decisions[i])).toEqual(released.decisions);
    expect(decisions[0]).toMatchObject({ kind: 'dropped', reason: 'equal-rewards' });
    expect([penalties.total[0], penalties.total[varied[0]!]]).toEqual([NaN, released.penalties.total[0]]);
  });

  it('keeps nothing where every group is equal', () => {
    const equal = rollouts.map((rollout) => ({ ...rollout, reward: 1 }));
    for (const strategy of ['paper', 'release'] as const)
      expect(selectForStep(equal, { strategy }, asked).kept).toEqual([]);
  });
});
