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
    expect(Array.from(rocPenalties([printed, timedOut], { penalties: 'text' }).penalties.errorRatio)).toEqual([1, 0]);
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

  it("reads the caller's own rollouts by counts or by text", () => {
    const own = [{ calls: 4, bad: 1, text: '<tool_response>error</tool_response>' }];
    const byCounts = rocPenalties(own, {
      toolCallCount: ({ calls }) => calls,
      failedToolCallCount: ({ bad }) => bad,
      answerCount: () => 1,
      turnCount: () => 1,
    });
    expect(Array.from(byCounts.penalties.total)).toEqual([0.25]);
    const byText = rocPenalties(own, { penalties: 'text', text: ({ text }) => text });
    expect(Array.from(byText.penalties.total)).toEqual([2]);
  });

  it('gives an accessor the place of the rollout too', () => {
    const texts = ['<tool_response>7</tool_response>', '<tool_response>error</tool_response>'];
    const { penalties } = rocPenalties([0, 0], { penalties: 'text', text: (_, index) => texts[index]! });
    expect(Array.from(penalties.errorRatio)).toEqual([0, 1]);
  });

  it('refuses what an accessor gives when it is no count, and names the rollout', () => {
    const turns = (value: unknown) => () => rocPenalties([clean], { turnCount: () => value as number });
    expect(turns(NaN)).toThrow(RangeError);
    expect(turns(-1)).toThrow('rollouts[0]: expected options.turnCount to give a finite number of at least 0, got -1');
    expect(turns('1')).toThrow(TypeError);
    const text = () => rocPenalties(['a'], { penalties: 'text', text: () => 7 as unknown as string });
    expect(text).toThrow('rollouts[0]: expected options.text to give a string, got 7');
  });

  it('says which accessors are missing for rollouts that are not ours', () => {
    const strangers = [{ reward: 1 }] as unknown as (typeof clean)[];
    expect(() => rocPenalties(strangers)).toThrow('rollouts[0].turns: expected an array, got undefined; options need');
    expect(() => rocPenalties(strangers, { penalties: 'text' })).toThrow(TypeError);
  });
});
