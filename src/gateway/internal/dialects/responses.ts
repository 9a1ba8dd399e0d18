import type { JsonValue, TemplateTool } from '../../../base/index.js';
import type { ModelRequest } from '../../exchange.js';
import type { Dialect, HttpCall, ReadCall } from './dialect.js';
import { refuseResponses } from './responses-errors.js';
import { booleanAt, listAt, numberAt, objectAt, optional, stringAt, unsupported } from './responses-fields.js';
import { readInput, type LookUp } from './responses-input.js';
import { responseOf, type ResponsesEcho } from './responses-output.js';
import { ResponsesStream } from './responses-stream.js';

/** The dialect of OpenAI's Responses: `POST /v1/responses`. */
export const responses: Dialect<ResponsesEcho> = {
  read: readResponses,
  whole: ({ request, echo }, [answer]) => responseOf(answer!, request, echo),
  stream: ({ request, echo }) => new ResponsesStream(request, echo),
  refuse: refuseResponses,
};

const SAMPLING = ['temperature', 'top_p'];

function readResponses({ body: value, headers }: HttpCall, lookUp: LookUp): ReadCall<ResponsesEcho> {
  const body = objectAt(value, 'body');
  const previous = optional(body['previous_response_id'], 'previous_response_id', stringAt);
  const request: ModelRequest = {
    model: optional(body['model'], 'model', stringAt),
    instructions: optional(body['instructions'], 'instructions', stringAt),
    messages: readInput(body['input'] ?? [], lookUp),
    tools: body['tool_choice'] === 'none' ? [] : (optional(body['tools'], 'tools', listAt) ?? []).map(readTool),
    maxTokens: optional(body['max_output_tokens'], 'max_output_tokens', numberAt),
    n: 1,
    logprobs: false,
    demands: {},
    ignored: SAMPLING.filter((name) => body[name] !== undefined && body[name] !== null),
    previousResponseId: previous?.replace(/^resp_/, ''),
    store: optional(body['store'], 'store', booleanAt) ?? true,
    retry: { count: Number(headers['x-stainless-retry-count'] ?? 0) || 0, key: headers['idempotency-key'] },
  };
  return {
    request,
    stream: optional(body['stream'], 'stream', booleanAt) ?? false,
    echo: { metadata: optional(body['metadata'], 'metadata', objectAt) ?? {} },
  };
}

function readTool(value: JsonValue, i: number): TemplateTool {
  const tool = objectAt(value, `tools[${i}]`);
  if (tool['type'] !== 'function')
    throw unsupported(`tools[${i}].type`, `tools of type ${JSON.stringify(tool['type'])} are not supported`);
  return {
    name: stringAt(tool['name'], `tools[${i}].name`),
    description: optional(tool['description'], `tools[${i}].description`, stringAt) ?? '',
    parameters: (optional(tool['parameters'], `tools[${i}].parameters`, objectAt) ?? {}) as TemplateTool['parameters'],
  };
}
