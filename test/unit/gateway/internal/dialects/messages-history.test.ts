import { describe, expect, it } from 'vitest';
import { readHistory } from '../../../../../src/gateway/internal/dialects/messages-history.js';

const text = (words: string) => ({ type: 'text', text: words });
const read = (messages: readonly object[], fields = {}) => readHistory({ messages: [...messages], ...fields } as never);
const assistant = (content: unknown) => read([{ role: 'assistant', content }])[0];

describe('the history of Messages', () => {
  it('begins with the system text; a string is one block', () => {
    const begun = [{ role: 'system', content: 'Be brief.' }];
    expect(read([], { system: 'Be brief.' })).toEqual(begun);
    expect(read([], { system: [{ ...text('Be brief.'), cache_control: { type: 'ephemeral' } }] })).toEqual(begun);
    expect(read([], { system: [text('a'), text('b')] })).toEqual([{ role: 'system', content: 'a\nb' }]);
    expect(read([], { system: [] })).toEqual([]);
  });

  it('leaves out what Claude Code tells the accounting of the service', () => {
    const billing = text('x-anthropic-billing-header: cc_version=2.1; cc_entrypoint=sdk-cli;');
    expect(read([], { system: [billing, text('Be brief.')] })).toEqual([{ role: 'system', content: 'Be brief.' }]);
    expect(read([], { system: [billing] })).toEqual([]);
  });

  it('may have the system in its middle', () => {
    const sent = [
      { role: 'user', content: 'Hi' },
      { role: 'system', content: [text('It is late.')] },
    ];
    expect(read(sent)).toEqual([
      { role: 'user', content: 'Hi' },
      { role: 'system', content: 'It is late.' },
    ]);
  });

  it('has the results of calls as messages of their own, and what stands beside them after', () => {
    const content = [
      { type: 'tool_result', tool_use_id: 'c', content: [text('a'), text('b')] },
      { type: 'tool_result', tool_use_id: 'd', is_error: true, content: 'Oh.' },
      { type: 'tool_result', tool_use_id: 'e', is_error: false },
      text('Go'),
      text('on.'),
    ];
    expect(read([{ role: 'user', content }])).toEqual([
      { role: 'tool', callId: 'c', content: 'a\nb' },
      { role: 'tool', callId: 'd', content: 'Oh.', isError: true },
      { role: 'tool', callId: 'e', content: '', isError: false },
      { role: 'user', content: 'Go\non.' },
    ]);
  });

  it('joins the messages of one speaker', () => {
    const parts = [
      { role: 'user', content: 'a' },
      { role: 'user', content: [text('b')] },
      { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.', signature: 's' }] },
      { role: 'assistant', content: [text('So.')] },
      { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: {} }] },
    ];
    expect(read(parts)).toEqual([
      { role: 'user', content: 'a\nb' },
      {
        role: 'assistant',
        content: 'So.',
        reasoning: 'Hm.',
        calls: [{ id: 'c', name: 'f', arguments: '{}' }],
        keys: ['s'],
      },
    ]);
  });

  it('has an answer as its pieces joined, with what names its turn', () => {
    const thought = (thinking: string) => ({ type: 'thinking', thinking, signature: 's' });
    const content = [{ type: 'redacted_thinking', data: 'd' }, thought('a'), text('So'), thought('b'), text(' it is.')];
    expect(assistant(content)).toEqual({
      role: 'assistant',
      content: 'So it is.',
      reasoning: 'ab',
      calls: [],
      keys: ['d', 's', 's'],
    });
    expect(assistant('So it is.')).toEqual({ role: 'assistant', content: 'So it is.', calls: [] });
    expect(assistant([])).toEqual({ role: 'assistant', content: '', calls: [] });
  });

  it('has thinking without words as none, and its signature', () => {
    const read = assistant([{ type: 'thinking', thinking: '', signature: 's' }]);
    expect(read).toEqual({ role: 'assistant', content: '', calls: [], keys: ['s'] });
  });
});
