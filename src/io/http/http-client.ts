import type { ExternalError } from '../../base/index.js';
import { errorMessage } from '../../base/internal/index.js';
import { AnswerTooLargeError } from './internal/answer-limit.js';
import { createTransport } from './internal/http-transport.js';

/** One request below a client's address. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Added to the end of the client's address: `/completions`. */
  readonly path: string;
  /** JSON, already written out; or bytes, whose type `headers` says. */
  readonly body?: string | Uint8Array | undefined;
  /** Added to the client's own headers; these win. */
  readonly headers?: { readonly [name: string]: string } | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called when a connection takes the request; at once in a browser. */
  readonly onStart?: (() => void) | undefined;
  /** Called with each part of the answer's body as it arrives, if the status is 200. */
  readonly onText?: ((text: string) => void) | undefined;
}

/** A server's answer, with any status. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Uint8Array;
  /** The bytes as text. */
  readonly body: string;
  /** The wait that the server asks for in `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs?: number;
}

/** Requests to one server. */
export interface HttpClient {
  /**
   * @throws The client's kind of error when there was no whole answer, retryable unless it was too long; the signal's reason when aborted; what
   *   `onText` threw.
   */
  send(request: HttpRequest): Promise<HttpAnswer>;
  /** Ends connections; requests under way fail. */
  close(): void;
}

/** Which server, and how to send requests to it. */
export interface HttpClientOptions {
  /** `http://localhost:8000/v1`. */
  readonly baseUrl: string;
  readonly headers?: { readonly [name: string]: string };
  /** Longest wait for one whole answer, in milliseconds, from the connection on (in a browser: from the request on). */
  readonly timeoutMs: number;
  /** Connections open at once; further requests wait for one. In a browser the browser decides. */
  readonly maxConnections: number;
  /** Longest answer accepted, in bytes. Default: no limit. */
  readonly maxAnswerBytes?: number;
  /** The error thrown when there was no answer: `PolicyError`, `SandboxError`. */
  readonly errorType: new (message: string, options: { cause?: unknown; retryable?: boolean }) => ExternalError;
}

/**
 * A client for JSON over HTTP that keeps its connections open and sends every request once: retrying is the caller's.
 *
 * In Node it goes over node:http rather than fetch, whose wait for an answer ends after five minutes: a turn of many
 * thousand tokens and a batch of programs take longer. In a browser bundle it goes over fetch.
 */
export function createHttpClient(options: HttpClientOptions): HttpClient {
  const { timeoutMs, maxConnections, maxAnswerBytes = Infinity, errorType: ClientError } = options;
  const baseUrl = options.baseUrl.replace(/\/+$/, '');
  const transport = createTransport({
    secure: baseUrl.startsWith('https:'),
    ...{ timeoutMs, maxConnections, maxAnswerBytes },
  });
  return {
    async send({ method, path, body, headers, signal, onStart, onText }) {
      signal?.throwIfAborted();
      const url = `${baseUrl}${path}`;
      let mistake: { readonly error: unknown } | undefined;
      const report = (text: string): void => {
        try {
          onText!(text);
        } catch (error) {
          mistake = { error };
          throw error;
        }
      };
      const contentType = typeof body === 'string' ? { 'content-type': 'application/json' } : {};
      try {
        const answer = await transport.send({
          method,
          url,
          headers: { ...contentType, ...options.headers, ...headers },
          body,
          signal,
          onStart,
          onText: onText && report,
        });
        const retryAfterMs = readRetryAfter(answer.headers['retry-after']);
        return {
          ...answer,
          get body() {
            return new TextDecoder().decode(answer.bytes);
          },
          ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
        };
      } catch (cause) {
        signal?.throwIfAborted();
        if (mistake !== undefined) throw mistake.error;
        const message = errorMessage(cause);
        const retryable = !(cause instanceof AnswerTooLargeError);
        throw new ClientError(`${method} ${url}: ${message}`, { cause, retryable });
      }
    },
    close: () => transport.close(),
  };
}

/** Seconds, or a date (RFC 9110, 10.2.3). @returns Milliseconds from now; undefined for neither. */
function readRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined || value.trim() === '') return undefined;
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
