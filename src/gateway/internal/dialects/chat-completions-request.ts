import type { JsonSchema, TemplateTool } from '../../../base/index.js';
import type { Demands } from '../../model-request.js';
import { readMessage } from './chat-completions-history.js';
import { readFormat, readStop, readToolChoice, type ToolChoice } from './demand-fields.js';
import type { HttpCall, ReadCall } from './dialect.js';
import {
  booleanAt,
  given,
  integerAt,
  listAt,
  nameAt,
  objectAt,
  optional,
  stringAt,
  unsupported,
  type JsonObject,
} from './request-fields.js';
import { readHeaders } from './request-headers.js';

/** What only Chat Completions needs to write the answer. */
export interface ChatEcho {
  /** `stream_options.include_usage` */
  readonly includeUsage: boolean;
}

/** Options that change how tokens are drawn, or how the template is filled in: the session's own are used. */
const IGNORED = [
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'repetition_penalty',
  'logit_bias',
  'reasoning_effort',
  'chat_template_kwargs',
];

/** Members that ask for what a policy cannot do. */
const REFUSED: Readonly<Record<string, string>> = {
  functions: 'this is the older form of tools: use `tools`',
  function_call: 'this is the older form of tool_choice: use `tool_choice`',
  audio: 'audio output is not supported',
  web_search_options: 'web search is not supported',
};

/**
 * Reads the body of `POST /v1/chat/completions`.
 *
 * @remarks Source: what npm `openai` 7, `@ai-sdk/openai` 4, `@ai-sdk/openai-compatible` 3 and `@openai/agents` 0.20 send.
 */
export function readChatCompletion({ body, headers }: HttpCall): ReadCall<ChatEcho> {
  const request = objectAt(body, 'body');
  for (const name of given(request, Object.keys(REFUSED))) throw unsupported(name, REFUSED[name]!);
  const modalities = optional(request['modalities'], 'modalities', listAt) ?? [];
  if (modalities.some((kind) => kind !== 'text')) throw unsupported('modalities', 'only text is supported');
  const tools = (optional(request['tools'], 'tools', listAt) ?? []).map((tool, i) => readTool(tool, `tools[${i}]`));
  const choice = toolChoiceOf(request['tool_choice'], tools);
  const streamOptions = optional(request['stream_options'], 'stream_options', objectAt) ?? {};
  const atLeastOne = (value: unknown, path: string) => integerAt(value, path, { from: 1 });
  const maxTokens = ['max_completion_tokens', 'max_tokens'].map((name) => optional(request[name], name, atLeastOne));
  const topLogprobs = optional(request['top_logprobs'], 'top_logprobs', (value, path) =>
    integerAt(value, path, { from: 0, to: 20 }),
  );
  return {
    request: {
      model: optional(request['model'], 'model', stringAt),
      messages: listAt(request['messages'], 'messages').map((message, i) => readMessage(message, `messages[${i}]`)),
      tools: choice.tools,
      maxTokens: maxTokens[0] ?? maxTokens[1],
      n: optional(request['n'], 'n', (value, path) => integerAt(value, path, { from: 1, to: 128 })) ?? 1,
      logprobs: optional(request['logprobs'], 'logprobs', booleanAt) ?? false,
      demands: {
        stop: optional(request['stop'], 'stop', stopOf),
        toolChoice: choice.demand,
        json: optional(request['response_format'], 'response_format', formatOf),
      },
      ignored: [
        ...given(request, IGNORED),
        ...(request['parallel_tool_calls'] === false ? ['parallel_tool_calls'] : []),
        ...(topLogprobs ? ['top_logprobs'] : []),
      ],
      store: true,
      ...readHeaders(headers),
    },
    stream: optional(request['stream'], 'stream', booleanAt) ?? false,
    echo: {
      includeUsage: optional(streamOptions['include_usage'], 'stream_options.include_usage', booleanAt) ?? false,
    },
  };
}

function readTool(value: unknown, path: string): TemplateTool {
  const tool = objectAt(value, path);
  const type = stringAt(tool['type'], `${path}.type`);
  if (type !== 'function') throw unsupported(`${path}.type`, `tools of type ${JSON.stringify(type)} are not supported`);
  const described = objectAt(tool['function'], `${path}.function`);
  return {
    name: nameAt(described['name'], `${path}.function.name`),
    description: optional(described['description'], `${path}.function.description`, stringAt) ?? '',
    parameters: (optional(described['parameters'], `${path}.function.parameters`, objectAt) ?? {}) as JsonSchema,
  };
}

function toolChoiceOf(value: unknown, tools: readonly TemplateTool[]): ToolChoice {
  const path = 'tool_choice';
  return readToolChoice(value, tools, {
    chosenName: (choice, type) => {
      if (type !== 'function') throw unsupported(`${path}.type`, `${JSON.stringify(type)} is not supported`);
      return toolNameAt(choice, path, tools);
    },
    allowed: (choice) => [objectAt(choice['allowed_tools'], `${path}.allowed_tools`), `${path}.allowed_tools`],
    allowedName: (entry, at) => toolNameAt(entry, at, tools),
  });
}

function toolNameAt(choice: JsonObject, path: string, tools: readonly TemplateTool[]): string {
  const name = nameAt(objectAt(choice['function'], `${path}.function`)['name'], `${path}.function.name`);
  if (tools.some((tool) => tool.name === name)) return name;
  throw unsupported(`${path}.function.name`, `the request has no tool ${JSON.stringify(name)}`);
}

function stopOf(value: unknown, path: string): readonly string[] | undefined {
  return typeof value === 'string' ? [nameAt(value, path)] : readStop(value, path);
}

function formatOf(value: unknown, path: string): Demands['json'] {
  return readFormat(value, path, (format) => {
    const described = objectAt(format['json_schema'], `${path}.json_schema`);
    return optional(described['schema'], `${path}.json_schema.schema`, objectAt);
  });
}
