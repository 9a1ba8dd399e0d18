import { concatBytes } from '../../concat-bytes.js';
import { withTimeLimit, TimeLimitError } from '../../aborts.js';
import { AnswerLimit } from './answer-limit.js';
import type { Transport, TransportOptions, TransportRequest } from './http-transport.js';

/** Requests over fetch; how many connections are open at once is the browser's to decide. */
export function createTransport({ timeoutMs, maxAnswerBytes }: TransportOptions): Transport {
  const closing = new AbortController();
  return {
    async send({ method, url, headers, body, signal, onStart, onText }) {
      try {
        return await withTimeLimit(
          async (limited) => {
            onStart?.();
            const either = AbortSignal.any([limited, closing.signal]);
            const answer = await fetch(url, {
              method,
              headers,
              signal: either,
              // A redirect would send the key to another server.
              redirect: 'error',
              ...(body === undefined ? {} : { body: body as string | Uint8Array<ArrayBuffer> }),
            });
            return {
              status: answer.status,
              headers: Object.fromEntries(answer.headers),
              bytes: await bytesOf(answer, onText, new AnswerLimit(maxAnswerBytes)),
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

async function bytesOf(answer: Response, onText: TransportRequest['onText'], limit: AnswerLimit): Promise<Uint8Array> {
  if (answer.body === null) return new Uint8Array();
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  const decoder = new TextDecoder();
  const pieces: Uint8Array[] = [];
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      limit.take(read.value);
      pieces.push(read.value);
      if (answer.status === 200) onText?.(decoder.decode(read.value, { stream: true }));
    }
    return concatBytes(pieces);
  } finally {
    // Cancels the rest of the body.
    void reader.cancel().catch(() => undefined);
  }
}
