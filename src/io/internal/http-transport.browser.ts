import { withTimeLimit, TimeLimitError } from '../aborts.js';
import type { Transport, TransportOptions } from './http-transport.js';

/** Requests over fetch; how many connections are open at once is the browser's to decide. */
export function createTransport({ timeoutMs }: TransportOptions): Transport {
  const closing = new AbortController();
  return {
    async send({ method, url, headers, body, signal }) {
      try {
        return await withTimeLimit(
          async (limited) => {
            const either = AbortSignal.any([limited, closing.signal]);
            const answer = await fetch(url, {
              method,
              headers,
              signal: either,
              ...(body === undefined ? {} : { body }),
            });
            return {
              status: answer.status,
              headers: Object.fromEntries(answer.headers),
              body: await answer.text(),
            };
          },
          signal,
          timeoutMs,
        );
      } catch (error) {
        if (error instanceof TimeLimitError) throw new Error(`no answer within ${timeoutMs} ms`, { cause: error });
        throw error;
      }
    },
    close: () => closing.abort(new Error('the client was closed')),
  };
}
