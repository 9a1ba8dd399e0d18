import { delay, retryDelayMs, TimeLimitError, withTimeLimit, type HttpAnswer } from '../../../io/index.js';
import { endpoints, metadataOnlySchema, PROTOBUF_TYPE, requestFailedSchema, tryAgainSchema } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { plainId } from './fill-path.js';
import { RequestLife } from './request-life.js';
import { serverWords } from './server-words.js';
import { parseJson, POLL_MS, readAnswer, refusal, type ExchangeOptions, type Transport } from './transport.js';

/** Proxies inject a 400 now and then; a server that means it says it again. */
const MOST_BAD_REQUESTS = 3;
/** How often a request whose result is gone is made again. */
const MOST_RESUBMISSIONS = 3;
/** A `not yet` that comes sooner was not delayed by the server: asking at once would be a storm. */
const LEAST_WAIT_MS = 1000;

/** A request that was handed in. */
export interface Submitted {
  /** The number under which its result will be. */
  readonly id: string;
  /** Tells it from all other requests; the same when it is handed in again. */
  readonly owner: string;
}

/** A request that takes time, and how its result is read. */
export interface FutureRequest<T> extends ExchangeOptions {
  /** For messages: `/api/v1/optim_step`. */
  readonly what: string;
  /** Hands the request in. */
  readonly submit: (options: ExchangeOptions) => Promise<Submitted>;
  readonly readJson: (json: unknown) => T;
  /** Absent where the result is only ever JSON. */
  readonly readProtobuf?: ((bytes: Uint8Array) => T) | undefined;
  /** Whether the server may say first how large the result is; large ones are then fetched a few at a time. */
  readonly sizeFirst?: boolean | undefined;
}

type Outcome<T> =
  { readonly kind: 'result'; readonly value: T } | { readonly kind: 'gone'; readonly error: TinkerError };

/**
 * Hands a request in and waits for its result, however long that takes.
 *
 * @throws TinkerError where the request fails; `answerLost` where it is not known whether it was carried out.
 */
export async function resultOf<T>(transport: Transport, request: FutureRequest<T>): Promise<T> {
  const { signal, repeat, life = new RequestLife() } = request;
  try {
    for (let submissions = 1; ; submissions++) {
      const outcome = await awaitResult(transport, await request.submit({ signal, repeat, life }), request);
      if (outcome.kind === 'result') return outcome.value;
      if (repeat === 'never' || submissions > MOST_RESUBMISSIONS) throw outcome.error;
    }
  } catch (error) {
    throw life.ended(error);
  }
}

/** @throws TinkerError for the number of another request that is waited for: the result of one would be taken for both. */
async function awaitResult<T>(
  transport: Transport,
  { id, owner }: Submitted,
  request: FutureRequest<T>,
): Promise<Outcome<T>> {
  plainId(id, request.what);
  const { awaited, owners } = transport;
  owners.claim(id, owner, request.what);
  if (awaited.has(id))
    throw new TinkerError(
      `${request.what}: expected a request_id of its own, got ${JSON.stringify(id)} of another request`,
    );
  awaited.add(id);
  try {
    return await retrieve(transport, id, request);
  } finally {
    awaited.delete(id);
  }
}

/** Asks for a result until it is there. */
async function retrieve<T>(transport: Transport, requestId: string, request: FutureRequest<T>): Promise<Outcome<T>> {
  const { signal, readProtobuf } = request;
  const what = `the result of ${request.what}`;
  const headers = { accept: readProtobuf === undefined ? 'application/json' : PROTOBUF_TYPE };
  const wait = new Backoff(transport, signal);
  const body = JSON.stringify({
    request_id: requestId,
    ...(request.sizeFirst === true && { allow_metadata_only: true }),
  });
  const { method, path } = endpoints.retrieveFuture;
  let badRequests = 0;
  for (;;) {
    const asked = performance.now();
    const answer = await withTimeLimit(
      (limited) => transport.poll({ method, path, body, headers, signal: limited }),
      signal,
      POLL_MS,
    ).catch((error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof TimeLimitError || (error instanceof TinkerError && error.retryable)) return error;
      throw error;
    });
    if (answer instanceof TimeLimitError) continue;
    if (answer instanceof TinkerError) {
      await wait.afterFailure(answer);
      continue;
    }
    switch (answer.status) {
      case 200: {
        const read = readFutureAnswer(answer, request, what);
        if (read.kind === 'result') return read;
        if (read.kind === 'size') {
          const whole = { ...request, sizeFirst: false };
          return transport.largeResults(() => retrieve(transport, requestId, whole), signal);
        }
        await wait.afterNotYet(performance.now() - asked);
        continue;
      }
      case 408:
        await wait.afterNotYet(performance.now() - asked);
        continue;
      case 410:
        return { kind: 'gone', error: refusal(what, answer) };
      case 400:
        if (++badRequests > MOST_BAD_REQUESTS) throw refusal(what, answer);
        continue;
      default: {
        const error = refusal(what, answer);
        if (!error.retryable) throw error;
        await wait.afterFailure(error);
      }
    }
  }
}

type FutureAnswer<T> =
  { readonly kind: 'result'; readonly value: T } | { readonly kind: 'not-yet' } | { readonly kind: 'size' };

/** @throws TinkerError where the request failed. */
function readFutureAnswer<T>(answer: HttpAnswer, request: FutureRequest<T>, what: string): FutureAnswer<T> {
  const type = answer.headers['content-type'] ?? '';
  if (type.includes(PROTOBUF_TYPE) && request.readProtobuf !== undefined)
    return { kind: 'result', value: readAnswer(what, () => request.readProtobuf!(answer.bytes), answer) };
  const json = readAnswer(what, () => parseJson(answer), answer);
  if (tryAgainSchema.safeParse(json).success) return { kind: 'not-yet' };
  if (metadataOnlySchema.safeParse(json).success) return { kind: 'size' };
  const failed = requestFailedSchema.safeParse(json);
  if (failed.success)
    throw new TinkerError(`${request.what}: ${serverWords(answer.body)}`, {
      category: failed.data.category,
    });
  return { kind: 'result', value: readAnswer(what, () => request.readJson(json), answer) };
}

/** Waits between questions: longer with each that goes wrong in a row. */
class Backoff {
  #failures = 0;
  #quick = 0;

  constructor(
    private readonly transport: Transport,
    private readonly signal: AbortSignal,
  ) {}

  /** @throws TinkerError once as many questions as may went wrong in a row. */
  async afterFailure(error: TinkerError): Promise<void> {
    const { retry } = this.transport.settings;
    if (this.#failures >= retry.retries) throw error;
    await delay(retryDelayMs(this.#failures++, retry, error), this.signal);
  }

  async afterNotYet(heldMs: number): Promise<void> {
    this.#failures = 0;
    this.#quick = heldMs < LEAST_WAIT_MS ? this.#quick + 1 : 0;
    if (this.#quick > 0) await delay(Math.min(LEAST_WAIT_MS, 10 * 2 ** Math.min(this.#quick, 10)), this.signal);
  }
}
