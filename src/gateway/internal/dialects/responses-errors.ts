import type { Refusal, RefusalCode } from '../refusal.js';
import { openAiMessage } from './openai-errors.js';
import { retryHeaders } from './retry-headers.js';

/** An error as OpenAI's clients read it. */
export interface ResponsesError {
  readonly message: string;
  readonly type: string;
  readonly param: string | null;
  readonly code: string;
}

/**
 * Status, type and code of each refusal. Clients go by the status and the code. That a session is over has status 400: Codex 0.169 asks five times
 * again after 403, and ends at once after 400.
 */
const ERRORS: Readonly<Record<RefusalCode, readonly [status: number, type: string, code: string]>> = {
  'invalid-request': [400, 'invalid_request_error', 'invalid_request'],
  'context-overflow': [400, 'invalid_request_error', 'context_length_exceeded'],
  unauthorized: [401, 'invalid_request_error', 'invalid_api_key'],
  'not-found': [404, 'invalid_request_error', 'not_found'],
  'too-large': [413, 'invalid_request_error', 'request_too_large'],
  busy: [429, 'rate_limit_error', 'rate_limit_exceeded'],
  'session-over': [400, 'invalid_request_error', 'session_over'],
  unavailable: [503, 'server_error', 'server_error'],
  internal: [500, 'server_error', 'server_error'],
};

/** Members of Responses by their names in no dialect. */
const PARAMS: Readonly<Record<string, string>> = { messages: 'input', toolChoice: 'tool_choice', json: 'text.format' };

export function errorOf(refusal: Refusal): ResponsesError {
  const { code, details } = refusal;
  const { param } = details;
  const [, type, name] = ERRORS[code];
  const isPrevious = code === 'not-found' && param === 'previous_response_id';
  return {
    message: openAiMessage(refusal).replace(/^messages\b/, 'input'),
    type,
    param: param === undefined ? null : (PARAMS[param] ?? param),
    code: isPrevious ? 'previous_response_not_found' : name,
  };
}

/** The status, headers and body of an error. */
export function refuseResponses(refusal: Refusal): {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object;
} {
  return { status: ERRORS[refusal.code][0], headers: retryHeaders(refusal), body: { error: errorOf(refusal) } };
}
