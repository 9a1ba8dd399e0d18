import { describe, expect, it } from 'vitest';
import { responseText } from '../../../../../src/compat/release/internal/response-text.js';
import { scanTags } from '../../../../../src/downsample/compat.js';
import { call, rolloutOf } from '../../../downsample/rollout-fixtures.js';

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
