import { Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { IncomingHttpHeaders } from 'node:http';
import { SandboxError } from '../../base/index.js';

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * JSON over kept connections, as many as there are senders. Not `fetch`: it gives up on an answer that takes five
 * minutes, and a long batch may take an hour.
 */
export class HttpClient {
  #agent: HttpAgent | HttpsAgent;

  constructor(
    private readonly base: string,
    private readonly headers: Readonly<Record<string, string>>,
    private readonly timeoutMs: number,
    sockets: number,
  ) {
    const options = { keepAlive: true, maxSockets: sockets };
    this.#agent = base.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** @throws SandboxError that may be retried, when there was no answer. */
  send(method: 'GET' | 'POST', path: string, body?: string, signal?: AbortSignal): Promise<HttpResponse> {
    const url = new URL(path, this.base);
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const fail = (cause: Error) =>
        reject(
          signal?.aborted === true
            ? (signal.reason as Error)
            : new SandboxError(`${method} ${url.href}: ${cause.message}`, { cause, retryable: true }),
        );
      const request = make(
        url,
        {
          method,
          agent: this.#agent,
          headers: {
            ...this.headers,
            ...(body === undefined
              ? {}
              : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          },
          ...(signal === undefined ? {} : { signal }),
        },
        (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', fail);
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      request.setTimeout(this.timeoutMs, () => request.destroy(new Error(`no answer in ${this.timeoutMs} ms`)));
      request.on('error', fail);
      request.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
