import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { sendRefusal, HttpError, whenOver } from './http-answers.js';
import { allowManyListeners } from '../built-in.js';

/** Where a server listens. */
export interface HttpAddress {
  /** `http://127.0.0.1:8088`. */
  readonly url: string;
  readonly port: number;
}

/** Longest time for a request to arrive; its answer may take hours. */
const RECEIVE_MS = 300_000;

/** Most connections at once. The process must also be able to open files, whatever clients do. */
const MOST_CONNECTIONS = 16_384;
/** How long a connection beyond that may take to send its request and read the refusal. */
const REFUSED_MS = 5000;

/** How a server is started. */
interface ListenOptions {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Answers one request; never rejects. */
  readonly handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** Those beyond are answered 503. Default 16,384. */
  readonly maxConnections?: number;
}

/** Starts a server that was made with `createServer()`. @throws The system's error when it cannot listen there. */
export async function listenHttp(server: Server, options: ListenOptions): Promise<HttpAddress> {
  const { host, port, handle, maxConnections = MOST_CONNECTIONS } = options;
  const isTooMany = countConnections(server, maxConnections);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (isTooMany(request.socket)) refuseConnection(request, response);
    else void handle(request, response);
  };
  server.on('request', answer);
  // A client that asks before it sends a body gets `100 Continue` when the body is wanted.
  server.on('checkContinue', answer);
  server.requestTimeout = RECEIVE_MS;
  server.keepAliveTimeout = 75_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    // Connections that arrive together wait in the system's queue; the system resets some if the queue is short.
    server.listen({ port, host, backlog: maxConnections }, resolve);
  });
  const address = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`, port: address.port };
}

/** @returns Whether a connection arrived when the limit was reached. */
function countConnections(server: Server, most: number): (socket: Socket) => boolean {
  const tooMany = new WeakSet<Socket>();
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
    if (open <= most) return;
    tooMany.add(socket);
    socket.setTimeout(REFUSED_MS, () => socket.destroy());
  });
  return (socket) => tooMany.has(socket);
}

function refuseConnection(request: IncomingMessage, response: ServerResponse): void {
  for (const end of [request, response]) end.on('error', () => {});
  const headers = { 'retry-after': '1', connection: 'close' };
  sendRefusal(request, response, new HttpError(503, 'too many connections are open', headers));
}

/** How a server's requests are answered. */
interface HttpRequestsOptions {
  /** Answers one, or throws what it is refused for. */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  readonly refusalOf: (error: unknown) => HttpError;
}

/** The requests of a server: each is answered once, whatever goes wrong on the way, and known until it is. */
export class HttpRequests {
  readonly #open = new Set<ServerResponse>();

  constructor(private readonly options: HttpRequestsOptions) {}

  /** How many are not answered yet. */
  get underWay(): number {
    return this.#open.size;
  }

  /** Answers one request. Never rejects: no caller would catch it. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A broken socket reports here and on the request; both are handled elsewhere.
    response.on('error', () => {});
    request.on('error', () => {});
    request.socket.setMaxListeners(0); // a client may send many requests without waiting
    this.#open.add(response);
    whenOver(request, response, () => this.#open.delete(response));
    try {
      await this.options.answer(request, response);
    } catch (error) {
      this.#refuse(request, response, error);
    }
  }

  /**
   * Accepts no more requests, lets the running ones finish, and closes the server.
   *
   * @param drainMs - How long they may take; then the rest is cut off.
   */
  async close(server: Server, drainMs: number, onCutOff?: () => void): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    server.closeIdleConnections();
    // Else a client keeps its connection, and we wait for it.
    for (const response of this.#open) if (!response.headersSent) response.setHeader('connection', 'close');
    const timer = setTimeout(() => {
      onCutOff?.();
      server.closeAllConnections();
    }, drainMs);
    await closed;
    clearTimeout(timer);
  }

  /** Answers with the error, as far as an answer can still be sent. */
  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    try {
      if (response.destroyed || response.headersSent) return;
      sendRefusal(request, response, this.options.refusalOf(error));
    } catch {
      response.destroy();
    }
  }
}

/** @returns A signal that aborts when the client disconnects before it was answered. */
export function whileConnected(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  allowManyListeners(controller.signal);
  whenOver(request, response, () => {
    if (!response.writableFinished) controller.abort(new Error('the client disconnected'));
  });
  return controller.signal;
}
