import { describe, expect, it } from 'vitest';
import { rocPenalties } from '../../../src/downsample/index.js';
import { call, rolloutOf } from './rollout-fixtures.js';

const clean = rolloutOf();
const failed = rolloutOf({ turns: [{ text: '<answer>7</answer>', toolCalls: [call(true), call(false)] }] });
const noCall = rolloutOf({ turns: [{ text: '<answer>7</answer>', toolCalls: [] }] });
const noAnswer = rolloutOf({ turns: [{ text: 'hm', toolCalls: [call(true)] }] });
const repeated = rolloutOf({
  turns: [
    { text: '<answer>6</answer>', toolCalls: [call(false)] },
    { text: '<answer>7</answer>', toolCalls: [] },
  ],
});

describe('rocPenalties', () => {
  const batch = [clean, failed, noCall, noAnswer, repeated];

  it('reads the structured penalties of our rollouts', () => {
    const { penalties } = rocPenalties(batch);
    expect(Array.from(penalties.errorRatio)).toEqual([0, 0.5, 0.5, 1, 0]);
    expect(Array.from(penalties.format)).toEqual([0, 0, 0, 1, 0.5]);
    expect(Array.from(penalties.total)).toEqual([0, 0.5, 0.5, 2, 0.5]);
  });

  it('trusts isError, not the text: a printed error is none, and a time-out without the word is one', () => {
    const printed = rolloutOf({
      turns: [{ text: '<answer>7</answer>', toolCalls: [call(false, 'relative error: 0')] }],
    });
    const timedOut = rolloutOf({ turns: [{ text: '<answer>7</answer>', toolCalls: [call(true, 'timed out')] }] });
    expect(Array.from(rocPenalties([printed, timedOut]).penalties.errorRatio)).toEqual([0, 1]);
  });

  it('counts calls and turns of branches once, and answers of the main path alone', () => {
    const branch = rolloutOf({
      turns: [{ text: '<answer>1</answer>', toolCalls: [call(true), call(true), call(false)] }],
    });
    const branched = { ...repeated, branches: [{ prompt: [], turns: branch.turns, finishReason: 'stop' as const }] };
    const { penalties } = rocPenalties([branched]);
    expect(Array.from(penalties.errorRatio)).toEqual([2 / 4]);
    expect(Array.from(penalties.format)).toEqual([1 / 3]);
  });

  it('does not count answers that a tool printed', () => {
    const echoed = rolloutOf({
      turns: [{ text: '<answer>7</answer>', toolCalls: [call(false, '<answer>8</answer>')] }],
    });
    expect(rocPenalties([echoed]).metrics['roc_answer_format/answer_per_rollout_mean']).toBe(1);
  });

  it('reports the batch under the names of the release', () => {
    expect(rocPenalties(batch).metrics).toEqual({
      'roc_error_ratio/global_err_ratio': 2 / 5,
      'roc_error_ratio/penalty_weight': 0.4,
      'roc_answer_format/answer_per_rollout_mean': 1,
      'roc_answer_format/zero_answer_count': 1,
      'roc_answer_format/one_answer_count': 3,
      'roc_answer_format/gt_one_answer_count': 1,
    });
  });

  it('sums only the terms that are switched on, and reports both', () => {
    const { penalties } = rocPenalties(batch, { formatPenalty: false });
    expect(penalties.total).toEqual(penalties.errorRatio);
    expect(Array.from(penalties.format)).toEqual([0, 0, 0, 1, 0.5]);
    const neither = rocPenalties(batch, { formatPenalty: false, errorRatioPenalty: false });
    expect(Array.from(neither.penalties.total)).toEqual([0, 0, 0, 0, 0]);
  });

  it('has nothing but zeros to say about an empty batch', () => {
    expect(Object.values(rocPenalties([]).metrics)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("reads the caller's own rollouts by counts, or takes p_total from them and measures nothing else", () => {
    const own = [{ calls: 4, bad: 1 }];
    const byCounts = rocPenalties(own, {
      toolCallCount: ({ calls }) => calls,
      failedToolCallCount: ({ bad }) => bad,
      answerCount: () => 1,
      turnCount: () => 1,
    });
    expect(Array.from(byCounts.penalties.total)).toEqual([0.25]);
    const given = rocPenalties(own, { penalty: ({ bad }, index) => bad + index });
    expect(given).toEqual({
      penalties: { total: Float64Array.of(1), errorRatio: Float64Array.of(NaN), format: Float64Array.of(NaN) },
      metrics: {},
    });
  });

  it('looks at some of the rollouts alone', () => {
    const { penalties, metrics } = rocPenalties(batch, { among: [3, 1] });
    expect(Array.from(penalties.total)).toEqual([NaN, 0.5, NaN, 2, NaN]);
    expect(metrics['roc_error_ratio/global_err_ratio']).toBe(2 / 3);
  });

  it('refuses what an accessor gives when it is no count, and names the rollout', () => {
    const turns = (value: unknown) => () => rocPenalties([clean], { turnCount: () => value as number });
    expect(turns(NaN)).toThrow(RangeError);
    expect(turns(-1)).toThrow(
      'options.turnCount(rollouts[0]) (rollout "r"): expected a finite number of at least 0, got -1',
    );
    expect(turns('1')).toThrow(TypeError);
  });

  it('refuses more failed tool calls than tool calls', () => {
    const failedOf = (failed: number) => () =>
      rocPenalties([clean, clean], { toolCallCount: () => 2, failedToolCallCount: (_, i) => (i === 1 ? failed : 0) });
    expect(failedOf(2)).not.toThrow();
    expect(failedOf(3)).toThrow(
      new RangeError('options.failedToolCallCount(rollouts[1]): expected at most 2 (toolCallCount), got 3'),
    );
  });

  it('says which accessors are missing for rollouts that are not ours', () => {
    const strangers = [{ reward: 1 }] as unknown as (typeof clean)[];
    expect(() => rocPenalties(strangers)).toThrow(
      new TypeError(
        'rollouts[0].turns: expected a finite number of at least 0, got undefined; pass options.toolCallCount or, in its place, options.penalty',
      ),
    );
  });
});
