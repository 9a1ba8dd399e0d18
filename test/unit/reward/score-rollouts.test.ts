import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../src/base/index.js';
import { composeRewards, groupReward, scoreRollouts, type RolloutReward } from '../../../src/reward/index.js';
import type { RewardProgress } from '../../../src/reward/score-rollouts.js';

interface Own {
  readonly group: string;
  readonly score: number;
}
const own = (...scores: readonly number[]): Own[] => scores.map((score, i) => ({ group: i % 2 ? 'b' : 'a', score }));
const groupBy = ({ group }: Own): string => group;
const options = { groupBy };
const byScore: RolloutReward<Own> = ({ score }) => score;

describe('scoring rollouts', () => {
  it('scores each with a function of one, in order, whatever order they end in', async () => {
    const slow: RolloutReward<Own> = async ({ score }) => {
      await new Promise((resolve) => setTimeout(resolve, 5 - score));
      return score;
    };
    const rewards = await scoreRollouts(own(1, 2, 3), slow, options);
    expect(rewards).toEqual([1, 2, 3].map((value) => ({ kind: 'scored', value })));
  });

  it('gives a group function its groups whole and puts the values back in place', async () => {
    const seen: number[][] = [];
    const rank = groupReward<Own>((rollouts) => {
      seen.push(rollouts.map(({ score }) => score));
      return rollouts.map((_, i) => i);
    });
    const rewards = await scoreRollouts(own(5, 6, 7, 8), rank, options);
    expect(seen).toEqual([
      [5, 7],
      [6, 8],
    ]);
    expect(rewards.map((reward) => reward.kind === 'scored' && reward.value)).toEqual([0, 0, 1, 1]);
  });

  it('refuses a rollout without a label by name, where a reward scores groups', async () => {
    const rank = composeRewards({ rank: groupReward<Own>((rollouts) => rollouts.map(() => 0)) });
    await expect(scoreRollouts(own(1, 2), rank)).rejects.toThrow(
      new TypeError('rollouts[0].groupId: expected a string or a finite number, got undefined; pass options.groupBy'),
    );
    await expect(scoreRollouts(own(1, 2), rank, { groupBy: () => NaN })).rejects.toThrow(
      new RangeError('options.groupBy(rollouts[0]): expected a string or a finite number, got NaN'),
    );
    expect(await scoreRollouts(own(1, 2), byScore)).toHaveLength(2);
  });

  it('makes a failure undecided with its cause and scores the others', async () => {
    const failing: RolloutReward<Own> = ({ score }) => {
      if (score === 1) throw new SandboxError('the worker died', { retryable: true });
      if (score === 2) throw new TypeError('no such field');
      return score === 3 ? NaN : score;
    };
    const rewards = await scoreRollouts(own(1, 2, 3, 4), failing, options);
    expect(rewards.map(({ kind }) => kind)).toEqual(['undecided', 'undecided', 'undecided', 'scored']);
    expect(rewards[0]).toMatchObject({ cause: { source: 'sandbox', message: 'the worker died', retryable: true } });
    expect(rewards[1]).toMatchObject({ cause: { source: 'reward', message: 'no such field', retryable: false } });
    expect(rewards[2]).toMatchObject({ reason: expect.stringContaining('NaN') as string });
  });

  it('makes the places undecided that a group’s reward left out', async () => {
    const sparse = groupReward<Own>(() => Object.assign(new Array<number>(2), { 1: 5 }));
    const rewards = await scoreRollouts(own(1, 2, 3, 4), sparse, options);
    const said = rewards.map((reward) => (reward.kind === 'scored' ? reward.value : reward.reason));
    expect(said.filter((each) => each === 5)).toHaveLength(2);
    expect(said.filter((each) => /returned undefined/.test(String(each)))).toHaveLength(2);
    const empty = groupReward<Own>(() => new Array<number>(2));
    const none = await scoreRollouts(own(1, 2, 3, 4), empty, { ...options, onWarning: () => undefined });
    expect(none.map(({ kind }) => kind)).toEqual(Array<string>(4).fill('undecided'));
  });

  it.each([
    ['three', groupReward<Own>(() => [1, 2, 3])] as const,
    ['none', groupReward<Own>(() => undefined!)] as const,
  ])('takes %s values for a group of two as a failure of the function', async (_name, reward) => {
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning);
    const rewards = await scoreRollouts(own(1, 2, 3, 4), reward, { ...options, onWarning });
    expect(rewards.every(({ kind }) => kind === 'undecided')).toBe(true);
    expect(warnings).toEqual([
      expect.stringMatching(/^reward: undecided for all 4 rollouts; reason of the first: a group's/),
    ]);
  });

  it('rejects with the mistake where a function, or a part of one, throws it for every rollout', async () => {
    const mistaken: RolloutReward<Own> = () => {
      throw new TypeError('rollout.scores is undefined');
    };
    const scoring = scoreRollouts(own(1, 2), mistaken, options);
    await expect(scoring).rejects.toThrow(/^reward: failed for all 2 rollouts: a reward function failed: /);
    await expect(scoring).rejects.toMatchObject({ cause: expect.any(TypeError) as TypeError });
    const composed = composeRewards<Own>({ right: byScore, logged: { reward: mistaken, weight: 0 } });
    await expect(scoreRollouts(own(1, 2), composed, options)).rejects.toThrow(/^reward\/logged: failed for all 2/);
  });

  it('warns where the world fails every rollout, and where nothing is decided', async () => {
    const warnings: string[] = [];
    const onWarning = (warning: string) => warnings.push(warning);
    const down: RolloutReward<Own> = () => {
      throw new SandboxError('the worker died');
    };
    await scoreRollouts(own(1, 2), down, { ...options, onWarning });
    await scoreRollouts(own(1, 2), () => NaN, { ...options, onWarning });
    await scoreRollouts(own(1, 2), byScore, { ...options, onWarning });
    expect(warnings).toEqual([
      'reward: undecided for all 2 rollouts; reason of the first: SandboxError failed: the worker died',
      expect.stringContaining('returned NaN') as string,
    ]);
  });

  it('never has more calls in flight than asked for', async () => {
    let running = 0;
    let most = 0;
    const counting: RolloutReward<Own> = async () => {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running--;
      return 0;
    };
    const composed = composeRewards<Own>({ a: counting, b: counting });
    await scoreRollouts(own(1, 2, 3, 4, 5, 6), composed, { ...options, concurrency: 3 });
    expect(most).toBe(3);
  });

  it('ends a call that takes too long as undecided and aborts its signal', async () => {
    let aborted = false;
    const hanging: RolloutReward<Own> = (_rollout, { signal }) =>
      new Promise(() => signal.addEventListener('abort', () => (aborted = true)));
    const rewards = await scoreRollouts(own(1), hanging, { ...options, timeoutMs: 5 });
    expect(rewards[0]).toMatchObject({ kind: 'undecided', cause: { source: 'reward', retryable: true } });
    expect(aborted).toBe(true);
  });

  it('rejects with the reason when aborted, during the scoring and before it', async () => {
    const controller = new AbortController();
    const hanging: RolloutReward<Own> = () => new Promise(() => undefined);
    const scoring = scoreRollouts(own(1, 2), hanging, { ...options, signal: controller.signal });
    controller.abort(new Error('the run was stopped'));
    await expect(scoring).rejects.toThrow('the run was stopped');
    await expect(scoreRollouts(own(1), byScore, { ...options, signal: controller.signal })).rejects.toThrow('stopped');
  });

  it('reports every evaluation, parts included', async () => {
    const reports: RewardProgress[] = [];
    const composed = composeRewards<Own>({ plain: byScore, ranked: groupReward(() => [1, NaN]) });
    await scoreRollouts(own(1, 2, 3, 4), composed, { ...options, onProgress: (progress) => reports.push(progress) });
    expect(reports.at(-1)).toEqual({ completed: 8, total: 8, undecided: 2 });
    expect(reports.map(({ completed }) => completed)).toEqual(
      reports.map(({ completed }) => completed).sort((a, b) => a - b),
    );
  });

  it('scores no rollouts as none', async () => {
    expect(await scoreRollouts([], byScore, options)).toEqual([]);
  });

  it('names the option that is wrong', async () => {
    await expect(scoreRollouts(own(1), byScore, { ...options, concurrency: 0 })).rejects.toThrow(
      /^options\.concurrency: expected/,
    );
  });
});

describe('composing rewards', () => {
  it('sums the parts by weight and returns every one', async () => {
    const composed = composeRewards<Own>({
      right: byScore,
      long: { reward: () => 10, weight: -0.5 },
      logged: { reward: () => 7, weight: 0 },
    });
    const [reward] = await scoreRollouts(own(3), composed, options);
    expect(reward).toEqual({
      kind: 'scored',
      value: -2,
      parts: [
        { name: 'right', weight: 1, reward: { kind: 'scored', value: 3 } },
        { name: 'long', weight: -0.5, reward: { kind: 'scored', value: 10 } },
        { name: 'logged', weight: 0, reward: { kind: 'scored', value: 7 } },
      ],
    });
  });

  it('is undecided while a part that counts is, and keeps the parts that are decided', async () => {
    const down: RolloutReward<Own> = () => {
      throw new SandboxError('down');
    };
    const [counts] = await scoreRollouts(own(3), composeRewards<Own>({ right: byScore, tests: down }), options);
    expect(counts).toMatchObject({
      kind: 'undecided',
      reason: 'tests: SandboxError failed: down',
      cause: { source: 'sandbox' },
      parts: [{ reward: { value: 3 } }, { reward: { kind: 'undecided' } }],
    });
    const logged = composeRewards<Own>({ right: byScore, tests: { reward: down, weight: 0 } });
    expect((await scoreRollouts(own(3), logged, options))[0]).toMatchObject({ kind: 'scored', value: 3 });
  });

  it('nests', async () => {
    const inner = composeRewards<Own>({ a: byScore, b: { reward: byScore, weight: 2 } });
    const [reward] = await scoreRollouts(
      own(2),
      composeRewards<Own>({ inner: { reward: inner, weight: 10 } }),
      options,
    );
    expect(reward).toMatchObject({ value: 60, parts: [{ name: 'inner', reward: { value: 6 } }] });
  });

  it('refuses what is no part', () => {
    expect(() => composeRewards({})).toThrow(RangeError);
    expect(() => composeRewards({ a: 3 as never })).toThrow('parts.a: expected a reward, got number');
    expect(() => composeRewards<Own>({ a: { reward: byScore, weight: Infinity } })).toThrow(
      'parts.a.weight: expected a finite number, got Infinity',
    );
    expect(() => composeRewards<Own>({ a: { reward: byScore, weight: '1' as never } })).toThrow(TypeError);
    expect(() => composeRewards<Own>({ a: { reward: byScore, wieght: 2 } as never })).toThrow(
      new TypeError('parts.a: unknown option "wieght"'),
    );
  });
});
