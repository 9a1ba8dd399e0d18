import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { messages as dialect } from '../../../../../src/gateway/internal/dialects/messages.js';
import { readBody, refusalOf, withWrong } from './answer-samples.js';

const messages = [{ role: 'user', content: 'Hi' }];
const tool = (name: string, fields = {}) => ({ name, description: 'd', input_schema: { type: 'object' }, ...fields });
const read = (fields: object, headers = {}) => readBody(dialect, { max_tokens: 9, messages, ...fields }, headers);
const refused = (fields: object) => refusalOf(dialect, { max_tokens: 9, messages, ...fields });

/** A request with every member that is read. */
const FULL = {
  model: 'm',
  max_tokens: 9,
  system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'system', content: 'It is late.' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'Hm.', signature: 's' },
        { type: 'redacted_thinking', data: 'd' },
        { type: 'text', text: 'So.' },
        { type: 'tool_use', id: 'c', name: 'f', input: { a: 1 } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c', is_error: true, content: [{ type: 'text', text: 'Oh.' }] }],
    },
  ],
  tools: [tool('f', { eager_input_streaming: true })],
  tool_choice: { type: 'tool', name: 'f', disable_parallel_tool_use: true },
  stop_sequences: ['END'],
  thinking: { type: 'enabled', budget_tokens: 1024 },
  output_config: { effort: 'low', format: { type: 'json_schema', schema: { type: 'object' } } },
  stream: true,
};

describe('a request of Messages', () => {
  it('is read with all that it asks', () => {
    const { request, stream, echo } = readBody(dialect, FULL, { 'x-claude-code-agent-id': 'b' });
    expect(request).toMatchObject({
      model: 'm',
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      maxTokens: 9,
      n: 1,
      demands: { stop: ['END'], toolChoice: { name: 'f' }, json: { schema: { type: 'object' } } },
      ignored: ['thinking', 'effort', 'disable_parallel_tool_use'],
      agent: { id: 'b' },
    });
    expect([stream, [...echo.eagerTools]]).toEqual([true, ['f']]);
  });

  it('asks for one answer, whole and free, where it says no more', () => {
    const { request, stream, echo } = read({});
    expect(request).toMatchObject({ messages, tools: [], maxTokens: 9, ignored: [] });
    expect(request.demands).toEqual({});
    expect([stream, echo.eagerTools.size]).toEqual([false, 0]);
  });

  it('may have members that the dialect does not know, and empty lists of what is not there', () => {
    const fields = {
      metadata: { user_id: 'u' },
      service_tier: 'auto',
      betas: ['b'],
      context_management: { edits: [] },
    };
    expect(read({ ...fields, mcp_servers: [] }).request).toEqual(read({}).request);
  });

  it('chooses among the tools', () => {
    const tools = [tool('f'), tool('g')];
    const choose = (tool_choice: unknown) => {
      const { request } = read({ tools, tool_choice });
      return [request.tools.map(({ name }) => name), request.demands.toolChoice];
    };
    expect(choose({ type: 'auto' })).toEqual([['f', 'g'], undefined]);
    expect(choose({ type: 'none' })).toEqual([[], undefined]);
    expect(choose({ type: 'any' })).toEqual([['f', 'g'], 'required']);
    expect(choose({ type: 'tool', name: 'g' })).toEqual([['f', 'g'], { name: 'g' }]);
  });

  it('asks for eager arguments tool by tool, or by a header for all', () => {
    const tools = [tool('f'), tool('g', { eager_input_streaming: true })];
    expect([...read({ tools }).echo.eagerTools]).toEqual(['g']);
    const headers = { 'anthropic-beta': 'a-2025-01-01,fine-grained-tool-streaming-2025-05-14' };
    expect([...read({ tools }, headers).echo.eagerTools]).toEqual(['f', 'g']);
  });

  it('has the format of its output where older clients have it too', () => {
    const output_format = { type: 'json_schema', schema: { type: 'object' } };
    expect(read({ output_format }).request.demands.json).toEqual({ schema: { type: 'object' } });
  });

  it.each<[string, object]>([
    ['max_tokens', { max_tokens: undefined }],
    ['max_tokens', { max_tokens: 0 }],
    ['messages', { messages: undefined }],
    ['messages[0].role', { messages: [{ role: 'tool', content: '' }] }],
    ['messages[0].content', { messages: [{ role: 'user' }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'image', source: {} }] }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'document', source: {} }] }] }],
    [
      'messages[0].content[0].content[0].type',
      {
        messages: [
          { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: [{ type: 'image' }] }] },
        ],
      },
    ],
    ['messages[0].content[0].tool_use_id', { messages: [{ role: 'user', content: [{ type: 'tool_result' }] }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'assistant', content: [{ type: 'server_tool_use' }] }] }],
    [
      'messages[0].content[0].input',
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'f', input: '{}' }] }] },
    ],
    ['system[0].type', { system: [{ type: 'image' }] }],
    ['tools[0].type', { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }],
    ['tools[0].type', { tools: [{ type: 'computer_20250124', name: 'computer' }] }],
    ['tools[0].input_schema', { tools: [{ name: 'f' }] }],
    ['tool_choice', { tool_choice: { type: 'any' } }],
    ['tool_choice.name', { tools: [tool('f')], tool_choice: { type: 'tool', name: 'g' } }],
    ['tool_choice.type', { tools: [tool('f')], tool_choice: { type: 'required' } }],
    ['stop_sequences[0]', { stop_sequences: [''] }],
    ['output_config.format.type', { output_config: { format: { type: 'text' } } }],
    ['mcp_servers', { mcp_servers: [{ url: 'http://x' }] }],
    ['container', { container: 'c' }],
    ['thread', { thread: {} }],
    ['stream', { stream: 1 }],
  ])('is refused by the name of %s', (param, fields) => {
    const { code, message, details } = refused(fields);
    expect([code, details.param]).toEqual(['invalid-request', param]);
    expect(message.startsWith(`${param}: `)).toBe(true);
  });

  it('is read or refused, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (wrong, at) => {
        try {
          readBody(dialect, withWrong(FULL, at, wrong));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 500 },
    );
  });
});
