import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  HttpError,
  HttpRequests,
  refuseForeignPages,
  requireJson,
  sendJson,
  whenOver,
  whileConnected,
} from '../../../io/index.js';
import { chatCompletions } from '../dialects/chat-completions.js';
import type { Dialect, HttpCall } from '../dialects/dialect.js';
import { messages } from '../dialects/messages.js';
import { newRequestId } from '../dialects/request-id.js';
import { responses } from '../dialects/responses.js';
import { answerCall } from './answer-call.js';
import { forward } from './forward.js';
import { decodedSegment, requireMethod } from './http-parts.js';
import { sendModels } from './model-list.js';
import { findModel } from './model-names.js';
import type { OpenSession, OpenSessions } from './open-sessions.js';
import type { OperatorRoutes } from './operator-routes.js';
import { Refusal } from '../refusal.js';
import { httpErrorOf, refusalOf } from './refusals.js';
import { checkLimits, JsonBodies } from './request-limits.js';

/** The endpoints of the dialects, below an address's `/v1`. */
const DIALECTS: Readonly<Record<string, Dialect>> = {
  'chat/completions': chatCompletions,
  responses,
  messages,
  'messages/count_tokens': messages,
};

/** What a server is made of. */
export interface ServerOptions {
  readonly sessions: OpenSessions;
  /** Opens sessions over HTTP; absent where that is not allowed. */
  readonly operator?: OperatorRoutes | undefined;
  /** Whether requests must name this machine as localhost. */
  readonly isLoopbackOnly: boolean;
  readonly maxBodyBytes: number;
  /** How long a body may take to arrive, and an answer to be taken. */
  readonly transferMs: number;
  /** Called with the stack of an error that is a bug. */
  readonly onBug: (stack: string) => void;
}

/** A request for a model. */
interface EndpointCall {
  readonly open: OpenSession;
  readonly dialect: Dialect;
  readonly endpoint: string;
  readonly query: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/** The requests of a server: finds the endpoint and the session, and refuses bad requests in the dialect's form. */
export class GatewayServer {
  readonly #bodies;
  readonly #requests = new HttpRequests({
    answer: (request, response) => this.#answer(request, response),
    refusalOf: (error) => error as HttpError,
  });

  constructor(private readonly options: ServerOptions) {
    this.#bodies = new JsonBodies(options);
  }

  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#requests.handle(request, response);
  }

  async close(server: Server, drainMs: number): Promise<void> {
    await this.#requests.close(server, drainMs);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { path, query, name, endpoint } = readUrl(request.url ?? '/');
    const dialect = Object.hasOwn(DIALECTS, endpoint) ? DIALECTS[endpoint] : undefined;
    // More than ten listen for its end: each part of a request counts what it takes of the memory until then.
    response.setMaxListeners(0);
    if (dialect !== undefined) response.setHeader(dialect.requestIdHeader, newRequestId());
    const signal = whileConnected(request, response);
    let open: OpenSession | undefined;
    try {
      refuseForeignPages(request, this.options);
      if (await this.#operate(request, response, path)) return;
      const isModels = /^models(\/|$)/.test(endpoint);
      if (dialect === undefined && !isModels)
        throw new HttpError(404, `${path.slice(0, 200)}: there is no such path here`);
      requireMethod(request, isModels ? 'GET' : 'POST');
      open = this.options.sessions.find(keysOf(request), name);
      if (dialect === undefined) return sendModels(request, response, open.entry.models, endpoint);
      const call = { open, dialect, endpoint, query, request, response, signal };
      await open.use(() => this.#model(call));
    } catch (error) {
      if (!signal.aborted && refusalOf(error).code === 'internal') this.#reportBug(error, open);
      throw httpErrorOf(error, dialect ?? dialectOf(request));
    } finally {
      this.#cutOffSlow(response);
    }
  }

  /** A request that a bug broke: the rollout that it is of is not trained on as if it were whole. */
  #reportBug(error: unknown, open: OpenSession | undefined): void {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    open?.entry.session.fail({ source: 'environment', message, retryable: false });
    this.options.onBug(message);
  }

  /** @returns Whether the request was the operator's, and is answered. */
  async #operate(request: IncomingMessage, response: ServerResponse, path: string): Promise<boolean> {
    const readBody = async () => {
      requireJson(request);
      return await this.#bodies.read(request, response);
    };
    const answer = await this.options.operator?.answer({ request, path, readBody });
    if (answer === undefined) return false;
    const { status, body } = answer;
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    response.writeHead(status, headers).end(body);
    return true;
  }

  async #model(call: EndpointCall): Promise<void> {
    const { open, dialect, endpoint, query, request, response, signal } = call;
    requireJson(request);
    const { session, models } = open.entry;
    const { maxBodyBytes } = this.options;
    const bytes = Number(request.headers['content-length'] ?? maxBodyBytes);
    whenOver(request, response, open.holdBody(Math.min(bytes, maxBodyBytes)));
    const body = await this.#bodies.read(request, response);
    const name = modelOf(body);
    const model = findModel(models, name);
    if (typeof model === 'object') {
      open.forwarded.set(name!, (open.forwarded.get(name!) ?? 0) + 1);
      const sent = { model, endpoint, query, body: body as object, request, response, signal };
      return await forward(sent, (failure) =>
        session.failures.noteForwarded(name!, failure && `model ${name!}: ${failure}`),
      );
    }
    const sent: HttpCall = { body, headers: headersOf(request) };
    const isCount = endpoint === 'messages/count_tokens';
    const read = session.refusals.reading(() => {
      const read = dialect.read(isCount ? withMaxTokens(sent) : sent, (id) => session.lookUp(id));
      checkLimits(read.request, open.entry.maxConcurrent);
      return read;
    });
    if (isCount) return sendJson(response, 200, { input_tokens: session.count(read.request) });
    await answerCall({ dialect, session, read, isTrained: model === 'trained', response, signal });
  }

  /** Ends the connection of a client that does not take its answer. */
  #cutOffSlow(response: ServerResponse): void {
    if (!response.writableEnded || response.writableFinished) return;
    const timer = setTimeout(() => response.destroy(), this.options.transferMs).unref();
    response.once('close', () => clearTimeout(timer));
  }
}

/** @returns The parts of a URL: `/s/NAME/v1/ENDPOINT?QUERY`. What is not there is undefined or ''. */
function readUrl(url: string) {
  const [path = '', ...rest] = url.split('?');
  const trimmed = path.endsWith('/') ? path.slice(0, -1) : path;
  const [, name, endpoint = ''] = /^(?:\/s\/([^/]+))?\/v1\/(.+)$/.exec(trimmed) ?? [];
  return {
    path: trimmed,
    query: rest.length === 0 ? '' : `?${rest.join('?')}`,
    name: name === undefined ? undefined : decodedSegment(name),
    endpoint,
  };
}

/** Clients of Anthropic ask for a most number of tokens with every request but those that are only counted. */
function withMaxTokens(call: HttpCall): HttpCall {
  return typeof call.body === 'object' ? { ...call, body: { max_tokens: 1, ...call.body } } : call;
}

const LONGEST_MODEL_NAME = 256;

/** @throws Refusal for a name that is too long. */
function modelOf(body: unknown): string | undefined {
  const model: unknown =
    typeof body === 'object' && body !== null && Object.hasOwn(body, 'model')
      ? (body as { readonly model: unknown }).model
      : undefined;
  if (typeof model !== 'string') return undefined;
  if (model.length > LONGEST_MODEL_NAME)
    throw new Refusal(
      'invalid-request',
      `model: expected at most ${LONGEST_MODEL_NAME} characters, got ${model.length}`,
      {
        param: 'model',
      },
    );
  return model;
}

/** The dialect in which a request is refused whose path does not say. */
function dialectOf({ headers }: IncomingMessage): Dialect {
  return headers['anthropic-version'] === undefined ? chatCompletions : messages;
}

/** @returns The keys that a request carries: clients of Anthropic's dialect have two headers for them. */
function keysOf({ headers }: IncomingMessage): readonly string[] {
  const [, bearer] = /^bearer +(.*)$/i.exec(headers.authorization ?? '') ?? [];
  const own = headers['x-api-key'];
  return [bearer, own].filter((key): key is string => typeof key === 'string');
}

function headersOf({ headers }: IncomingMessage): HttpCall['headers'] {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));
}
