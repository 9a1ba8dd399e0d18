import * as z from 'zod';
import {
  MissingPeerError,
  type JsonSchema,
  type JsonValue,
  type Tool,
  type ToolContext,
  type ToolResult,
} from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { LONGEST_TIMER_MS, TimeLimitError, withTimeLimit } from '../../io/index.js';
import { McpConnection, nameOf, type CallResult, type ListedTool } from './internal/mcp/connection.js';
import { McpConnections } from './internal/mcp/connections.js';
import { compileArgumentCheck } from '../internal/tool-arguments/tool-arguments.js';
import { cutText, timedOut } from './limit-tool.js';
import { partsText, valueText } from './internal/output-text.js';
import { type McpServer, ToolServerError } from './mcp-server.js';

/** Options of `createMcpTools`. */
export interface McpToolsOptions {
  readonly server: McpServer;
  /** Names of the server's tools to use; default all. */
  readonly include?: readonly string[] | undefined;
  /**
   * Whether every rollout has its own connection (with a program: its own process), opened at its first call and closed at its end. Default
   * false: one connection for all, for servers without state.
   */
  readonly perRollout?: boolean | undefined;
  /** Longest time of one call, in milliseconds; default 60 000. */
  readonly timeoutMs?: number | undefined;
  /** Most characters of an answer; a longer one is cut, and the policy reads how much is missing. Default 20 000. */
  readonly maxLength?: number | undefined;
  /** Most bytes of one message of the server; with a longer message the server counts as broken. Default 10 MiB. */
  readonly maxBytes?: number | undefined;
  /** Aborts the start. */
  readonly signal?: AbortSignal | undefined;
}

/** An MCP server's tools. */
export interface McpTools {
  readonly tools: readonly Tool[];
  /** Ends all connections and processes. Running and later calls are `unavailable`. */
  close(): Promise<void>;
}

const texts = z.record(z.string(), z.string());

const serverSchema = z.union([
  z.strictObject({
    command: z.string().min(1),
    args: z.array(z.string()).optional(),
    env: texts.optional(),
    cwd: z.string().optional(),
  }),
  z.strictObject({ url: z.url('expected a URL'), headers: texts.optional() }),
]);

/** The error of the union would not tell that both members are given. */
const isOne = (server: unknown) => !(server instanceof Object && 'command' in server && 'url' in server);

const optionsSchema = z.strictObject({
  server: z.custom<McpServer>(isOne, 'expected a command or a url, not both').pipe(serverSchema),
  include: z.array(z.string()).optional(),
  perRollout: z.boolean().default(false),
  timeoutMs: z.number().positive().max(LONGEST_TIMER_MS).default(60_000),
  maxLength: z.int().positive().default(20_000),
  maxBytes: z
    .int()
    .positive()
    .default(10 * 1024 * 1024),
  signal: z.instanceof(AbortSignal).optional(),
});

/**
 * Creates tools from an MCP server, over standard input and output or HTTP, with the optional peer `@modelcontextprotocol/sdk`.
 *
 * Tool errors are: an error that a tool reports, a refusal of the server, and a time limit while the server still answers. If the server is
 * gone (its process ended, its connection was reset, it does not answer a ping, or it breaks the protocol), the call is `unavailable` and
 * is made again over a new connection. With `perRollout` the server's state is lost, so the rollout is set apart. Images and files become
 * placeholders.
 *
 * A server has 30 s to start (to answer the protocol's first request), and as long again to list its tools.
 *
 * @throws TypeError or RangeError for bad options; MissingPeerError (rejecting) if the peer is missing; ToolServerError if the server does
 *   not start, or a tool of `include` does not exist or has no schema.
 * @example
 * const { tools, close } = await createMcpTools({ server: { command: 'npx', args: ['-y', 'some-mcp-server'] } });
 */
export async function createMcpTools(options: McpToolsOptions): Promise<McpTools> {
  const { server, include, perRollout, maxBytes, signal, ...limits } = parseOptions(optionsSchema, options);
  const connections = new McpConnections(() => McpConnection.open(server, maxBytes, signal), perRollout);
  try {
    const first = await connections.of('');
    const listed = chosen(await first.listTools(signal), include);
    checkNames(listed);
    const tools = listed.map((tool) => mcpTool(tool, connections, limits));
    // The list was asked for over a connection that no session has.
    if (perRollout) await connections.end('');
    return { tools, close: () => connections.close() };
  } catch (cause) {
    await connections.close();
    signal?.throwIfAborted();
    if (cause instanceof ToolServerError || cause instanceof MissingPeerError) throw cause;
    throw new ToolServerError(`${nameOf(server)}: ${(cause as Error).message}`, { cause });
  }
}

/** @throws Error for one that is not there. */
function chosen(listed: readonly ListedTool[], include: readonly string[] | undefined): readonly ListedTool[] {
  if (include === undefined) return listed;
  return include.map((name) => {
    const found = listed.find((tool) => tool.name === name);
    if (found === undefined)
      throw new Error(`expected a tool ${JSON.stringify(name)}, got ${listed.map((tool) => tool.name).join(', ')}`);
    return found;
  });
}

/** What engines and templates take for a name; the policy reads it beside the tool's description. */
const NAME = /^[\p{L}\p{N}_.:/-]{1,128}$/u;

/** @throws Error for an invalid name, or one that another tool has. */
function checkNames(listed: readonly ListedTool[]): void {
  const names = new Set<string>();
  for (const { name } of listed) {
    const shown = JSON.stringify(name.slice(0, 128)).replaceAll(/\p{Cc}/gu, '?');
    if (!NAME.test(name))
      throw new Error(`expected names of at most 128 letters, digits and _.:/-, got ${shown}; choose tools by include`);
    if (names.has(name)) throw new Error(`it lists two tools ${shown}`);
    names.add(name);
  }
}

interface CallLimits {
  readonly timeoutMs: number;
  readonly maxLength: number;
}

/** @throws RangeError for an invalid schema. */
function mcpTool(
  { name, description = '', inputSchema }: ListedTool,
  connections: McpConnections,
  limits: CallLimits,
): Tool {
  const parameters = inputSchema as JsonSchema;
  compileArgumentCheck(parameters, `tool ${JSON.stringify(name)}: inputSchema`);
  return {
    name,
    description,
    parameters,
    async execute(args: JsonValue, { sessionId, signal }: ToolContext): Promise<ToolResult> {
      let connection: McpConnection | undefined;
      try {
        connection = await connections.of(sessionId);
        const opened = connection;
        const call = (inner: AbortSignal) => opened.callTool(name, args as object, inner);
        return cutText(toToolResult(await withTimeLimit(call, signal, limits.timeoutMs)), limits.maxLength);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof TimeLimitError && (await connection!.answers())) return timedOut(error);
        if (connection?.isAnswer(error) === true) return { kind: 'error', text: (error as Error).message };
        return connections.failed(connection, error);
      }
    },
    endSession: (sessionId) => connections.end(sessionId),
  };
}

function toToolResult({ isError, content, structuredContent }: CallResult): ToolResult {
  const text = content.length === 0 ? valueText(structuredContent) : partsText(content);
  return { kind: isError === true ? 'error' : 'ok', text };
}
