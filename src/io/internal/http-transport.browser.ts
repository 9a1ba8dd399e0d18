import { withTimeLimit, TimeLimitError } from '../aborts.js';
import type { Transport, TransportOptions } from './http-transport.js';

/** Requests over fetch; how many connections are open at once is the browser's to decide. */
export function createTransport({ timeoutMs }: TransportOptions): Transport {
  const closing = new AbortController();
  return {
    async send({ method, url, headers, body, signal, onText }) {
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
              body: await bodyOf(answer, onText),
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

async function bodyOf(answer: Response, onText: (text: string) => void): Promise<string> {
  if (answer.status !== 200 || answer.body === null) return answer.text();
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    text += read.value;
    onText(read.value);
  }
  return text;
}
