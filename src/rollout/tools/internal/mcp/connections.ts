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
   * @returns The session's connection, opened where there is none that can be asked.
   * @throws What opening throws; Error once closed.
   */
  async of(sessionId: string): Promise<McpConnection> {
    if (this.#closed) throw new Error('the MCP tools are closed');
    const owner = this.#owner(sessionId);
    const opened = this.#byOwner.get(owner);
    // What was kept for a session went with its connection: it is not opened again.
    if (opened !== undefined && (this.perSession || (await opened).open)) return opened;
    // Another call may have opened one meanwhile.
    const current = this.#byOwner.get(owner);
    if (current !== undefined && current !== opened) return current;
    const opening = this.open();
    this.#byOwner.set(owner, opening);
    opening.catch(() => this.#byOwner.delete(owner));
    return opening;
  }

  /** @returns What a call is that the server failed at. Its connection, if it came to one, is given up where another may do. */
  failed(connection: McpConnection | undefined, error: unknown): ToolResult {
    const passing = mayPass(error);
    // Its callers get the error; no caller waits for its end.
    if (passing) void connection?.close();
    const retryable = passing && !this.#closed && (!this.perSession || connection === undefined);
    return { kind: 'unavailable', cause: { source: 'tool', message: (error as Error).message, retryable } };
  }

  /** Ends what is a session's own. */
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

/** A result that is none (one too deep to be read as well) stays none, and so does a request that is refused; the rest is a matter of connections. */
function mayPass(error: unknown): boolean {
  const { code, issues } = error as { readonly code?: unknown; readonly issues?: unknown };
  const isRefused = typeof code === 'number' && code >= 400 && code < 500 && ![404, 408, 429].includes(code);
  return issues === undefined && !(error instanceof RangeError) && !isRefused;
}
