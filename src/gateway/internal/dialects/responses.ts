import type { Demands } from '../../model-request.js';
import { readFormat } from './demand-fields.js';
import type { Dialect, HttpCall, ReadCall } from './dialect.js';
import { booleanAt, given, integerAt, listAt, objectAt, optional, stringAt, unsupported } from './request-fields.js';
import { readHeaders } from './request-headers.js';
import { refuseResponses } from './responses-errors.js';
import { readInput, type LookUp } from './responses-input.js';
import { responseOf, type ResponsesEcho } from './responses-output.js';
import { ResponsesStream } from './responses-stream.js';
import { readTools, toolChoiceOf } from './responses-tools.js';

/**
 * The dialect of OpenAI's Responses: `POST /v1/responses`.
 *
 * @remarks Source: what npm `openai` 7, `@ai-sdk/openai` 3 and 4, `@openai/agents` 0.20 and Codex 0.169 send, and what they read of an answer.
 */
export const responses: Dialect<ResponsesEcho> = {
  read: readResponses,
  whole: (call, [answer]) => responseOf(answer!, call),
  stream: (call) => new ResponsesStream(call),
  requestIdHeader: 'x-request-id',
  refuse: refuseResponses,
};

/** Options that change how tokens are drawn, or what OpenAI's service does beside: the session's own are used. */
const IGNORED = ['temperature', 'top_p', 'reasoning', 'top_logprobs', 'max_tool_calls', 'context_management'];

/** Members that ask for what is not there. */
const REFUSED: Readonly<Record<string, string>> = {
  conversation: 'conversations are not stored: send the items, or `previous_response_id`',
  prompt: 'prompt templates are not stored: send their text',
};

function readResponses({ body: value, headers }: HttpCall, lookUp: LookUp): ReadCall<ResponsesEcho> {
  const body = objectAt(value, 'body');
  for (const name of given(body, Object.keys(REFUSED))) throw unsupported(name, REFUSED[name]!);
  if (optional(body['background'], 'background', booleanAt) === true)
    throw unsupported('background', 'background answers are not supported');
  const previous = optional(body['previous_response_id'], 'previous_response_id', stringAt);
  const { tools, clientTools, leftOut } = readTools(body['tools']);
  const choice = toolChoiceOf(body['tool_choice'], tools);
  const include = optional(body['include'], 'include', listAt) ?? [];
  const truncation = optional(body['truncation'], 'truncation', stringAt) ?? 'disabled';
  const parallel = optional(body['parallel_tool_calls'], 'parallel_tool_calls', booleanAt) ?? true;
  const text = optional(body['text'], 'text', objectAt);
  return {
    request: {
      model: optional(body['model'], 'model', stringAt),
      instructions: optional(body['instructions'], 'instructions', stringAt),
      messages: readInput(body['input'] ?? [], lookUp),
      tools: choice.tools,
      maxTokens: optional(body['max_output_tokens'], 'max_output_tokens', (tokens, path) =>
        integerAt(tokens, path, { from: 1 }),
      ),
      n: 1,
      logprobs: include.includes('message.output_text.logprobs'),
      demands: { toolChoice: choice.demand, json: optional(text?.['format'], 'text.format', formatOf) },
      ignored: [
        ...given(body, IGNORED),
        ...(truncation === 'auto' ? ['truncation'] : []),
        ...(parallel ? [] : ['parallel_tool_calls']),
        ...leftOut,
      ],
      previousResponseId: previous?.replace(/^resp_/, ''),
      store: optional(body['store'], 'store', booleanAt) ?? true,
      ...readHeaders(headers),
    },
    stream: optional(body['stream'], 'stream', booleanAt) ?? false,
    echo: {
      clientTools,
      encryptedReasoning: include.includes('reasoning.encrypted_content'),
      members: {
        parallel_tool_calls: parallel,
        reasoning: optional(body['reasoning'], 'reasoning', objectAt) ?? { effort: null, summary: null },
        text: text ?? { format: { type: 'text' } },
        tool_choice: body['tool_choice'] ?? 'auto',
        truncation,
        metadata: optional(body['metadata'], 'metadata', objectAt) ?? {},
      },
    },
  };
}

function formatOf(value: unknown, path: string): Demands['json'] {
  return readFormat(value, path, (format) => objectAt(format['schema'], `${path}.schema`));
}
