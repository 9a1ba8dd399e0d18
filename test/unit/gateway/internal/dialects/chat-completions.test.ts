import { describe, expect, it } from 'vitest';
import { Refusal, type RefusalCode } from '../../../../../src/gateway/internal/refusal.js';
import { chatCompletions } from '../../../../../src/gateway/internal/dialects/chat-completions.js';

const refuse = (code: RefusalCode, details: Refusal['details'] = {}) =>
  chatCompletions.refuse(new Refusal(code, 'No.', details));

describe('an error of Chat Completions', () => {
  it.each<[RefusalCode, number, string, string | null]>([
    ['invalid-request', 400, 'invalid_request_error', null],
    ['context-overflow', 400, 'invalid_request_error', 'context_length_exceeded'],
    ['unauthorized', 401, 'invalid_request_error', 'invalid_api_key'],
    ['session-over', 403, 'permission_error', 'session_over'],
    ['not-found', 404, 'invalid_request_error', 'not_found'],
    ['too-large', 413, 'invalid_request_error', 'request_too_large'],
    ['busy', 429, 'rate_limit_error', 'rate_limit_exceeded'],
    ['internal', 500, 'server_error', 'server_error'],
    ['unavailable', 503, 'server_error', 'server_error'],
  ])('for %s is a %i', (code, status, type, name) => {
    const sent = refuse(code);
    expect([sent.status, sent.body]).toEqual([status, { error: { message: 'No.', type, param: null, code: name } }]);
  });

  it.each([
    ['tools', 'tools'],
    ['toolChoice', 'tool_choice'],
    ['json', 'response_format'],
  ])('for %s names the member %s', (param, member) => {
    expect(refuse('invalid-request', { param }).body).toMatchObject({ error: { param: member } });
  });

  it("tells of a conversation that is too long in OpenAI's words", () => {
    const contextOverflow = { limitTokens: 512, requestTokens: 600 };
    expect(refuse('context-overflow', { contextOverflow }).body).toMatchObject({
      error: {
        message:
          "This model's maximum context length is 512 tokens. However, your messages resulted in 600 tokens. Please reduce the length of the messages.",
      },
    });
  });

  it('says in whole seconds when to ask again', () => {
    expect(refuse('busy', { retryAfterSeconds: 1.2 }).headers).toEqual({ 'retry-after': '2' });
    expect(refuse('busy').headers).toEqual({});
  });
});
