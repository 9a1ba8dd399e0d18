import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where a server listens. */
export interface HttpAddress {
  /** `http://127.0.0.1:8088`. */
  readonly url: string;
  readonly port: number;
}

/** A request must have arrived by then; its answer may take hours. */
const RECEIVE_MS = 300_000;

/** How a server is started. */
interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Answers one request; never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Starts a server that was made with `createServer()`. @throws The system's error when it cannot listen there. */
export async function listenHttp(server: Server, { host, port, handle }: ListenOptions): Promise<HttpAddress> {
  server.on('request', (request, response) => void handle(request, response));
  // A client that asks before it sends a body is told to go on when the body is wanted.
  server.on('checkContinue', (request, response) => void handle(request, response));
  server.requestTimeout = RECEIVE_MS;
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, port: address.port };
}

/** How a server is closed. */
interface CloseOptions {
  /** Those that are not answered yet; they may take so long, in milliseconds. */
  readonly open: ReadonlySet<ServerResponse>;
  readonly drainMs: number;
  /** Told when the rest is cut off. */
  readonly onCutOff?: (() => void) | undefined;
}

/** Takes no more requests, lets those under way finish, and closes. */
export async function closeHttp(server: Server, { open, drainMs, onCutOff }: CloseOptions): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // Else a client keeps its connection, and we wait for it.
  for (const response of open) if (!response.headersSent) response.setHeader('connection', 'close');
  const timer = setTimeout(() => {
    onCutOff?.();
    server.closeAllConnections();
  }, drainMs);
  await closed;
  clearTimeout(timer);
}
