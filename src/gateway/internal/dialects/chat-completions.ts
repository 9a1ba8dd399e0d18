import type { Refusal, RefusalCode } from '../refusal.js';
import { ChatStream, wholeCompletion } from './chat-completions-answer.js';
import { readChatCompletion, type ChatEcho } from './chat-completions-request.js';
import type { Dialect } from './dialect.js';
import { openAiMessage } from './openai-errors.js';
import { retryHeaders } from './retry-headers.js';

/** Status, type and code of each refusal. OpenAI's own where it has one: clients and harnesses go by the status and the code. */
const ERRORS: Readonly<Record<RefusalCode, readonly [status: number, type: string, code: string | null]>> = {
  'invalid-request': [400, 'invalid_request_error', null],
  'context-overflow': [400, 'invalid_request_error', 'context_length_exceeded'],
  unauthorized: [401, 'invalid_request_error', 'invalid_api_key'],
  'not-found': [404, 'invalid_request_error', 'not_found'],
  'too-large': [413, 'invalid_request_error', 'request_too_large'],
  busy: [429, 'rate_limit_error', 'rate_limit_exceeded'],
  'session-over': [403, 'permission_error', 'session_over'],
  unavailable: [503, 'server_error', 'server_error'],
  internal: [500, 'server_error', 'server_error'],
};

/** OpenAI's Chat Completions, with the reasoning of vLLM and DeepSeek. */
export const chatCompletions: Dialect<ChatEcho> = {
  read: readChatCompletion,
  whole: (_, answers) => wholeCompletion(answers),
  stream: ({ echo }) => new ChatStream(echo, errorBody),
  requestIdHeader: 'x-request-id',
  refuse: (refusal) => ({
    status: ERRORS[refusal.code][0],
    headers: retryHeaders(refusal),
    body: errorBody(refusal),
  }),
};

/** Members of Chat Completions by their names in no dialect. */
const PARAMS: Readonly<Record<string, string>> = { toolChoice: 'tool_choice', json: 'response_format' };

function errorBody(refusal: Refusal): object {
  const { param } = refusal.details;
  const [, type, code] = ERRORS[refusal.code];
  return {
    error: {
      message: openAiMessage(refusal),
      type,
      param: param === undefined ? null : (PARAMS[param] ?? param),
      code,
    },
  };
}
