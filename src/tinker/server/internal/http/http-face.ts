import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  HttpError,
  HttpRequests,
  isLoopback,
  refuseForeignPages,
  RequestBodies,
  whenOver,
  whileConnected,
} from '../../../../io/index.js';
import { endpoints, PROTOBUF_TYPE, WireError } from '../../../wire/index.js';
import { clientWordsOf } from '../answer.js';
import { Batches } from '../batches/batches.js';
import { decoderOf, placeOf, type RequestPlace } from './bodies.js';
import { JsonText, routesOf, type Call } from './routes.js';
import type { Services } from '../services.js';
import type { TinkerService } from '../tinker-service.js';

/** Smaller answers fit a connection's own buffers and are not counted: a client is answered however full the memory is. */
const SMALL_ANSWER_BYTES = 4096;

/** Statuses after which a client may send the same request again. */
const PASSING = [408, 429];

/** The protocol over HTTP: finds the route, checks the caller, and refuses bad requests. */
export class HttpFace {
  /** By the service of a key. */
  readonly #routes: ReadonlyMap<TinkerService, ReturnType<typeof routesOf>>;
  readonly #settings: TinkerService['settings'];
  readonly #bodies: RequestBodies;
  readonly #requests = new HttpRequests({
    answer: (request, response) => this.#answer(request, response),
    refusalOf: (error) => this.#refusalOf(error),
  });
  readonly #closing = new AbortController();
  /** Number of counted answers that are being sent. */
  #sending = 0;

  constructor(
    private readonly services: Services,
    batches = new Batches(),
  ) {
    const { settings, memory } = services.shared;
    this.#routes = new Map(services.all.map((service) => [service, routesOf(service, batches)]));
    this.#settings = settings;
    this.#bodies = new RequestBodies(memory, settings.limits.transferMs);
  }

  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#requests.handle(request, response);
  }

  /** Lets requests under way finish; those that wait for a result are answered `try_again`. */
  async close(server: Server, drainMs: number): Promise<void> {
    this.#closing.abort();
    await this.#requests.close(server, drainMs);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { apiKey, host } = this.#settings;
    const url = new URL(request.url ?? '/', 'http://localhost');
    // A caller that has the key is no web page, and may use any host name.
    refuseForeignPages(request, { isLoopbackOnly: apiKey === undefined && isLoopback(host) });
    const service = this.services.of(request, url.pathname === endpoints.health.path);
    const { handle, parts, maxBytes } = this.#find(service, request.method ?? 'GET', url.pathname);
    const contentType = (request.headers['content-type'] ?? '').toLowerCase();
    // A web page can send other content types without a preflight request.
    if (request.method === 'POST' && !/^application\/(json|x-protobuf)\b/.test(contentType))
      throw new HttpError(415, `expected content-type: application/json or ${PROTOBUF_TYPE}`);
    const inflate = decoderOf(request.headers['content-encoding']);
    // Aborts also when the client leaves while its body is read.
    const connected = whileConnected(request, response);
    const body = await this.#bodies.read(request, response, { maxBytes, inflate }).catch((error: unknown) => {
      this.#skipUnread(service, request, contentType, error);
      throw error;
    });
    const call: Call = {
      body,
      contentType,
      place: undefined,
      acceptsProtobuf: (request.headers.accept ?? '').includes(PROTOBUF_TYPE),
      parts,
      query: url.searchParams,
      signal: AbortSignal.any([this.#closing.signal, connected]),
      whenSent: (then) => response.once('finish', () => response.statusCode === 200 && then()),
    };
    const answer = await this.#handleInOrder(service, call, handle);
    if (response.destroyed) return;
    if (answer === undefined) return void response.writeHead(204).end();
    const [type, bytes] =
      answer instanceof Uint8Array
        ? [PROTOBUF_TYPE, answer]
        : ['application/json', answer instanceof JsonText ? answer.bytes : Buffer.from(JSON.stringify(answer))];
    if (bytes.length > SMALL_ANSWER_BYTES) this.#count(request, response, bytes.length);
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  }

  /** Counts an answer against the memory until it is sent. One answer at a time is always sent, because that frees memory. */
  #count(request: IncomingMessage, response: ServerResponse, bytes: number): void {
    const reservation = this.services.shared.memory.reserve();
    if (this.#sending === 0) reservation.set(bytes);
    else reservation.ask(bytes);
    this.#sending++;
    const timer = setTimeout(() => response.destroy(), this.#settings.limits.transferMs);
    whenOver(request, response, () => {
      clearTimeout(timer);
      this.#sending--;
      reservation.set(0);
    });
  }

  async #handleInOrder(service: TinkerService, call: Call, handle: (call: Call) => unknown): Promise<unknown> {
    try {
      return await handle(call);
    } catch (error) {
      const refusal = this.#refusalOf(error);
      this.#skip(service, refusal, () => call.place ?? placeOf(call.body, call.contentType));
      throw refusal;
    }
  }

  /** Marks a refused request as done in its model's order, so that later requests do not wait for it. */
  #skip(service: TinkerService, refusal: HttpError, placeIn: () => RequestPlace | undefined): void {
    const isFinal = refusal.status < 500 && !PASSING.includes(refusal.status);
    const place = isFinal ? placeIn() : undefined;
    if (place !== undefined) service.models.refuse(place, refusal);
  }

  /** The same for a body that was refused before it was read: its first bytes still arrive, and may have the model and the sequence id. */
  #skipUnread(service: TinkerService, request: IncomingMessage, contentType: string, refusal: unknown): void {
    // A client that asks before it sends (`expect`) does not send it.
    const isComing = request.readableFlowing === null && request.headers.expect === undefined;
    if (!(refusal instanceof HttpError) || !isComing) return;
    request.once('data', (beginning: Buffer) => {
      try {
        this.#skip(service, refusal, () => placeOf(beginning, contentType));
      } catch (error) {
        // The answer is already being sent. If there is no memory to note it, later requests wait for it.
        this.#refusalOf(error);
      }
    });
  }

  #find(service: TinkerService, method: string, path: string) {
    const matching = this.#routes.get(service)!.filter((route) => route.path.test(path));
    const route = matching.find((one) => one.method === method);
    if (route === undefined) {
      if (matching.length === 0) throw new HttpError(404, `${path.slice(0, 200)}: there is no such route here`);
      throw new HttpError(405, 'Method Not Allowed', { allow: matching.map((one) => one.method).join(', ') });
    }
    const { handle, maxBodyBytes } = route;
    const maxBytes = Math.min(maxBodyBytes, this.#settings.limits.maxBodyBytes);
    return { handle, maxBytes, parts: route.path.exec(path)!.slice(1).map(decoded) };
  }

  #refusalOf(error: unknown): HttpError {
    if (error instanceof HttpError) return error;
    if (error instanceof WireError || error instanceof RangeError || error instanceof TypeError)
      return new HttpError(400, clientWordsOf(error));
    this.#settings.log({
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
