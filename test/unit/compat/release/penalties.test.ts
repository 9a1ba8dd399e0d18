import { describe, expect, it } from 'vitest';
import { releasePenalties, textPenalty } from '../../../../src/compat/index.js';
import { responseText } from '../../../../src/compat/release/penalties.js';
import { scanTags } from '../../../../src/downsample/compat.js';
import { call, rolloutOf } from '../../downsample/rollout-fixtures.js';

it('refuses rollouts with branches, which the release does not have, unless a text is given', () => {
  const branched = rolloutOf({ branches: [{ prompt: [], turns: [], finishReason: 'stop' }] });
  expect(() => releasePenalties([rolloutOf(), branched])).toThrow(
    new RangeError(
      'rollouts[1].branches: expected none (the release reads one text a rollout), got 1; pass options.text',
    ),
  );
  expect(releasePenalties([branched], { text: () => '' }).penalties.total).toHaveLength(1);
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

describe('responseText', () => {
  const turns = [
    { text: '<reason>try</reason><tool_call>{}</tool_call>', toolCalls: [call(true), call(false)] },
    { text: '<answer>7</answer>', toolCalls: [] },
  ];

  it('renders what follows the generation prompt in the chat format', () => {
    expect(responseText(rolloutOf({ turns }))).toBe(
      '<reason>try</reason><tool_call>{}</tool_call><|im_end|>\n' +
        '<|im_start|>user\n<tool_response>\nNameError: x\n</tool_response>\n<tool_response>\n7\n</tool_response><|im_end|>\n' +
        '<|im_start|>assistant\n<answer>7</answer><|im_end|>\n',
    );
  });

  it('does not end a message that was cut off', () => {
    const cut = responseText(rolloutOf({ turns, finishReason: 'length' }));
    expect(cut.endsWith('<answer>7</answer>')).toBe(true);
    expect(scanTags(cut).turns).toBe(0);
  });

  it('is what the text penalties count in: calls, failures, answers and all turns but the first', () => {
    expect(scanTags(responseText(rolloutOf({ turns })))).toMatchObject({
      toolResponses: 2,
      errorResponses: 1,
      answers: 1,
      turns: 1,
    });
  });
});
