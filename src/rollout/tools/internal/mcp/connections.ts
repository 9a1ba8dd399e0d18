import type { ToolResult } from '../../../../base/index.js';
import type { McpConnection } from './connection.js';

/** The connections to one server: one for all sessions, or one for each. */
export class McpConnections {
  readonly #byOwner = new Map<string, Promise<McpConnection>>();
  #closed = false;

  constructor(
    private readonly open: () => Promise<McpConnection>,
    private readonly perSession: boolean,
  ) {}

  /**
   * @returns The session's connection; a new connection if the session has no open one.
   * @throws What opening throws; Error once closed.
   */
  async of(sessionId: string): Promise<McpConnection> {
    if (this.#closed) throw new Error('the MCP tools are closed');
    const owner = this.#owner(sessionId);
    const opened = this.#byOwner.get(owner);
    // The server's state for a session is lost with its connection, so it is not opened again.
    if (opened !== undefined && (this.perSession || (await opened).open)) return opened;
    // Another call may have opened one meanwhile.
    const current = this.#byOwner.get(owner);
    if (current !== undefined && current !== opened) return current;
    const opening = this.open();
    this.#byOwner.set(owner, opening);
    opening.catch(() => this.#byOwner.delete(owner));
    return opening;
  }

  /** @returns The result of a call that failed. If a new connection may work, the failed connection is closed. */
  failed(connection: McpConnection | undefined, error: unknown): ToolResult {
    const passing = mayPass(error);
    // Not awaited: a call does not wait for the connection to close.
    if (passing) void connection?.close();
    const retryable = passing && !this.#closed && (!this.perSession || connection === undefined);
    return { kind: 'unavailable', cause: { source: 'tool', message: (error as Error).message, retryable } };
  }

  /** Ends a session's own connection. */
  async end(sessionId: string): Promise<void> {
    if (this.perSession) await this.#end(sessionId);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#byOwner.keys()].map((owner) => this.#end(owner)));
  }

  async #end(owner: string): Promise<void> {
    const connection = this.#byOwner.get(owner);
    this.#byOwner.delete(owner);
    await connection?.then(
      (opened) => opened.close(),
      () => undefined,
    );
  }

  #owner(sessionId: string): string {
    return this.perSession ? sessionId : '';
  }
}

/** Whether another connection may work. It does not help against a result that is invalid or nested too deeply, or a refused request. */
function mayPass(error: unknown): boolean {
  const { code, issues } = error as { readonly code?: unknown; readonly issues?: unknown };
  const isRefused = typeof code === 'number' && code >= 400 && code < 500 && ![404, 408, 429].includes(code);
  return issues === undefined && !(error instanceof RangeError) && !isRefused;
}
