import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { allowManyListeners } from '../internal/many-listeners.js';
import { sendRefusal } from './http-answers.js';
import type { HttpError } from './http-error.js';
import { closeHttp } from './http-server.js';
import { whenOver } from './when-over.js';

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

  /** Answers one request. Never rejects: nobody would catch it. */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A socket that breaks says so here, and on the request; both are heard elsewhere.
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

  /** Takes no more, lets those under way finish, and closes the server. */
  close(server: Server, drainMs: number, onCutOff?: () => void): Promise<void> {
    return closeHttp(server, { open: this.#open, drainMs, onCutOff });
  }

  /** Says what went wrong, as far as it can be said. */
  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    try {
      if (response.destroyed || response.headersSent) return;
      sendRefusal(request, response, this.options.refusalOf(error));
    } catch {
      response.destroy();
    }
  }
}

/** @returns What aborts when the client goes away before it was answered. */
export function whileConnected(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  allowManyListeners(controller.signal);
  whenOver(request, response, () => {
    if (!response.writableFinished) controller.abort(new Error('the client disconnected'));
  });
  return controller.signal;
}
