import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../../src/gateway/internal/refusal.js';
import { responses } from '../../../../../src/gateway/internal/dialects/responses.js';
import { withWrong } from './answer-samples.js';
import { read, refusalOf, TOOLS } from './responses-answers.js';

describe('a request of Responses', () => {
  it('is read with all that it asks', () => {
    const { request, stream } = read({
      model: 'policy',
      instructions: 'Be brief.',
      input: 'Hello',
      max_output_tokens: 16,
      temperature: 0.5,
      top_p: null,
      reasoning: { effort: 'high' },
      parallel_tool_calls: false,
      truncation: 'auto',
      previous_response_id: 'resp_a1',
      store: false,
      stream: true,
      include: ['message.output_text.logprobs'],
      user: 'somebody',
      a_member_of_tomorrow: {},
    });
    expect(stream).toBe(true);
    expect(request).toEqual({
      model: 'policy',
      instructions: 'Be brief.',
      messages: [{ role: 'user', content: 'Hello' }],
      tools: [],
      maxTokens: 16,
      n: 1,
      logprobs: true,
      demands: { toolChoice: undefined, json: undefined },
      ignored: ['temperature', 'reasoning', 'truncation', 'parallel_tool_calls'],
      previousResponseId: 'a1',
      store: false,
      retry: { count: 0 },
    });
  });

  it('has its defaults where it says nothing', () => {
    const { request, stream } = read({ input: [] });
    expect(stream).toBe(false);
    expect(request).toMatchObject({ messages: [], store: true, logprobs: false, ignored: [] });
    expect(request.previousResponseId).toBeUndefined();
  });

  it('may demand JSON', () => {
    const json = (format: object) => read({ input: '', text: { format } }).request.demands.json;
    expect(json({ type: 'text' })).toBeUndefined();
    expect(json({ type: 'json_object' })).toEqual({});
    expect(json({ type: 'json_schema', name: 'a', schema: { type: 'object' } })).toEqual({
      schema: { type: 'object' },
    });
  });

  it('says whether it is sent again, and which agent of Codex sends it', () => {
    const requestOf = (headers: Record<string, string>) =>
      responses.read({ body: { input: '' }, headers }, () => undefined).request;
    expect(requestOf({ 'x-stainless-retry-count': '2' }).retry).toMatchObject({ count: 2 });
    expect(requestOf({ 'thread-id': 't1', 'session-id': 't1' }).agent).toBeUndefined();
    const spawned = { 'thread-id': 't2', 'session-id': 't1', 'x-codex-parent-thread-id': 't1' };
    expect(requestOf(spawned).agent).toEqual({ id: 't2' });
    expect(requestOf({ ...spawned, 'thread-id': 't3', 'x-codex-parent-thread-id': 't2' }).agent).toEqual({
      id: 't3',
      parentId: 't2',
    });
  });

  it.each([
    [[], 'body'],
    [{ input: 5 }, 'input'],
    [{ input: [5] }, 'input[0]'],
    [{ input: '', model: 5 }, 'model'],
    [{ input: '', instructions: ['a'] }, 'instructions'],
    [{ input: '', max_output_tokens: 0 }, 'max_output_tokens'],
    [{ input: '', max_output_tokens: '9' }, 'max_output_tokens'],
    [{ input: '', store: 'no' }, 'store'],
    [{ input: '', stream: 1 }, 'stream'],
    [{ input: '', include: 'all' }, 'include'],
    [{ input: '', metadata: 'a' }, 'metadata'],
    [{ input: '', previous_response_id: 1 }, 'previous_response_id'],
    [{ input: '', text: 'json' }, 'text'],
    [{ input: '', text: { format: { type: 'xml' } } }, 'text.format.type'],
    [{ input: '', text: { format: { type: 'json_schema' } } }, 'text.format.schema'],
    [{ input: '', background: true }, 'background'],
    [{ input: '', conversation: 'conv_1' }, 'conversation'],
    [{ input: '', prompt: { id: 'pmpt_1' } }, 'prompt'],
  ])('is refused by the name of what is wrong: %j', (body, param) => {
    expect(refusalOf(body)).toMatchObject({ code: 'invalid-request', param });
  });
});

/** A request with every kind of item, tool and option. */
const FULL = {
  model: 'policy',
  instructions: 'Be brief.',
  input: [
    { role: 'developer', content: 'a' },
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'b' }] },
    { type: 'reasoning', id: 'rs_a1', summary: [{ type: 'summary_text', text: 'c' }], encrypted_content: 'a1' },
    { type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'd' }] },
    { type: 'function_call', id: 'fc_a1_0', call_id: 'e', name: 'f', namespace: 'team', arguments: '{}' },
    { type: 'custom_tool_call', id: 'ctc_a1_1', call_id: 'g', name: 'patch', input: 'h' },
    { type: 'function_call_output', call_id: 'e', output: [{ type: 'input_text', text: 'i' }] },
    { type: 'custom_tool_call_output', call_id: 'g', output: 'j' },
    { type: 'item_reference', id: 'msg_a1' },
  ],
  tools: TOOLS,
  tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'f' }] },
  text: { format: { type: 'json_schema', name: 'k', schema: { type: 'object' } } },
  reasoning: { effort: 'low' },
  include: ['reasoning.encrypted_content'],
  max_output_tokens: 8,
  metadata: { l: 'm' },
  truncation: 'disabled',
};

describe('a request of Responses with anything in the place of a member', () => {
  it('is read or refused, and never crashes', () => {
    const wrong = fc.anything({ maxDepth: 1 }).filter((value) => value === undefined || isJson(value));
    fc.assert(
      fc.property(fc.nat(), wrong, (at, value) => {
        const refusal = refusalOf(withWrong(FULL, at, value)) as { code: string } | undefined;
        expect([undefined, 'invalid-request', 'not-found']).toContain(refusal?.code);
      }),
    );
  });
});

function isJson(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false;
  }
}

describe('an error of Responses', () => {
  const refuse = (...refusal: ConstructorParameters<typeof Refusal>) => responses.refuse(new Refusal(...refusal));

  it('has the status and the code that clients go by', () => {
    expect(refuse('context-overflow', 'messages: too long', { param: 'messages' })).toEqual({
      status: 400,
      headers: {},
      body: {
        error: {
          message: 'input: too long',
          type: 'invalid_request_error',
          param: 'input',
          code: 'context_length_exceeded',
        },
      },
    });
    expect(refuse('busy', 'many', { retryAfterSeconds: 0.5 })).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'rate_limit_exceeded', param: null } },
    });
    expect(refuse('not-found', 'none', { param: 'previous_response_id' })).toMatchObject({
      status: 404,
      body: { error: { code: 'previous_response_not_found' } },
    });
    expect(refuse('unavailable', 'down').status).toBe(503);
  });

  it('ends Codex where the session is over: it asks again after 403', () => {
    expect(refuse('session-over', 'all turns taken')).toMatchObject({
      status: 400,
      body: { error: { code: 'session_over' } },
    });
  });
});
