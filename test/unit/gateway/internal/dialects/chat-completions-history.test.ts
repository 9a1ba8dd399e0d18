import { describe, expect, it } from 'vitest';
import { readMessage } from '../../../../../src/gateway/internal/dialects/chat-completions-history.js';

const read = (message: object) => readMessage(message, 'messages[0]');

describe('a message of Chat Completions', () => {
  it('of the system or a developer is the system', () => {
    expect(read({ role: 'developer', content: 'Be brief.' })).toEqual({ role: 'system', content: 'Be brief.' });
    expect(read({ role: 'system', content: 'Be brief.' })).toEqual({ role: 'system', content: 'Be brief.' });
  });

  it('has its parts of text on lines of their own; one part is a string', () => {
    const part = (text: string) => ({ type: 'text', text });
    expect(read({ role: 'user', content: [part('a'), part('b')] })).toEqual({ role: 'user', content: 'a\nb' });
    expect(read({ role: 'user', content: [part('a')] })).toEqual(read({ role: 'user', content: 'a' }));
    expect(read({ role: 'tool', tool_call_id: 'c', content: [part('a'), part('b')] })).toEqual({
      role: 'tool',
      callId: 'c',
      content: 'a\nb',
    });
  });

  it('of the assistant is its text, refusals too, its thinking and its calls', () => {
    const tool_calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{"a": 1}' } }];
    expect(read({ role: 'assistant', content: null, tool_calls })).toEqual({
      role: 'assistant',
      content: '',
      calls: [{ id: 'c', name: 'f', arguments: '{"a": 1}' }],
    });
    const content = [
      { type: 'text', text: 'a' },
      { type: 'refusal', refusal: 'b' },
    ];
    expect(read({ role: 'assistant', content })).toMatchObject({ content: 'ab', calls: [] });
    expect(read({ role: 'assistant', refusal: 'No.' })).toMatchObject({ content: 'No.' });
  });

  it('has its thinking under either name; an empty one is none', () => {
    const of = (fields: object) => read({ role: 'assistant', content: '', ...fields });
    expect(of({ reasoning_content: 'Hm.' })).toMatchObject({ reasoning: 'Hm.' });
    expect(of({ reasoning: 'Hm.', reasoning_content: null })).toMatchObject({ reasoning: 'Hm.' });
    expect(of({ reasoning_content: '', reasoning: null })).not.toHaveProperty('reasoning');
  });
});
