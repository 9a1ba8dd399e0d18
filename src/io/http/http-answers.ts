import type { IncomingMessage, ServerResponse } from 'node:http';

/** Most bytes of a refused request that are read and dropped, so that its sender reads the answer. */
const MOST_DISCARDED_BYTES = 1024 * 1024 * 1024;

export function parseJsonBody(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    throw new HttpError(422, [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }]);
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.end(writeHead(response, status, value, headers));
}

/**
 * Answers a request that is not read to its end. A socket that is closed with unread bytes resets the connection,
 * and the sender gets EPIPE in the place of the answer: so the rest is taken off the wire, and dropped.
 */
export function sendRefusal(request: IncomingMessage, response: ServerResponse, error: HttpError): void {
  const body = writeHead(response, error.status, error.body, error.headers);
  // A client that asked before sending its body (`Expect: 100-continue`) sends nothing now.
  const isUnsent = request.headers.expect !== undefined && request.readableFlowing === null;
  // Do not wait for a client that sends too slowly.
  if (request.complete || isUnsent || error.status === 408) return void response.end(body);
  response.write(body);
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MOST_DISCARDED_BYTES) request.destroy();
  });
  request.once('end', () => response.end());
}

function writeHead(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>>,
): Buffer {
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  return body;
}

/** A request that is answered with an error before any work. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
    /** The body of the answer; each protocol has its own form of errors. */
    readonly body: unknown = { detail },
  ) {
    super(typeof detail === 'string' ? detail : `HTTP ${status}`);
  }
}

/**
 * Calls back once, when a request was answered or its client has gone away. Requests that a client sent without waiting
 * for the answers before them have no response of their own on the connection yet, so that its end is heard there.
 */
export function whenOver(request: IncomingMessage, response: ServerResponse, over: () => void): void {
  const { socket } = request;
  const finish = (): void => {
    response.off('close', finish);
    socket.off('close', finish);
    over();
  };
  response.once('close', finish);
  socket.once('close', finish);
}
