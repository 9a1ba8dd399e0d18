import { describe, expect, it } from 'vitest';
import { GENERATION_PROMPT, TAGS, renderMessage, renderToolResponses } from '../../../src/base/index.js';

describe('the protocol', () => {
  it("has Qwen's control tokens around messages and the paper's tags inside them", () => {
    expect(TAGS).toEqual({
      messageStart: '<|im_start|>',
      messageEnd: '<|im_end|>',
      reasonStart: '<reason>',
      reasonEnd: '</reason>',
      answerStart: '<answer>',
      answerEnd: '</answer>',
      toolCallStart: '<tool_call>',
      toolCallEnd: '</tool_call>',
      toolResponseStart: '<tool_response>',
      toolResponseEnd: '</tool_response>',
    });
  });

  it('renders a message, which a turn goes on from', () => {
    expect(renderMessage('user', 'Hi')).toBe('<|im_start|>user\nHi<|im_end|>\n');
    expect(renderMessage('assistant', '')).toBe(`${GENERATION_PROMPT}<|im_end|>\n`);
  });

  it('renders the responses to a turn as one user message', () => {
    expect(renderToolResponses(['1'])).toBe('<|im_start|>user\n<tool_response>\n1\n</tool_response><|im_end|>\n');
    expect(renderToolResponses(['1', '2'])).toBe(
      '<|im_start|>user\n<tool_response>\n1\n</tool_response>\n<tool_response>\n2\n</tool_response><|im_end|>\n',
    );
  });
});
