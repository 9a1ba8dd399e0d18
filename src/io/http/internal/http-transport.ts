import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { LONGEST_TIMER_MS } from '../../aborts.js';
import { AnswerLimit } from './answer-limit.js';

/** A request, ready to send. */
export interface TransportRequest {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly url: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string | Uint8Array | undefined;
  readonly signal: AbortSignal | undefined;
  /** Called when a connection takes the request. */
  readonly onStart: (() => void) | undefined;
  /** Called with each piece of the answer's body, where its status is 200. */
  readonly onText: ((text: string) => void) | undefined;
}

export interface TransportAnswer {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly bytes: Uint8Array;
}

/** What carries requests: node:http here, fetch in `http-transport.browser.ts`, which bundlers for browsers take instead. */
export interface Transport {
  send(request: TransportRequest): Promise<TransportAnswer>;
  close(): void;
}

export interface TransportOptions {
  readonly secure: boolean;
  readonly timeoutMs: number;
  readonly maxConnections: number;
  /** Of an answer; a longer one is not waited for. */
  readonly maxAnswerBytes: number;
}

export function createTransport({ secure, timeoutMs, maxConnections, maxAnswerBytes }: TransportOptions): Transport {
  const agent = new (secure ? HttpsAgent : HttpAgent)({ keepAlive: true, maxSockets: maxConnections });
  const request = secure ? httpsRequest : httpRequest;

  const send = ({ method, url, headers, body, signal, onStart, onText }: TransportRequest): Promise<TransportAnswer> =>
    new Promise((resolve, reject) => {
      const payload = body === undefined ? undefined : Buffer.from(body);
      const length = payload === undefined ? {} : { 'content-length': payload.length };
      const sent = request(url, { method, agent, headers: { ...headers, ...length } });
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        finish();
      };
      const fail = (error: Error) => settle(() => reject(error));
      const onAbort = () => {
        fail(signal!.reason as Error);
        sent.destroy();
      };
      // Time in the queue for a connection is ours, not the server's: the clock starts with the connection.
      sent.on('socket', () => {
        onStart?.();
        timer = setTimeout(
          () => {
            fail(new Error(`no answer within ${timeoutMs} ms`));
            sent.destroy();
          },
          Math.min(timeoutMs, LONGEST_TIMER_MS),
        );
      });
      sent.on('error', fail);
      sent.on('response', (response) => {
        const pieces: Buffer[] = [];
        const status = response.statusCode ?? 0;
        const decoder = new TextDecoder();
        const limit = new AnswerLimit(maxAnswerBytes);
        response.on('data', (piece: Buffer) => {
          try {
            limit.take(piece);
            pieces.push(piece);
            if (status === 200) onText?.(decoder.decode(piece, { stream: true }));
          } catch (error) {
            fail(error as Error);
            sent.destroy();
          }
        });
        response.on('error', fail);
        response.on('end', () => {
          settle(() => resolve({ status, headers: plain(response.headers), bytes: Buffer.concat(pieces) }));
        });
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      sent.end(payload);
    });

  return { send, close: () => agent.destroy() };
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
