import { describe, expect, it } from 'vitest';
import { groupAdvantages } from '../../src/advantage/index.js';
import { describeDecision, rejectEqualRewards, rocDownsample } from '../../src/downsample/index.js';
import { selectRollouts, type SelectOptions } from '../../src/select-rollouts.js';
import { groupOf, rolloutOf } from './downsample/rollout-fixtures.js';

const batch = [
  ...groupOf([1, 1, 1], 'right'),
  ...groupOf([1, 0, 1, 0, 1, 0], 'mixed'),
  rolloutOf({ id: 'broken', groupId: 'mixed', reward: NaN }),
];
const among = [0, 1, 2, 3, 4, 5, 6, 7, 8];

describe('selectRollouts', () => {
  it('is rejection, Resample-on-Correct and advantages, each among what the one before kept', () => {
    const selection = selectRollouts(batch, { keep: 4, seed: 'a', among });
    const rejected = rejectEqualRewards(batch, { among });
    const { kept, penalties, metrics } = rocDownsample(batch, { keep: 4, seed: 'a', among: rejected.kept });
    expect(selection.kept).toEqual(kept);
    expect(selection.advantages).toEqual(groupAdvantages(batch, { among: kept }));
    expect(selection.penalties).toEqual(penalties);
    expect(selection.metrics).toEqual({ ...rejected.metrics, ...metrics });
  });

  it('says of each rollout what became of it, whichever stage decided', () => {
    const { kept, decisions } = selectRollouts(batch, { keep: 4, seed: 'a', among });
    const words = decisions.map(describeDecision);
    expect(words[0]).toBe('dropped: every reward of its group is the same');
    expect(words[9]).toBe('not checked');
    for (let i = 3; i < 9; i++)
      expect(words[i]!.startsWith(kept.includes(i) ? 'kept: drawn' : 'dropped: not')).toBe(true);
  });

  it('hands each stage its options', () => {
    const near = groupOf([1, 1.0001], 'near');
    const settings = { keep: 4, seed: 'a' };
    expect(selectRollouts(near, settings).kept).toEqual([0, 1]);
    expect(selectRollouts(near, { ...settings, rejection: { relativeTolerance: 0.01 } }).kept).toEqual([]);
    const centered = selectRollouts(groupOf([1, 0]), { ...settings, advantage: { estimator: 'dr-grpo' } });
    expect(Array.from(centered.advantages)).toEqual([0.5, -0.5]);
  });

  it('counts overlong rollouts as their rewards say, as incorrect, or not at all', () => {
    const cut = groupOf([1, 1, 1, 0]).map((rollout, i) =>
      i < 2 ? { ...rollout, finishReason: 'length' as const } : rollout,
    );
    const select = (overlong?: SelectOptions['overlong']) => selectRollouts(cut, { keep: 4, seed: 'a', overlong });
    expect(select()).toEqual(select('as-rewarded'));
    const wrong = selectRollouts(groupOf([0, 0, 1, 0]), { keep: 4, seed: 'a' });
    expect(select('incorrect')).toEqual({ ...wrong, penalties: select().penalties });
    const dropped = select('drop');
    expect(dropped.kept).toEqual([2, 3]);
    expect(describeDecision(dropped.decisions[0]!)).toBe('dropped: it reached the token limit');
    expect(selectRollouts(cut, { keep: 4, seed: 'a', overlong: 'drop', isOverlong: () => false })).toEqual(select());
  });

  it('takes rollouts with a void turn out of the loss, but not out of their group', () => {
    const turn = { text: 'hm', toolCalls: [] };
    const call = { id: 'c', name: 'python', arguments: {}, response: { text: '', isError: false } };
    const turns = [
      [{ ...turn, text: 'so \\boxed{7}' }],
      [turn],
      [
        { ...turn, toolCalls: [call] },
        { ...turn, reply: 'and?' },
        { ...turn, text: '<answer>7</answer>' },
      ],
      [{ ...turn, toolCalls: [{ ...call, name: '' }] }],
    ];
    const group = groupOf([1, 0, 0, 0]).map((rollout, i) => ({ ...rollout, turns: turns[i]! }));
    const select = (options: object) => selectRollouts(group, { keep: 4, seed: 'a', ...options });
    const { kept, advantages, decisions, metrics } = select({ voidTurns: 'reject' });
    expect(kept).toEqual([0, 2]);
    const all = select({}).advantages;
    expect([...advantages]).toEqual([all[0], NaN, all[2], NaN]);
    expect(describeDecision(decisions[1]!)).toBe('dropped: one of its turns has neither a tool call nor an answer');
    expect(metrics['env/void_turn_ratio']).toBe(0.5);
    expect(select({ voidTurns: 'reject', hasVoidTurn: () => true }).kept).toEqual([]);
    expect(() => select({ voidTurns: 'reject', worldSize: 2 })).toThrow(
      /^options.voidTurns: expected keep together with worldSize 2/,
    );
    expect(() => select({ voidTurns: 'reject', hasVoidTurn: () => 1 })).toThrow(
      new RangeError('options.hasVoidTurn(rollouts[0]) (rollout "r0"): expected a boolean, got 1'),
    );
  });

  it("reads the caller's own rollouts", () => {
    const own = [1, 0, 1, 0].map((score) => ({ score, task: 1 }));
    const accessors = { reward: (r: (typeof own)[0]) => r.score, groupBy: (r: (typeof own)[0]) => r.task };
    const { kept } = selectRollouts(own, { keep: 2, seed: 'a', ...accessors, penalty: () => 0 });
    expect(kept).toHaveLength(2);
    // @ts-expect-error the compiler asks for the accessors
    expect(() => selectRollouts(own, { keep: 2, seed: 'a' })).toThrow(/pass options\.reward$/);
  });

  it('reads the reward and the group of a rollout once for all stages', () => {
    const calls = { reward: 0, groupBy: 0 };
    const own = [1, 0, 1, 0].map((score) => ({ score }));
    const reward = (rollout: (typeof own)[0]) => (calls.reward++, rollout.score);
    selectRollouts(own, { keep: 2, seed: 'a', reward, groupBy: () => (calls.groupBy++, 1), penalty: () => 0 });
    expect(calls).toEqual({ reward: 4, groupBy: 4 });
  });

  it('refuses wrong options of every stage before it reads a rollout', () => {
    const unread = () => expect.fail('was read');
    for (const bad of [{ keep: 0 }, { advantage: { epsilon: -1 } }, { minimumNegatives: 5 }, { overlong: 'keep' }])
      expect(() => selectRollouts(batch, { keep: 4, seed: 'a', reward: unread, ...bad } as SelectOptions)).toThrow(
        /^options\./,
      );
  });

  it('refuses unknown options of any stage, naming them', () => {
    const refuse = (bad: object) => () =>
      selectRollouts(batch.slice(0, 9), { keep: 4, seed: 'a', ...bad } as SelectOptions);
    expect(refuse({ kept: 4 })).toThrow('options: unknown option "kept"');
    expect(refuse({ advantage: { estimator: 'ppo' } })).toThrow(
      /^options\.advantage\.estimator: expected one of "grpo"/,
    );
    expect(refuse({ advantage: { epsilon: -1 } })).toThrow(
      new RangeError('options.advantage.epsilon: expected at least 0, got -1'),
    );
    expect(refuse({ advantage: { eps: 1 } })).toThrow(new TypeError('options.advantage: unknown option "eps"'));
    expect(refuse({ advantage: { estimator: 'opo' } })).toThrow(/; pass options\.advantage\.length$/);
    expect(refuse({ rejection: { relativeTolerance: '1' } })).toThrow(
      new TypeError('options.rejection.relativeTolerance: expected number, got "1"'),
    );
    expect(refuse({ rejection: 3 })).toThrow('options.rejection: expected object, got 3');
  });
});
