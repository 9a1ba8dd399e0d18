import type { JsonSchema, TemplateTool } from '../../../base/index.js';
import type { DeliveredCall, Demands, RequestMessage } from '../../exchange.js';
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

/** What only Messages needs to write the answer. */
export interface MessagesEcho {
  /** Tools whose arguments go out as they are drawn, whether they parse or not: `eager_input_streaming`. */
  readonly eagerTools: ReadonlySet<string>;
}

/** Options that change how tokens are drawn: the session's own are used. */
const IGNORED = ['temperature', 'top_p', 'top_k', 'thinking'];

/** Reads the body of `POST /v1/messages`. */
export function readMessages({ body, headers }: HttpCall): ReadCall<MessagesEcho> {
  const request = objectAt(body, 'body');
  if ((optional(request['mcp_servers'], 'mcp_servers', listAt) ?? []).length > 0)
    throw unsupported('mcp_servers', 'servers of tools are not called here');
  // The tool runner of Anthropic's SDK asks first whether the server holds the conversation; refused, it sends all messages each time.
  if ((request['thread'] ?? null) !== null)
    throw unsupported('thread', 'conversations are not held here: send all messages');
  const listed = optional(request['tools'], 'tools', listAt) ?? [];
  const tools = listed.map((tool, i) => readTool(tool, `tools[${i}]`));
  const eager = listed.flatMap((tool, i) =>
    (tool as JsonObject)['eager_input_streaming'] === true ? [tools[i]!.name] : [],
  );
  const choice = optional(request['tool_choice'], 'tool_choice', objectAt) ?? { type: 'auto' };
  const stop = optional(request['stop_sequences'], 'stop_sequences', readStop);
  const system = optional(request['system'], 'system', readSystem);
  const output = optional(request['output_config'], 'output_config', objectAt) ?? {};
  return {
    request: {
      model: optional(request['model'], 'model', stringAt),
      messages: [
        ...(system === undefined ? [] : [{ role: 'system' as const, content: system }]),
        ...listAt(request['messages'], 'messages').flatMap((message, i) => readMessage(message, `messages[${i}]`)),
      ],
      tools: choice['type'] === 'none' ? [] : tools,
      maxTokens: integerAt(request['max_tokens'], 'max_tokens', { from: 1 }),
      n: 1,
      logprobs: false,
      demands: {
        stop: stop === undefined || stop.length === 0 ? undefined : stop,
        toolChoice: readToolChoice(choice, tools),
        json: optional(output['format'] ?? request['output_format'], 'output_config.format', readFormat),
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
    echo: { eagerTools: new Set(eager) },
  };
}

function readTool(value: unknown, path: string): TemplateTool {
  const tool = objectAt(value, path);
  const type = optional(tool['type'], `${path}.type`, stringAt) ?? 'custom';
  if (type !== 'custom')
    throw unsupported(
      `${path}.type`,
      `tools of type ${JSON.stringify(type)} are not supported: only those with an input_schema`,
    );
  return {
    name: nameAt(tool['name'], `${path}.name`),
    description: optional(tool['description'], `${path}.description`, stringAt) ?? '',
    parameters: objectAt(tool['input_schema'], `${path}.input_schema`) as JsonSchema,
  };
}

function readToolChoice(choice: JsonObject, tools: readonly TemplateTool[]): Demands['toolChoice'] {
  const type = stringAt(choice['type'], 'tool_choice.type');
  if (type === 'auto' || type === 'none') return undefined;
  if (type !== 'any' && type !== 'tool') throw unexpected('tool_choice.type', "'auto', 'any', 'tool' or 'none'", type);
  if (tools.length === 0) throw unsupported('tool_choice', 'the request has no tools');
  if (type === 'any') return 'required';
  const name = nameAt(choice['name'], 'tool_choice.name');
  if (!tools.some((tool) => tool.name === name))
    throw unsupported('tool_choice.name', `no tool ${JSON.stringify(name)}`);
  return { name };
}

function readFormat(value: unknown, path: string): Demands['json'] {
  const format = objectAt(value, path);
  if (format['type'] !== 'json_schema') throw unexpected(`${path}.type`, "'json_schema'", format['type']);
  return { schema: objectAt(format['schema'], `${path}.schema`) };
}

function readStop(value: unknown, path: string): readonly string[] {
  return listAt(value, path).map((text, i) => nameAt(text, `${path}[${i}]`));
}

/** Claude Code begins its system text with a block for the service's accounting, which no model reads. */
const BILLING = 'x-anthropic-billing-header:';

function readSystem(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value;
  const texts = blocksAt(value, path).map(({ block, at }) => readText(block, at));
  const read = texts.filter((text) => !text.startsWith(BILLING));
  return read.length === 0 ? undefined : read.join('\n');
}

function readMessage(value: unknown, path: string): RequestMessage[] {
  const message = objectAt(value, path);
  const role = stringAt(message['role'], `${path}.role`);
  const content = message['content'];
  const at = `${path}.content`;
  switch (role) {
    case 'system':
      return [{ role, content: readTexts(content, at) }];
    case 'user':
      return typeof content === 'string' ? [{ role, content }] : readUser(content, at);
    case 'assistant':
      return [typeof content === 'string' ? { role, content, calls: [] } : readAssistant(content, at)];
    default:
      throw unexpected(`${path}.role`, "'user', 'assistant' or 'system'", role);
  }
}

/** Results of calls are messages of their own; texts that stand together are one message. */
function readUser(value: unknown, path: string): RequestMessage[] {
  const messages: RequestMessage[] = [];
  let texts: string[] = [];
  const say = () => {
    if (texts.length > 0) messages.push({ role: 'user', content: texts.join('\n') });
    texts = [];
  };
  for (const { block, at } of blocksAt(value, path)) {
    if (block['type'] !== 'tool_result') {
      texts.push(readText(block, at));
      continue;
    }
    say();
    const isError = optional(block['is_error'], `${at}.is_error`, booleanAt);
    messages.push({
      role: 'tool',
      callId: stringAt(block['tool_use_id'], `${at}.tool_use_id`),
      content: optional(block['content'], `${at}.content`, readTexts) ?? '',
      ...(isError === undefined ? {} : { isError }),
    });
  }
  say();
  return messages;
}

function readAssistant(value: unknown, path: string): RequestMessage {
  let content = '';
  let reasoning = '';
  const calls: DeliveredCall[] = [];
  const keys: string[] = [];
  for (const { block, at } of blocksAt(value, path)) {
    switch (block['type']) {
      case 'thinking': {
        reasoning += stringAt(block['thinking'], `${at}.thinking`);
        const signature = optional(block['signature'], `${at}.signature`, stringAt);
        if (signature) keys.push(signature);
        break;
      }
      case 'redacted_thinking':
        keys.push(stringAt(block['data'], `${at}.data`));
        break;
      case 'tool_use':
        calls.push({
          id: stringAt(block['id'], `${at}.id`),
          name: stringAt(block['name'], `${at}.name`),
          arguments: JSON.stringify(objectAt(block['input'], `${at}.input`)),
        });
        break;
      default:
        content += readText(block, at);
    }
  }
  return {
    role: 'assistant',
    content,
    ...(reasoning === '' ? {} : { reasoning }),
    calls,
    ...(keys.length === 0 ? {} : { keys }),
  };
}

function readTexts(value: unknown, path: string): string {
  if (typeof value === 'string') return value;
  return blocksAt(value, path)
    .map(({ block, at }) => readText(block, at))
    .join('\n');
}

function readText(block: JsonObject, path: string): string {
  const type = stringAt(block['type'], `${path}.type`);
  if (type !== 'text')
    throw unsupported(`${path}.type`, `blocks of type ${JSON.stringify(type)} are not supported here`);
  return stringAt(block['text'], `${path}.text`);
}

function blocksAt(value: unknown, path: string): { readonly block: JsonObject; readonly at: string }[] {
  if (!Array.isArray(value)) throw unexpected(path, 'a string or an array of blocks', value);
  return value.map((block, i) => ({ block: objectAt(block, `${path}[${i}]`), at: `${path}[${i}]` }));
}
