import { setMaxListeners } from 'node:events';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** A request that is answered with an error before any work. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly detail: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`HTTP ${status}`);
  }
}

/** What all requests together may hold in memory. */
export class BodyBudget {
  #held = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly maxPendingBytes: number,
  ) {}

  /**
   * Reads a body whole, up to a size; one that is larger is not read on. Its bytes count until it is answered.
   *
   * @throws HttpError 413 for a body that is too large, 503 when the others take up too much.
   */
  async read(request: IncomingMessage, response: ServerResponse): Promise<Buffer> {
    const { maxBytes } = this;
    const announced = Number(request.headers['content-length'] ?? 0);
    if (announced > maxBytes) throw tooLarge(maxBytes);
    if (this.#held > 0 && this.#held + announced > this.maxPendingBytes) throw busy();
    const chunks: Buffer[] = [];
    let size = 0;
    response.on('close', () => (this.#held -= size));
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length;
      this.#held += chunk.length;
      if (size > maxBytes) throw tooLarge(maxBytes);
      if (this.#held > size && this.#held > this.maxPendingBytes) throw busy();
      chunks.push(chunk);
    }
    return Buffer.concat(chunks);
  }
}

const busy = () => new HttpError(503, 'too many requests are under way', { 'retry-after': '1', connection: 'close' });

const tooLarge = (maxBytes: number) =>
  new HttpError(413, `the request body is larger than ${maxBytes} bytes`, { connection: 'close' });

export function parseJson(body: Buffer): unknown {
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
  const body = Buffer.from(JSON.stringify(value));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length, ...headers });
  response.end(body);
}

/** Compares in constant time; the hashes make lengths equal. */
export function hasToken(request: IncomingMessage, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(request.headers.authorization ?? ''), digest(`Bearer ${token}`));
}

/** Aborts when the client goes away before it was answered. */
export function whileConnected(response: ServerResponse): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal); // a batch has thousands of calls
  response.on('close', () => {
    if (!response.writableFinished) controller.abort(new Error('the client disconnected'));
  });
  return controller;
}
