import { describe, expect, it } from 'vitest';
import { structuredPenalty, textPenalty } from '../../../../src/downsample/index.js';

describe('structuredPenalty', () => {
  const counts = { toolCalls: 4, failedToolCalls: 1, answers: 1, turns: 3 };

  it('is the share of failed calls plus the surplus of answers', () => {
    expect(structuredPenalty(counts)).toMatchObject({ errorRatio: 0.25, format: 0 });
    expect(structuredPenalty({ ...counts, answers: 2 }).format).toBe(1 / 3);
  });

  it('gives a rollout without a tool call one half', () => {
    expect(structuredPenalty({ ...counts, toolCalls: 0, failedToolCalls: 0 }).errorRatio).toBe(0.5);
  });

  it('gives a rollout without an answer one, and never more than one', () => {
    expect(structuredPenalty({ ...counts, answers: 0 }).format).toBe(1);
    expect(structuredPenalty({ ...counts, answers: 9 }).format).toBe(1);
  });

  it('counts a rollout without turns as one turn', () => {
    expect(structuredPenalty({ ...counts, turns: 0, answers: 1 }).format).toBe(0);
    expect(structuredPenalty({ ...counts, turns: 0, answers: 2 }).format).toBe(1);
  });
});

describe('textPenalty', () => {
  const turn = (text: string) => `<|im_end|>\n<|im_start|>assistant\n${text}<|im_end|>`;
  const response = (text: string) => `<tool_response>\n${text}\n</tool_response>`;

  it('counts a response as failed when it has the word error anywhere, in any case', () => {
    expect(textPenalty(response('relative ERROR: 0.1')).errorRatio).toBe(1);
    expect(textPenalty(response('terrors')).errorRatio).toBe(1);
    expect(textPenalty(response('timed out')).errorRatio).toBe(0);
    expect(textPenalty(response('7') + response('NameError')).errorRatio).toBe(0.5);
  });

  it('does not look for errors outside of responses', () => {
    expect(textPenalty(`error${response('7')}error`).errorRatio).toBe(0);
  });

  it('ignores a response that was never closed', () => {
    expect(textPenalty('<tool_response>error').errorRatio).toBe(0.5);
  });

  it('gives a flawless answer in the first turn the worst format, for its header sits in the prompt', () => {
    expect(textPenalty('<answer>7</answer><|im_end|>').format).toBe(1);
    expect(textPenalty(turn('<answer>7</answer>')).format).toBe(0);
  });

  it('divides surplus answers by the turns that it sees', () => {
    expect(textPenalty(turn('a') + turn('<answer>7</answer><answer>8</answer>')).format).toBe(0.5);
  });

  it('gives unbalanced tags one, and still counts the pairs', () => {
    expect(textPenalty(turn('<answer>7</answer><answer>'))).toMatchObject({ format: 1, answers: 1 });
    expect(textPenalty(turn('</answer>7<answer>'))).toMatchObject({ format: 1, answers: 0 });
    expect(textPenalty(turn('<answer><answer>7</answer></answer>'))).toMatchObject({ format: 1, answers: 1 });
  });

  it('takes time in proportion to the text where the regular expressions take its square', () => {
    const tags = textPenalty('<tool_response><answer><|im_start|>assistant'.repeat(50_000));
    expect(tags).toMatchObject({ toolCalls: 0, answers: 0, format: 1 });
  });
});
