import type { JsonSchema, JsonValue, TemplateTool } from '../../../base/index.js';
import type { Demands } from '../../model-request.js';
import { readStop } from './demand-fields.js';
import type { HttpCall, ReadCall } from './dialect.js';
import { readHistory } from './messages-history.js';
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

/** What only Messages needs to write the answer. */
export interface MessagesEcho {
  /** Tools whose arguments go out as they are drawn, whether they parse or not. */
  readonly eagerTools: ReadonlySet<string>;
}

/** Options that change how tokens are drawn: the session's own are used. */
const IGNORED = ['temperature', 'top_p', 'top_k', 'thinking'];

/** Members that ask for what is not there. */
const REFUSED: Readonly<Record<string, string>> = {
  mcp_servers: 'MCP servers are not supported',
  container: 'containers are not supported',
  // The tool runner of Anthropic's SDK asks first whether the server holds the conversation; refused, it sends all messages each time.
  thread: 'conversations are not stored: send all messages',
};

/**
 * Reads the body of `POST /v1/messages`.
 *
 * @remarks Source: what `@anthropic-ai/sdk` 1.12, `@ai-sdk/anthropic` 4 and Claude Code 2.1 send.
 */
export function readMessages({ body, headers }: HttpCall): ReadCall<MessagesEcho> {
  const request = objectAt(body, 'body');
  for (const name of given(request, Object.keys(REFUSED)))
    if (!isEmptyList(request[name])) throw unsupported(name, REFUSED[name]!);
  const listed = (optional(request['tools'], 'tools', listAt) ?? []).map((tool, i) => objectAt(tool, `tools[${i}]`));
  const tools = listed.map((tool, i) => readTool(tool, `tools[${i}]`));
  const choice = optional(request['tool_choice'], 'tool_choice', objectAt) ?? { type: 'auto' };
  const output = optional(request['output_config'], 'output_config', objectAt) ?? {};
  // Older clients have the format at the top.
  const [format, formatPath] =
    (output['format'] ?? null) === null
      ? [request['output_format'], 'output_format']
      : [output['format'], 'output_config.format'];
  return {
    request: {
      model: optional(request['model'], 'model', stringAt),
      messages: readHistory(request),
      tools: choice['type'] === 'none' ? [] : tools,
      maxTokens: integerAt(request['max_tokens'], 'max_tokens', { from: 1 }),
      n: 1,
      logprobs: false,
      demands: {
        stop: optional(request['stop_sequences'], 'stop_sequences', readStop),
        toolChoice: readToolChoice(choice, tools),
        json: optional(format, formatPath, readFormat),
      },
      ignored: [
        ...given(request, IGNORED),
        ...given(output, ['effort']),
        ...(choice['disable_parallel_tool_use'] === true ? ['disable_parallel_tool_use'] : []),
      ],
      store: true,
      ...readHeaders(headers),
    },
    stream: optional(request['stream'], 'stream', booleanAt) ?? false,
    echo: { eagerTools: readEager(listed, headers) },
  };
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function readTool(tool: JsonObject, path: string): TemplateTool {
  const type = optional(tool['type'], `${path}.type`, stringAt) ?? 'custom';
  if (type !== 'custom')
    throw unsupported(`${path}.type`, `tools of type ${JSON.stringify(type)} are not supported: give an input_schema`);
  return {
    name: nameAt(tool['name'], `${path}.name`),
    description: optional(tool['description'], `${path}.description`, stringAt) ?? '',
    parameters: objectAt(tool['input_schema'], `${path}.input_schema`) as JsonSchema,
  };
}

/** Older clients ask for eager arguments of all tools by a header. */
function readEager(tools: readonly JsonObject[], headers: HttpCall['headers']): ReadonlySet<string> {
  const isForAll = headers['anthropic-beta']?.includes('fine-grained-tool-streaming') === true;
  return new Set(
    tools.filter((tool) => isForAll || tool['eager_input_streaming'] === true).map((tool) => tool['name'] as string),
  );
}

function readToolChoice(choice: JsonObject, tools: readonly TemplateTool[]): Demands['toolChoice'] {
  const type = stringAt(choice['type'], 'tool_choice.type');
  if (type === 'auto' || type === 'none') return undefined;
  if (type !== 'any' && type !== 'tool') throw unexpected('tool_choice.type', "'auto', 'any', 'tool' or 'none'", type);
  if (tools.length === 0) throw unsupported('tool_choice', 'the request has no tools');
  if (type === 'any') return 'required';
  const name = nameAt(choice['name'], 'tool_choice.name');
  if (!tools.some((tool) => tool.name === name))
    throw unsupported('tool_choice.name', `the request has no tool ${JSON.stringify(name)}`);
  return { name };
}

function readFormat(value: unknown, path: string): Demands['json'] {
  const format = objectAt(value, path);
  if (format['type'] !== 'json_schema') throw unexpected(`${path}.type`, "'json_schema'", format['type']);
  return { schema: objectAt(format['schema'], `${path}.schema`) };
}
