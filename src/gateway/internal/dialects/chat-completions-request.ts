import type { JsonSchema, TemplateTool } from '../../../base/index.js';
import type { Demands } from '../../model-request.js';
import { readMessage } from './chat-completions-history.js';
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
  unexpected,
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
  const choice = readToolChoice(request['tool_choice'], tools);
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
        stop: optional(request['stop'], 'stop', readStop),
        toolChoice: choice.demand,
        json: optional(request['response_format'], 'response_format', readFormat),
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

/** The tools that the model is shown, and what the choice demands of it. */
interface ToolChoice {
  readonly tools: readonly TemplateTool[];
  readonly demand?: Demands['toolChoice'];
}

function readToolChoice(value: unknown, tools: readonly TemplateTool[]): ToolChoice {
  const path = 'tool_choice';
  if (value === undefined || value === null || value === 'auto') return { tools };
  if (value === 'none') return { tools: [] };
  if (tools.length === 0) throw unsupported(path, 'the request has no tools');
  if (value === 'required') return { tools, demand: 'required' };
  if (typeof value === 'string') throw unexpected(path, "'none', 'auto', 'required' or an object", value);
  const choice = objectAt(value, path);
  const type = stringAt(choice['type'], `${path}.type`);
  if (type === 'function') return { tools, demand: { name: readToolName(choice, path, tools) } };
  if (type !== 'allowed_tools') throw unsupported(`${path}.type`, `${JSON.stringify(type)} is not supported`);
  const allowed = objectAt(choice['allowed_tools'], `${path}.allowed_tools`);
  const mode = stringAt(allowed['mode'], `${path}.allowed_tools.mode`);
  if (mode !== 'auto' && mode !== 'required')
    throw unexpected(`${path}.allowed_tools.mode`, "'auto' or 'required'", mode);
  const names = listAt(allowed['tools'], `${path}.allowed_tools.tools`).map((entry, i) => {
    const at = `${path}.allowed_tools.tools[${i}]`;
    return readToolName(objectAt(entry, at), at, tools);
  });
  // The model is shown these alone: nothing else keeps it from calling the others.
  const shown = tools.filter(({ name }) => names.includes(name));
  return { tools: shown, ...(mode === 'required' ? { demand: mode } : {}) };
}

function readToolName(choice: JsonObject, path: string, tools: readonly TemplateTool[]): string {
  const name = nameAt(objectAt(choice['function'], `${path}.function`)['name'], `${path}.function.name`);
  if (tools.some((tool) => tool.name === name)) return name;
  throw unsupported(`${path}.function.name`, `the request has no tool ${JSON.stringify(name)}`);
}

function readStop(value: unknown, path: string): readonly string[] | undefined {
  if (typeof value === 'string') return [nameAt(value, path)];
  const texts = listAt(value, path).map((text, i) => nameAt(text, `${path}[${i}]`));
  return texts.length === 0 ? undefined : texts;
}

function readFormat(value: unknown, path: string): Demands['json'] {
  const format = objectAt(value, path);
  const type = stringAt(format['type'], `${path}.type`);
  if (type === 'text') return undefined;
  if (type === 'json_object') return {};
  if (type !== 'json_schema') throw unexpected(`${path}.type`, "'text', 'json_object' or 'json_schema'", type);
  const described = objectAt(format['json_schema'], `${path}.json_schema`);
  return { schema: optional(described['schema'], `${path}.json_schema.schema`, objectAt) };
}
