import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  BodyBudget,
  closeHttp,
  HttpError,
  isLoopback,
  refuseForeignPages,
  requireKey,
  sendJson,
  sendRefusal,
  whenOver,
} from '../../../io/index.js';
import { endpoints, PROTOBUF_TYPE, WireError } from '../../wire/index.js';
import { decompressed } from './decompress.js';
import { placeOf } from './request-place.js';
import { routesOf, type Call } from './routes.js';
import type { TinkerService } from './tinker-service.js';

/** The header that carries the key; `Authorization: Bearer …` may as well. */
const KEY_HEADER = 'x-api-key';

/** The protocol over HTTP: routes, who may call, and what is refused. */
export class HttpFace {
  readonly #routes;
  readonly #bodies: BodyBudget;
  readonly #open = new Set<ServerResponse>();
  readonly #closing = new AbortController();

  constructor(private readonly service: TinkerService) {
    this.#routes = routesOf(service);
    this.#bodies = new BodyBudget(service.settings.limits.maxPendingBytes);
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
      await this.#answer(request, response);
    } catch (error) {
      this.#refuse(request, response, error);
    }
  }

  /** Lets requests under way finish; those that wait for a result are told to ask again. */
  async close(server: Server, drainMs: number): Promise<void> {
    this.#closing.abort();
    await closeHttp(server, { open: this.#open, drainMs });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { apiKey, host, limits } = this.service.settings;
    const url = new URL(request.url ?? '/', 'http://localhost');
    // Whoever has the key is no web page, and may come by any name.
    refuseForeignPages(request, { isLoopbackOnly: apiKey === undefined && isLoopback(host) });
    if (apiKey !== undefined && url.pathname !== endpoints.health.path) requireKey(request, apiKey, KEY_HEADER);
    const { handle, parts } = this.#find(request.method ?? 'GET', url.pathname);
    const contentType = (request.headers['content-type'] ?? '').toLowerCase();
    // A web page can send the rest unasked.
    if (request.method === 'POST' && !/^application\/(json|x-protobuf)\b/.test(contentType))
      throw new HttpError(415, `expected content-type: application/json or ${PROTOBUF_TYPE}`);
    const sent = await this.#bodies.read(request, response, limits.maxBodyBytes);
    const call: Call = {
      body: await decompressed(sent, request.headers['content-encoding'], limits.maxBodyBytes),
      contentType,
      acceptsProtobuf: (request.headers.accept ?? '').includes(PROTOBUF_TYPE),
      parts,
      query: url.searchParams,
      signal: AbortSignal.any([this.#closing.signal, whileConnected(request, response)]),
    };
    const answer = await this.#inItsPlace(call, handle);
    if (response.destroyed) return;
    if (answer === undefined) return void response.writeHead(204).end();
    if (!(answer instanceof Uint8Array)) return sendJson(response, 200, answer);
    response.writeHead(200, { 'content-type': PROTOBUF_TYPE, 'content-length': answer.length }).end(answer);
  }

  /** A request that is refused as it comes was its model's next all the same: those after it must not wait for it. */
  async #inItsPlace(call: Call, handle: (call: Call) => unknown): Promise<unknown> {
    try {
      return await handle(call);
    } catch (error) {
      const refusal = this.#refusalOf(error);
      const place = refusal.status === 400 ? placeOf(call.body, call.contentType) : undefined;
      if (place !== undefined) this.service.models.refuse(place, refusal);
      throw refusal;
    }
  }

  #find(method: string, path: string) {
    const matching = this.#routes.filter((route) => route.path.test(path));
    const route = matching.find((one) => one.method === method);
    if (route === undefined) {
      if (matching.length === 0) throw new HttpError(404, `${path.slice(0, 200)}: there is no such route here`);
      throw new HttpError(405, 'Method Not Allowed', { allow: matching.map((one) => one.method).join(', ') });
    }
    return { handle: route.handle, parts: route.path.exec(path)!.slice(1).map(decoded) };
  }

  /** Says what went wrong, as far as it can be said. */
  #refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    try {
      if (response.destroyed || response.headersSent) return;
      sendRefusal(request, response, this.#refusalOf(error));
    } catch {
      response.destroy();
    }
  }

  #refusalOf(error: unknown): HttpError {
    if (error instanceof HttpError) return error;
    if (error instanceof WireError || error instanceof RangeError || error instanceof TypeError)
      return new HttpError(400, error.message);
    this.service.settings.log({
      level: 'error',
      message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
    return new HttpError(500, 'internal error');
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new HttpError(400, `${part}: expected a part of a URL`);
  }
}

/** @returns What aborts when the client goes away before it was answered. */
function whileConnected(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  whenOver(request, response, () => controller.abort());
  return controller.signal;
}
