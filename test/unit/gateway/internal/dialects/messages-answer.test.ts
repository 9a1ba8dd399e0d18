import { describe, expect, it } from 'vitest';
import { wholeMessage } from '../../../../../src/gateway/internal/dialects/messages-answer.js';
import { answerOf } from './answer-samples.js';

describe('a whole answer of Messages', () => {
  it('is blocks of thinking, text and calls; the thinking is signed with the id of its turn', () => {
    const calls = [
      { id: 'c', name: 'f', arguments: '{"a": 1}' },
      { id: 'd', name: 'g', arguments: '{"a": oops' },
      { id: 'e', name: 'g', arguments: '[1]' },
    ];
    expect(wholeMessage(answerOf({ reasoning: 'Hm.', calls, finish: 'tool-calls' }))).toEqual({
      id: 'msg_a1b2',
      type: 'message',
      role: 'assistant',
      model: 'policy',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 'a1b2' },
        { type: 'text', text: 'Hello.' },
        { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
        { type: 'tool_use', id: 'd', name: 'g', input: {} },
        { type: 'tool_use', id: 'e', name: 'g', input: {} },
      ],
      stop_reason: 'tool_use',
      stop_sequence: null,
      usage: {
        input_tokens: 6,
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 4,
        output_tokens: 6,
        output_tokens_details: { thinking_tokens: 2 },
      },
    });
  });

  it('has no block for text or thinking that is empty', () => {
    expect(wholeMessage(answerOf({ reasoning: '', content: '' }))).toMatchObject({ content: [] });
  });

  it('says why it ended, and by which stop text where that is known', () => {
    const reasonOf = (changes: Parameters<typeof answerOf>[0]) => {
      const { stop_reason, stop_sequence } = wholeMessage(answerOf(changes)) as Record<string, unknown>;
      return [stop_reason, stop_sequence];
    };
    expect(reasonOf({})).toEqual(['end_turn', null]);
    expect(reasonOf({ finish: 'length' })).toEqual(['max_tokens', null]);
    expect(reasonOf({ stopText: 'END' })).toEqual(['stop_sequence', 'END']);
  });
});
