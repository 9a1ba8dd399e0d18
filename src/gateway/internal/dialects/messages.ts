import type { Refusal, RefusalCode } from '../refusal.js';
import type { Dialect } from './dialect.js';
import { wholeMessage } from './messages-answer.js';
import { readMessages, type MessagesEcho } from './messages-request.js';
import { MessagesStream } from './messages-stream.js';
import { newRequestId } from './request-id.js';
import { retryHeaders } from './retry-headers.js';

/**
 * Status and type of each refusal, as Anthropic has them: clients and harnesses go by both.
 *
 * A policy that is down is no 529 (`overloaded_error`): Claude Code 2.1 gives up after three of those, and at once in the background, while it asks
 * ten times after any other 5xx.
 */
const ERRORS: Readonly<Record<RefusalCode, readonly [status: number, type: string]>> = {
  'invalid-request': [400, 'invalid_request_error'],
  'context-overflow': [400, 'invalid_request_error'],
  unauthorized: [401, 'authentication_error'],
  'not-found': [404, 'not_found_error'],
  'too-large': [413, 'request_too_large'],
  busy: [429, 'rate_limit_error'],
  'session-over': [403, 'permission_error'],
  unavailable: [503, 'api_error'],
  internal: [500, 'api_error'],
};

/** Anthropic's Messages: `POST /v1/messages`. */
export const messages: Dialect<MessagesEcho> = {
  read: readMessages,
  whole: (_, answers) => wholeMessage(answers[0]!),
  stream: ({ echo }) => new MessagesStream(echo, errorOf),
  requestIdHeader: 'request-id',
  refuse(refusal) {
    const requestId = newRequestId();
    return {
      status: ERRORS[refusal.code][0],
      headers: { 'request-id': requestId, ...retryHeaders(refusal) },
      body: { ...errorOf(refusal), request_id: requestId },
    };
  },
};

function errorOf(refusal: Refusal): object {
  const isThread = refusal.code === 'invalid-request' && refusal.details.param === 'thread';
  return {
    type: 'error',
    error: {
      type: ERRORS[refusal.code][1],
      message: messageOf(refusal),
      ...(isThread ? { details: { error_code: 'thread_unsupported_request', unsupported: ['thread'] } } : {}),
    },
  };
}

/** Claude Code compacts its history where it reads that a prompt is too long, and takes the two numbers from the message. */
function messageOf({ message, details: { contextOverflow } }: Refusal): string {
  if (contextOverflow === undefined) return message;
  const { limitTokens, requestTokens } = contextOverflow;
  return `prompt is too long: ${requestTokens} tokens > ${limitTokens} maximum`;
}
