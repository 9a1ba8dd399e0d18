/** How a file is fetched. */
export interface DownloadOptions {
  /** Sent to the first address, and to other addresses of the same origin. A signed address elsewhere gets no headers. */
  readonly headers?: { readonly [name: string]: string };
  readonly signal?: AbortSignal | undefined;
}

/** What a server answered. */
export interface Download {
  readonly status: number;
  readonly retryAfterMs: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  /** The first `MOST_WORDS` bytes of the body as text: a refusal's words. Reads the body. */
  readonly words: () => Promise<string>;
}

const MOST_WORDS = 2000;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Fetches a file, piece by piece. One redirect is followed: servers answer with the signed address of a store.
 *
 * @throws TypeError where there is no answer; RangeError for a redirect to anything but http or https, from https to http, or
 *   to a second redirect; the signal's reason when aborted.
 */
export async function openDownload(url: string, { headers = {}, signal }: DownloadOptions = {}): Promise<Download> {
  const ask = (address: URL, sent: { readonly [name: string]: string }) =>
    fetch(address, { headers: sent, redirect: 'manual', ...(signal && { signal }) });
  const from = new URL(url);
  let answer = await ask(from, headers);
  const location = REDIRECTS.includes(answer.status) ? answer.headers.get('location') : null;
  if (location !== null) {
    await answer.body?.cancel();
    const to = new URL(location, from);
    const isDowngrade = from.protocol === 'https:' && to.protocol !== 'https:';
    if (!['http:', 'https:'].includes(to.protocol) || isDowngrade)
      throw new RangeError(
        `${url}: expected a redirect to ${isDowngrade ? 'https' : 'http or https'}, got ${to.protocol}`,
      );
    answer = await ask(to, to.origin === from.origin ? headers : {});
    if (REDIRECTS.includes(answer.status)) {
      await answer.body?.cancel();
      throw new RangeError(`${url}: expected at most one redirect, got a second one`);
    }
  }
  const { status } = answer;
  const seconds = Number(answer.headers.get('retry-after') ?? NaN);
  const body = piecesOf(answer.body);
  return {
    status,
    retryAfterMs: Number.isFinite(seconds) ? Math.max(0, seconds * 1000) : undefined,
    body,
    async words() {
      let text = '';
      const decoder = new TextDecoder();
      for await (const piece of body) {
        text += decoder.decode(piece, { stream: true });
        if (text.length >= MOST_WORDS) break;
      }
      return text.slice(0, MOST_WORDS);
    },
  };
}

/** Of a stream, in any runtime: not every one iterates over them. */
async function* piecesOf(stream: ReadableStream<Uint8Array> | null): AsyncGenerator<Uint8Array> {
  if (stream === null) return;
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // Closes the connection if the body was not read to its end.
    await reader.cancel().catch(() => undefined);
  }
}
