import { describe, expect, it } from 'vitest';
import { Refusal, type RefusalCode } from '../../../../../src/gateway/internal/refusal.js';
import { messages } from '../../../../../src/gateway/internal/dialects/messages.js';

const refuse = (code: RefusalCode, message = 'No.', details: Refusal['details'] = {}) =>
  messages.refuse(new Refusal(code, message, details));

describe('an error of Messages', () => {
  it.each<[RefusalCode, number, string]>([
    ['invalid-request', 400, 'invalid_request_error'],
    ['unauthorized', 401, 'authentication_error'],
    ['session-over', 403, 'permission_error'],
    ['not-found', 404, 'not_found_error'],
    ['too-large', 413, 'request_too_large'],
    ['busy', 429, 'rate_limit_error'],
    ['internal', 500, 'api_error'],
    ['unavailable', 503, 'api_error'],
  ])('for %s is a %i', (code, status, type) => {
    const sent = refuse(code);
    expect(sent.status).toBe(status);
    expect(sent.body).toMatchObject({ type: 'error', error: { type, message: 'No.' } });
  });

  it('has an id, in its head and its body', () => {
    const { headers, body } = refuse('internal');
    expect(headers['request-id']).toMatch(/^req_[0-9a-f]{32}$/);
    expect(body).toMatchObject({ request_id: headers['request-id'] });
  });

  it('tells of a conversation that is too long in the words at which Claude Code compacts it', () => {
    const contextOverflow = { limitTokens: 512, requestTokens: 600 };
    const { status, body } = refuse('context-overflow', 'No.', { contextOverflow });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: { type: 'invalid_request_error', message: 'prompt is too long: 600 tokens > 512 maximum' },
    });
  });

  it('says in whole seconds when to ask again', () => {
    expect(refuse('busy', 'No.', { retryAfterSeconds: 1.2 }).headers).toMatchObject({ 'retry-after': '2' });
  });

  it('tells the tool runner that no conversation is held', () => {
    expect(refuse('invalid-request', 'thread: no', { param: 'thread' }).body).toMatchObject({
      error: { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } },
    });
  });
});
