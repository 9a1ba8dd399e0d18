import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { errorMessage } from '../../../base/internal/index.js';
import type { ForwardedModel } from '../../gateway-models.js';
import { Refusal } from '../refusal.js';

/** Headers of one connection (RFC 9110, 7.6.1), and those that say whose the request is. */
const NOT_FORWARDED = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection', 'te', 'trailer'],
  ...['transfer-encoding', 'upgrade', 'expect', 'host', 'content-length', 'authorization', 'x-api-key', 'cookie'],
];

/** A request for a model of another server. */
export interface ForwardedRequest {
  readonly model: ForwardedModel;
  /** Below `/v1`: `chat/completions`. */
  readonly endpoint: string;
  /** With its `?`, or ''. */
  readonly query: string;
  readonly body: object;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

/**
 * Has another server answer a request: what it says goes to the client as it comes.
 *
 * @param ended - Called with what went wrong at that server, undefined for an answer; not where the client left first.
 * @throws Refusal where it cannot be reached.
 */
export async function forward(
  { model, endpoint, query, body, request, response, signal }: ForwardedRequest,
  ended: (failure: string | undefined) => void,
): Promise<void> {
  const payload = JSON.stringify(model.model === undefined ? body : { ...body, model: model.model });
  const headers: OutgoingHttpHeaders = {
    ...passedOn(request),
    ...(model.apiKey === undefined ? {} : keyHeader(endpoint, model.apiKey)),
    ...model.headers,
    'content-length': Buffer.byteLength(payload),
  };
  const url = `${addressOf(model.baseUrl, endpoint)}${query}`;
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    let isSettled = false;
    const refuse = (why: string, cause?: unknown) => {
      if (isSettled) return;
      isSettled = true;
      const message = `${endpoint}: the server of this model ${why}`;
      if (!signal.aborted) ended(message);
      reject(new Refusal('unavailable', message, { cause }));
    };
    const send = url.startsWith('https:') ? httpsRequest : httpRequest;
    const sent = send(url, { method: 'POST', headers, signal }, (answer) => {
      isSettled = true;
      resolve(answer);
    });
    sent.on('error', (cause) => refuse(`cannot be reached: ${errorMessage(cause)}`, cause));
    // Also where it wants to speak another protocol: Node closes the connection then.
    sent.on('close', () => refuse('did not answer'));
    sent.end(payload);
  });
  const { statusCode: status = 502 } = answer;
  response.writeHead(status, passedOn(answer, ['content-length']));
  response.flushHeaders();
  // Who of the two breaks off ends the other; the client sees that the answer is not whole.
  try {
    await pipeline(answer, response);
    ended(status === 429 || status >= 500 ? `the server of this model answered ${status}` : undefined);
  } catch {
    if (!signal.aborted) ended('the answer of this model ended early');
    response.destroy();
  }
}

/** @returns Where an endpoint is at a server whose address is given as clients of either dialect take it. */
export function addressOf(baseUrl: string, endpoint: string): string {
  const base = baseUrl.replace(/\/+$/, '');
  const hasVersion = endpoint.startsWith('messages') ? base.endsWith('/v1') : new URL(base).pathname !== '/';
  return `${base}${hasVersion ? '' : '/v1'}/${endpoint}`;
}

function keyHeader(endpoint: string, key: string): OutgoingHttpHeaders {
  return endpoint.startsWith('messages') ? { 'x-api-key': key } : { authorization: `Bearer ${key}` };
}

/** @param kept - Headers that are passed on although they are of one connection. */
function passedOn({ headers }: IncomingMessage, kept: readonly string[] = []): OutgoingHttpHeaders {
  const named = (headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase());
  return Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => kept.includes(name) || !(NOT_FORWARDED.includes(name) || named.includes(name)),
    ),
  );
}
