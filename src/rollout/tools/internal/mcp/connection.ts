import type * as McpTypes from '@modelcontextprotocol/sdk/types.js';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { plainText } from '../../../../base/internal/index.js';
import { LONGEST_TIMER_MS, TimeLimitError, importPeer, withTimeLimit } from '../../../../io/index.js';
import { type McpServer, ToolServerError } from '../../mcp-server.js';
import { limitedFetch } from './limited-fetch.js';
import { openStdioTransport } from './stdio-transport.js';

const PEER = '@modelcontextprotocol/sdk';

/** How long a server may take to start, to list its tools, and to say that it is there. */
const ANSWER_MS = 30_000;

/** Pages of a list of tools; a server that goes on after them gives the same one for ever. */
const MAX_PAGES = 100;

/** More than any prompt could describe. */
const MAX_TOOLS = 10_000;

/** A tool as a server lists it. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: object;
}

/** A call's result as the protocol has it. */
export interface CallResult {
  readonly isError?: boolean | undefined;
  readonly content: readonly { readonly type: string; readonly [field: string]: unknown }[];
  readonly structuredContent?: unknown;
}

/** One connection to a server; gone once it is lost or closed. */
export class McpConnection {
  #open = true;

  private constructor(
    private readonly client: Client,
    private readonly types: typeof McpTypes,
    private readonly end: () => Promise<void>,
  ) {
    client.onclose = () => {
      this.#open = false;
    };
  }

  /** @throws MissingPeerError where the peer is missing; ToolServerError where the server does not start or answer. */
  static async open(server: McpServer, maxBytes: number, signal?: AbortSignal): Promise<McpConnection> {
    const peer = <T>(load: () => Promise<T>) => importPeer('MCP servers', PEER, load);
    const { Client } = await peer(() => import('@modelcontextprotocol/sdk/client/index.js'));
    const types = await peer(() => import('@modelcontextprotocol/sdk/types.js'));
    const { transport, stderr, end } = await openTransport(server, maxBytes);
    const client = new Client({ name: 'rstar2-agent', version: '1' });
    try {
      // Some transports wait for ever for a server that says nothing.
      const connect = (inner: AbortSignal) => client.connect(transport, { signal: inner, timeout: LONGEST_TIMER_MS });
      await withTimeLimit(connect, signal, ANSWER_MS);
    } catch (cause) {
      await client.close().catch(() => undefined);
      signal?.throwIfAborted();
      const said = plainText(stderr()).trim();
      throw new ToolServerError(
        `${nameOf(server)}: ${(cause as Error).message}${said === '' ? '' : `; it said: ${said}`}`,
        {
          cause,
          retryable: true,
        },
      );
    }
    return new McpConnection(client, types, end);
  }

  /** Whether it can be asked. */
  get open(): boolean {
    return this.#open;
  }

  /** @throws What the protocol or the server says; TimeLimitError. */
  async listTools(signal?: AbortSignal): Promise<readonly ListedTool[]> {
    const tools: ListedTool[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const list = (inner: AbortSignal) =>
        this.client.request({ method: 'tools/list', params }, this.types.ListToolsResultSchema, asLongAs(inner));
      const result = await withTimeLimit(list, signal, ANSWER_MS);
      if (tools.length + result.tools.length > MAX_TOOLS) throw new Error(`it lists more than ${MAX_TOOLS} tools`);
      tools.push(...result.tools);
      if (result.nextCursor === undefined) return tools;
      if (result.nextCursor === cursor) break;
      cursor = result.nextCursor;
    }
    throw new Error(`its list of tools has no end`);
  }

  /** @throws An error of the protocol or the server, an error for an invalid result, the signal's reason. */
  callTool(name: string, args: object, signal: AbortSignal): Promise<CallResult> {
    const params = { name, arguments: args as Record<string, unknown> };
    return this.client.request({ method: 'tools/call', params }, this.types.CallToolResultSchema, asLongAs(signal));
  }

  /** Whether an error is the server's answer, and not a failure of the connection. */
  isAnswer(error: unknown): boolean {
    return this.#open && error instanceof this.types.McpError;
  }

  /** @returns Whether the server is there. */
  async answers(): Promise<boolean> {
    try {
      await withTimeLimit((signal) => this.client.ping(asLongAs(signal)), undefined, ANSWER_MS / 10);
      return true;
    } catch (error) {
      // A server that knows no ping has answered as well.
      return !(error instanceof TimeLimitError) && this.isAnswer(error);
    }
  }

  /** Ends the connection, and the process where there is one. Pending calls are rejected. */
  async close(): Promise<void> {
    this.#open = false;
    await this.end().catch(() => undefined);
    await this.client.close().catch(() => undefined);
  }
}

function asLongAs(signal: AbortSignal) {
  return { signal, timeout: LONGEST_TIMER_MS };
}

/** @returns A server's name in messages. */
export function nameOf(server: McpServer): string {
  return `MCP server ${'url' in server ? server.url : [server.command, ...(server.args ?? [])].join(' ')}`;
}

async function openTransport(server: McpServer, maxBytes: number) {
  if ('url' in server) {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const requestInit = { headers: { ...server.headers } };
    const transport = new StreamableHTTPClientTransport(new URL(server.url), {
      requestInit,
      fetch: limitedFetch(maxBytes),
    });
    const end = () => withTimeLimit(() => transport.terminateSession(), undefined, ANSWER_MS / 10);
    return { transport, stderr: () => '', end };
  }
  return openStdioTransport(server, maxBytes);
}
