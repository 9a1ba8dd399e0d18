import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { chatCompletions } from '../../../../../src/gateway/internal/dialects/chat-completions.js';
import { readBody, refusalOf, withWrong } from './answer-samples.js';

const messages = [{ role: 'user', content: 'Hi' }];
const tool = (name: string) => ({
  type: 'function',
  function: { name, description: 'd', parameters: { type: 'object' } },
});
const read = (fields: object, headers = {}) => readBody(chatCompletions, { messages, ...fields }, headers);
const refused = (fields: object) => refusalOf(chatCompletions, { messages, ...fields });

/** A request with every member that is read. */
const FULL = {
  model: 'm',
  messages: [
    { role: 'system', content: [{ type: 'text', text: 'Be brief.' }] },
    { role: 'user', content: 'Hi' },
    {
      role: 'assistant',
      content: [{ type: 'text', text: 'So.' }],
      refusal: null,
      reasoning_content: 'Hm.',
      tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content: 'Done.' },
  ],
  tools: [tool('f')],
  tool_choice: {
    type: 'allowed_tools',
    allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name: 'f' } }] },
  },
  max_tokens: 5,
  n: 2,
  logprobs: true,
  top_logprobs: 3,
  stop: ['END'],
  response_format: { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } },
  stream: true,
  stream_options: { include_usage: true },
  modalities: ['text'],
};

describe('a request of Chat Completions', () => {
  it('is read with all that it asks', () => {
    const { request, stream, echo } = readBody(chatCompletions, FULL, { 'x-stainless-retry-count': '1' });
    expect(request).toMatchObject({
      model: 'm',
      tools: [{ name: 'f', description: 'd', parameters: { type: 'object' } }],
      maxTokens: 5,
      n: 2,
      logprobs: true,
      demands: { stop: ['END'], toolChoice: 'required', json: { schema: { type: 'object' } } },
      ignored: ['top_logprobs'],
      retry: { count: 1 },
    });
    expect([stream, echo]).toEqual([true, { includeUsage: true }]);
  });

  it('asks for one answer, whole and free, where it says no more', () => {
    const { request, stream, echo } = read({});
    expect(request).toMatchObject({
      messages,
      tools: [],
      n: 1,
      logprobs: false,
      demands: { stop: undefined, toolChoice: undefined, json: undefined },
      ignored: [],
    });
    expect([request.maxTokens, stream, echo]).toEqual([undefined, false, { includeUsage: false }]);
  });

  it('may say null for what it does not ask', () => {
    const { request } = read({
      tools: null,
      tool_choice: null,
      max_tokens: null,
      stop: null,
      response_format: null,
      n: null,
    });
    expect(request).toEqual(read({}).request);
  });

  it('gives the most tokens under either name, the newer one first', () => {
    expect(read({ max_tokens: 3 }).request.maxTokens).toBe(3);
    expect(read({ max_completion_tokens: 7, max_tokens: 3 }).request.maxTokens).toBe(7);
  });

  it('names the sampling options that it gives, which the session ignores', () => {
    const { ignored } = read({
      temperature: 0,
      top_p: 1,
      seed: 3,
      logit_bias: {},
      parallel_tool_calls: false,
      user: 'u',
    }).request;
    expect(ignored).toEqual(['temperature', 'top_p', 'seed', 'logit_bias', 'parallel_tool_calls']);
    expect(read({ parallel_tool_calls: true, top_logprobs: 0 }).request.ignored).toEqual([]);
  });

  it('may have members that the dialect does not know', () => {
    expect(read({ store: true, metadata: {}, service_tier: 'auto', made_up: [1] }).request).toEqual(read({}).request);
  });

  it('has a stop text or several', () => {
    expect(read({ stop: 'END' }).request.demands.stop).toEqual(['END']);
    expect(read({ stop: [] }).request.demands.stop).toBeUndefined();
  });

  it('chooses among the tools', () => {
    const tools = [tool('f'), tool('g')];
    const choose = (tool_choice: unknown) => {
      const { request } = read({ tools, tool_choice });
      return [request.tools.map(({ name }) => name), request.demands.toolChoice];
    };
    expect(choose('auto')).toEqual([['f', 'g'], undefined]);
    expect(choose('none')).toEqual([[], undefined]);
    expect(choose('required')).toEqual([['f', 'g'], 'required']);
    expect(choose({ type: 'function', function: { name: 'g' } })).toEqual([['f', 'g'], { name: 'g' }]);
    const allowed = [{ type: 'function', function: { name: 'g' } }];
    expect(choose({ type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: allowed } })).toEqual([
      ['g'],
      undefined,
    ]);
  });

  it('asks for JSON, of a schema or not', () => {
    expect(read({ response_format: { type: 'text' } }).request.demands.json).toBeUndefined();
    expect(read({ response_format: { type: 'json_object' } }).request.demands.json).toEqual({});
    const format = { type: 'json_schema', json_schema: { name: 's', schema: { type: 'object' } } };
    expect(read({ response_format: format }).request.demands.json).toEqual({ schema: { type: 'object' } });
  });

  it.each<[string, object]>([
    ['messages', { messages: 'Hi' }],
    ['messages[0]', { messages: [null] }],
    ['messages[0].role', { messages: [{ role: 'function', name: 'f', content: '1' }] }],
    ['messages[0].content', { messages: [{ role: 'user', content: null }] }],
    [
      'messages[0].content[1].type',
      { messages: [{ role: 'user', content: [{ type: 'text', text: '' }, { type: 'image_url' }] }] },
    ],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'input_audio' }] }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'file' }] }] }],
    ['messages[0].content[0].type', { messages: [{ role: 'user', content: [{ type: 'toString' }] }] }],
    ['messages[0].tool_call_id', { messages: [{ role: 'tool', content: '1' }] }],
    [
      'messages[0].tool_calls[0].function.arguments',
      { messages: [{ role: 'assistant', tool_calls: [{ id: 'c', function: { name: 'f', arguments: {} } }] }] },
    ],
    [
      'messages[0].tool_calls[0].type',
      { messages: [{ role: 'assistant', tool_calls: [{ id: 'c', type: 'custom' }] }] },
    ],
    ['messages[0].function_call', { messages: [{ role: 'assistant', function_call: {} }] }],
    ['messages[0].audio', { messages: [{ role: 'assistant', audio: { id: 'a' } }] }],
    ['tools[0].type', { tools: [{ type: 'custom', custom: { name: 'f' } }] }],
    ['tools[0].function.name', { tools: [{ type: 'function', function: { name: '' } }] }],
    ['tools[0].function.parameters', { tools: [{ type: 'function', function: { name: 'f', parameters: [] } }] }],
    ['tool_choice', { tool_choice: 'required' }],
    ['tool_choice', { tools: [tool('f')], tool_choice: 'some' }],
    ['tool_choice.function.name', { tools: [tool('f')], tool_choice: { type: 'function', function: { name: 'g' } } }],
    [
      'tool_choice.allowed_tools.tools[0].function.name',
      {
        tools: [tool('f')],
        tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [{ function: { name: 'g' } }] } },
      },
    ],
    ['tool_choice.type', { tools: [tool('f')], tool_choice: { type: 'custom', custom: { name: 'f' } } }],
    ['functions', { functions: [] }],
    ['function_call', { function_call: 'auto' }],
    ['audio', { audio: { voice: 'v' } }],
    ['modalities', { modalities: ['text', 'audio'] }],
    ['web_search_options', { web_search_options: {} }],
    ['max_tokens', { max_tokens: 0 }],
    ['max_completion_tokens', { max_completion_tokens: 1.5 }],
    ['n', { n: 129 }],
    ['stop[1]', { stop: ['a', ''] }],
    ['response_format.type', { response_format: { type: 'xml' } }],
    ['response_format.json_schema', { response_format: { type: 'json_schema' } }],
    ['stream', { stream: 'yes' }],
    ['stream_options.include_usage', { stream_options: { include_usage: 1 } }],
  ])('is refused by the name of %s', (param, fields) => {
    const { code, message, details } = refused(fields);
    expect([code, details.param]).toEqual(['invalid-request', param]);
    expect(message.startsWith(`${param}: `)).toBe(true);
  });

  it('is read or refused, whatever stands in it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), (wrong, at) => {
        try {
          readBody(chatCompletions, withWrong(FULL, at, wrong));
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
      }),
      { numRuns: 500 },
    );
  });
});
