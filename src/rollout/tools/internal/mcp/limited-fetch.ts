import { delay } from '../../../../io/index.js';

const [LINE_FEED, CARRIAGE_RETURN] = [10, 13];

/** Most unsent answers to a server's own requests. */
const MAX_UNTAKEN = 100;

/** The least time between two streams of a GET that a server ends, in milliseconds. */
const STREAM_MS = 1000;

/**
 * `fetch`, whose answers are at most so large, of whatever status; the stream of a GET goes on for as long as each event in it is.
 * What a server asks for does not pile up: answers that it does not take are given up beyond a number, and streams that it ends
 * are not opened again at once.
 */
export function limitedFetch(maxBytes: number): typeof fetch {
  let untaken = 0;
  let nextStream = 0;
  return async (input, init) => {
    const answers = typeof init?.body === 'string' && !('method' in (JSON.parse(init.body) as object));
    if (answers && untaken >= MAX_UNTAKEN) throw new Error('the server sends requests and does not read the answers');
    if (init?.method === 'GET') {
      const wait = nextStream - performance.now();
      nextStream = performance.now() + Math.max(0, wait) + STREAM_MS;
      if (wait > 0) await delay(wait, init.signal ?? undefined);
    }
    if (answers) untaken++;
    const response = await fetch(input, init).finally(() => answers && untaken--);
    if (response.body === null) return response;
    const isStream = init?.method === 'GET' && response.ok;
    const { status, statusText, headers } = response;
    const body = response.body.pipeThrough(
      counter(maxBytes, isStream ? sinceEvent() : (bytes, chunk) => bytes + chunk.byteLength),
    );
    return new Response(body, { status, statusText, headers });
  };
}

/** What there is to count, from what there was and what comes. */
type Count = (bytes: number, chunk: Uint8Array) => number;

function counter(maxBytes: number, count: Count): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes = count(bytes, chunk);
      if (bytes > maxBytes) controller.error(new Error(`the server's answer has more than ${maxBytes} bytes`));
      else controller.enqueue(chunk);
    },
  });
}

/** Counts from the last empty line on, which ends an event; lines end in LF, CR or both. */
function sinceEvent(): Count {
  let before = 0;
  let lineLength = 0;
  return (bytes, chunk) => {
    let count = bytes;
    for (const byte of chunk) {
      count++;
      const ends = byte === LINE_FEED || byte === CARRIAGE_RETURN;
      const goesOn = byte === LINE_FEED && before === CARRIAGE_RETURN;
      if (ends && !goesOn && lineLength === 0) count = 0;
      if (!goesOn) lineLength = ends ? 0 : lineLength + 1;
      before = byte;
    }
    return count;
  };
}
