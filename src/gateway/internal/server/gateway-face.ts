import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { MIB } from '../../../base/internal/index.js';
import {
  ByteBudget,
  HttpError,
  HttpRequests,
  parseJsonBody,
  refuseForeignPages,
  RequestBodies,
  requireJson,
  scanJson,
  sendJson,
  whileConnected,
} from '../../../io/index.js';
import { Refusal } from '../../exchange.js';
import { chatCompletions } from '../dialects/chat-completions.js';
import type { Dialect, HttpCall } from '../dialects/dialect.js';
import { messages } from '../dialects/messages.js';
import { responses } from '../dialects/responses.js';
import { answerCall } from './answer-call.js';
import type { OpenSessions } from './open-sessions.js';
import { httpErrorOf } from './refusals.js';

/** The endpoints of the dialects, below an address's `/v1`. */
const ENDPOINTS: Readonly<Record<string, Dialect>> = {
  'chat/completions': chatCompletions,
  responses,
  messages,
  'messages/count_tokens': messages,
};

/** The requests of a server: finds the endpoint and the session, and refuses bad requests in the dialect's form. */
export class GatewayFace {
  readonly #bodies = new RequestBodies(new ByteBudget({ maxBytes: 256 * MIB, status: 503 }));
  readonly #requests = new HttpRequests({
    answer: (request, response) => this.#answer(request, response),
    refusalOf: (error) => error as HttpError,
  });

  constructor(private readonly sessions: OpenSessions) {}

  /** Answers one request; never rejects. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.#requests.handle(request, response);
  }

  async close(server: Server, drainMs: number): Promise<void> {
    await this.#requests.close(server, drainMs);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '/').split('?', 1)[0]!;
    const [, name, endpoint = ''] = /^(?:\/s\/([^/]+))?\/v1\/(.+?)\/?$/.exec(path) ?? [];
    const dialect = ENDPOINTS[endpoint] ?? chatCompletions;
    try {
      refuseForeignPages(request, { isLoopbackOnly: true });
      if (ENDPOINTS[endpoint] === undefined)
        throw new HttpError(404, `${path.slice(0, 200)}: there is no such path here`);
      if (request.method !== 'POST') throw new HttpError(405, 'expected a POST request', { allow: 'POST' });
      requireJson(request);
      const { session } = this.sessions.find(keysOf(request), name && decodeURIComponent(name));
      const signal = whileConnected(request, response);
      const body = await this.#bodies.read(request, response, { maxBytes: 32 * MIB });
      scanJson(body, () => {});
      const call: HttpCall = { body: parseJsonBody(body), headers: headersOf(request) };
      const read = dialect.read(call, (id) => session.lookUp(id));
      if (endpoint === 'messages/count_tokens')
        return sendJson(response, 200, { input_tokens: session.count(read.request) });
      await answerCall({ dialect, session, read, isTrained: true, response, signal });
    } catch (error) {
      throw httpErrorOf(error, dialect);
    }
  }
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
