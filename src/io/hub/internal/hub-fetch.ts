import { ModelFileError } from '../../../base/index.js';
import { TimeLimitError, withTimeLimit } from '../../aborts.js';

/** What one repository's information and lists of files may take; the hub's own pages have a thousand files each. */
const MOST_ANSWERS = 10_000;
const MOST_ANSWER_BYTES = 16 * 1024 * 1024;
const MOST_BYTES = 256 * 1024 * 1024;

/** A body that brings fewer bytes than this in this time is ended. */
const PROGRESS_BYTES = 64 * 1024;
const PROGRESS_MS = 60_000;

/** How to send requests to a hub. */
export interface HubFetchOptions {
  readonly signal: AbortSignal | undefined;
  /** Whether whole files are asked for, whose bytes are counted where they are written. */
  readonly files: boolean;
  /** In milliseconds; for tests. */
  readonly progressMs?: number | undefined;
}

/**
 * `fetch` that sends the access token only to the hub's origin: a hub's answers name the addresses of stores and of further pages,
 * and some of them are asked with the token. Answers and their number are bounded, and one that hardly goes on is ended.
 */
export function hubFetch(hubUrl: string, { signal, files, progressMs = PROGRESS_MS }: HubFetchOptions): typeof fetch {
  const { origin } = new URL(hubUrl);
  let answers = 0;
  let bytesLeft = MOST_BYTES;
  return async (input, init) => {
    if (!files && ++answers > MOST_ANSWERS)
      throw new ModelFileError(`the hub's list has more than ${MOST_ANSWERS} pages`);
    const headers = new Headers(init?.headers);
    const url = input instanceof Request ? input.url : input;
    if (new URL(url).origin !== origin) headers.delete('authorization');
    const call = (limited: AbortSignal) => fetch(input, { ...init, headers, signal: either(limited, signal) });
    const response = await withTimeLimit(call, signal, progressMs).catch((error: unknown) => {
      throw error instanceof TimeLimitError ? new Error(`the hub did not answer in ${progressMs / 1000} s`) : error;
    });
    // The peer waits for ever for a body that is not there, and reads the whole of one that a probe was answered with.
    if (response.body === null || (response.ok && headers.get('range') === 'bytes=0-0')) {
      await response.body?.cancel();
      return withBody(response, new Blob([]).stream());
    }
    let left = files && response.ok ? Infinity : MOST_ANSWER_BYTES;
    const take = (bytes: number) => {
      left -= bytes;
      if (left !== Infinity) bytesLeft -= bytes;
      if (left < 0 || bytesLeft < 0) throw new ModelFileError('the answers of the hub are too long');
    };
    return withBody(response, counted(response.body, take, signal, progressMs));
  };
}

/** @returns The body. `take` gets the number of bytes read and may throw. The body ends if it stalls; time without a reader does not count. */
function counted(
  body: ReadableStream<Uint8Array>,
  take: (bytes: number) => void,
  signal: AbortSignal | undefined,
  progressMs: number,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  let waitedMs = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const start = performance.now();
        try {
          const { done, value } = await withTimeLimit(() => reader.read(), signal, Math.max(1, progressMs - waitedMs));
          if (done) return controller.close();
          take(value.byteLength);
          waitedMs += performance.now() - start;
          bytes += value.byteLength;
          if (bytes >= PROGRESS_BYTES) bytes = waitedMs = 0;
          controller.enqueue(value);
        } catch (error) {
          void reader.cancel(error).catch(() => undefined);
          throw error instanceof TimeLimitError
            ? new Error(`the hub sent less than ${PROGRESS_BYTES / 1024} KiB in ${progressMs / 1000} s`)
            : error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const { status, statusText, headers, url } = response;
  const isEmpty = [204, 205, 304].includes(status);
  const changed = new Response(body, { status: isEmpty ? 200 : status, statusText, headers });
  return Object.defineProperty(changed, 'url', { value: url });
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}
