import type { Refusal, RefusalCode } from '../../exchange.js';

const FORMS: Readonly<Record<RefusalCode, readonly [status: number, type: string, code: string | null]>> = {
  'invalid-request': [400, 'invalid_request_error', null],
  'context-overflow': [400, 'invalid_request_error', 'context_length_exceeded'],
  unauthorized: [401, 'invalid_request_error', 'invalid_api_key'],
  'not-found': [404, 'invalid_request_error', 'not_found'],
  'too-large': [413, 'invalid_request_error', 'request_too_large'],
  busy: [429, 'requests', 'rate_limit_exceeded'],
  'session-over': [403, 'invalid_request_error', 'session_over'],
  unavailable: [503, 'server_error', 'server_error'],
  internal: [500, 'server_error', 'server_error'],
};

/** The error of a refusal, as OpenAI's clients read it. */
export function errorOf({ code, message, details: { param } }: Refusal): {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;
} {
  const [, type, name] = FORMS[code];
  return {
    message,
    type,
    param: param ?? null,
    code: code === 'not-found' && param === 'previous_response_id' ? 'previous_response_not_found' : name,
  };
}

export function refuseResponses(refusal: Refusal): {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
} {
  const { retryAfterSeconds } = refusal.details;
  return {
    status: FORMS[refusal.code][0],
    headers: retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfterSeconds)) },
    body: { error: errorOf(refusal) },
  };
}
