import { request as httpRequest, Agent as HttpAgent } from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { PolicyError } from '../base/index.js';

/** What a server answered. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  /** The server's wish in `Retry-After`, where it gave one in seconds. */
  readonly retryAfterMs?: number;
}

export interface JsonClient {
  /**
   * Posts JSON and reads the whole answer, whatever its status.
   *
   * @throws PolicyError (retryable) when the connection failed or the time ran out; the signal's reason when aborted.
   */
  post(body: string, signal: AbortSignal): Promise<HttpAnswer>;
  close(): void;
}

export interface JsonClientOptions {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly timeoutMs: number;
  readonly maxConnections: number;
}

/**
 * A client for one endpoint that keeps its connections open.
 *
 * Over node:http rather than fetch: a turn of many thousand tokens takes longer than the five minutes after which Node's
 * fetch gives up on an answer, and that limit cannot be raised without another package.
 */
export function createJsonClient({ url, headers, timeoutMs, maxConnections }: JsonClientOptions): JsonClient {
  const secure = url.protocol === 'https:';
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: maxConnections });
  const send = secure ? httpsRequest : httpRequest;

  const post = (body: string, signal: AbortSignal): Promise<HttpAnswer> =>
    new Promise((resolve, reject) => {
      const payload = Buffer.from(body);
      const request = send(url, {
        method: 'POST',
        agent,
        headers: { 'content-type': 'application/json', 'content-length': payload.length, ...headers },
      });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onAbort = () => {
        request.destroy();
        settle(() => reject(signal.reason as Error));
      };
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        finish();
      };
      const fail = (what: string, cause?: unknown) =>
        settle(() => reject(new PolicyError(`${url.origin}: ${what}`, { cause, retryable: true })));

      // Time in the queue for a connection is ours, not the server's: the clock starts with the connection.
      request.on('socket', () => {
        timer = setTimeout(() => {
          fail(`no answer within ${timeoutMs} ms`);
          request.destroy();
        }, timeoutMs);
      });
      request.on('error', (error) => fail(error.message, error));
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', (error) => fail(error.message, error));
        response.on('end', () => {
          const seconds = Number(response.headers['retry-after'] ?? NaN);
          settle(() =>
            resolve({
              status: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString('utf8'),
              ...(seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {}),
            }),
          );
        });
      });
      if (signal.aborted) onAbort();
      else {
        signal.addEventListener('abort', onAbort, { once: true });
        request.end(payload);
      }
    });

  return { post, close: () => agent.destroy() };
}
