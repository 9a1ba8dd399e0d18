import { plainText } from '../../../base/internal/index.js';
import {
  createHttpClient,
  followSignal,
  limitConcurrency,
  scanJson,
  withRetries,
  type FollowingController,
} from '../../../io/index.js';
import type { Attempt, HttpAnswer, HttpRequest } from '../../../io/index.js';
import { parseBody, WireError, type endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { FutureOwners } from './future-owners.js';
import { RequestLife } from './request-life.js';
import { serverWords } from './server-words.js';
import type { ClientSettings, Repeat } from './settings.js';
import type { z } from 'zod';

/** How long one question for a result may be kept open by the server before it is asked anew. */
export const POLL_MS = 45_000;
/** Results that are waited for hold a connection each. */
const MOST_POLLS = 4096;
const MOST_REQUESTS = 64;

/** A route of the protocol. */
interface Route<Q extends z.ZodType, A extends z.ZodType> {
  readonly method: 'POST';
  readonly path: string;
  readonly request: Q;
  readonly answer: A;
}

/** A route that is answered with the number of a future, under which its result will be. */
export interface FutureRoute<Q extends z.ZodType, R extends z.ZodType> extends Route<
  Q,
  typeof endpoints.optimStep.answer
> {
  readonly result: R;
}

/** How one request is made. */
export interface ExchangeOptions {
  readonly signal: AbortSignal;
  /** Default `safe`: a request whose answer is lost is made again, the same bytes. */
  readonly repeat?: Repeat | undefined;
  /** Of the request, where it is handed in more than once. Default: it begins and ends here. */
  readonly life?: RequestLife | undefined;
}

/** Requests to one server under the client's key, made again where that is safe. */
export class Transport {
  /** Large results are fetched a few at a time: they are kept whole in memory. */
  readonly largeResults = limitConcurrency(4);
  /** The numbers of futures that are waited for. */
  readonly awaited = new Set<string>();
  readonly owners = new FutureOwners();
  readonly #requests;
  readonly #polls;
  readonly #underWay = new Set<FollowingController>();
  #closed = false;
  /** Whether the server has answered anything yet. */
  #isThere = false;

  constructor(readonly settings: ClientSettings) {
    const { baseUrl, apiKey, auth, timeoutMs, maxAnswerBytes } = settings;
    const key = auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey! };
    const headers = { ...(apiKey === undefined ? {} : key), ...settings.headers };
    const connect = (maxConnections: number, limitMs: number) =>
      createHttpClient({
        ...{ baseUrl, headers, timeoutMs: limitMs, maxConnections, maxAnswerBytes, errorType: TinkerError },
      });
    this.#requests = connect(MOST_REQUESTS, timeoutMs);
    this.#polls = connect(MOST_POLLS, POLL_MS + timeoutMs);
  }

  /**
   * Runs an operation under the caller's signal and the client's life.
   *
   * @throws TinkerError once the client is closed; the signal's reason when aborted; what the operation throws.
   */
  async during<T>(signal: AbortSignal | undefined, operation: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.#closed) throw closedError();
    const controller = followSignal(signal);
    this.#underWay.add(controller);
    try {
      return await operation(controller.signal);
    } finally {
      this.#underWay.delete(controller);
      controller.release();
      // What a failure left behind ends with it.
      controller.abort(new Error('the operation is over'));
    }
  }

  /** Ends what is under way, and lets nothing begin. */
  refuse(): void {
    this.#closed = true;
    for (const controller of this.#underWay) controller.abort(closedError());
  }

  /** Ends what is under way, and connections. */
  close(): void {
    this.refuse();
    this.#requests.close();
    this.#polls.close();
  }

  /** @returns The answer of a route, as its schema says. @throws TinkerError. */
  async call<Q extends z.ZodType, A extends z.ZodType>(
    { method, path, answer }: Route<Q, A>,
    body: z.input<Q>,
    options: ExchangeOptions,
  ): Promise<z.output<A>> {
    const request = { method, path, body: JSON.stringify(body) };
    return this.exchange(request, (given) => readJson(answer, path, given), options);
  }

  /** @returns The answer of a route that is asked without a body. @throws TinkerError. */
  async get<A extends z.ZodType>(
    { method, path, answer }: { readonly method: 'GET' | 'DELETE'; readonly path: string; readonly answer: A },
    options: ExchangeOptions,
  ): Promise<z.output<A>> {
    return this.exchange({ method, path }, (given) => readJson(answer, path, given), options);
  }

  /** Asks once for a result. @throws TinkerError where there is no answer at all. */
  poll(request: HttpRequest): Promise<HttpAnswer> {
    return this.#polls.send(request);
  }

  /**
   * Makes a request, and again with the same bytes while it is refused for now (429), or it is not known what became of it
   * (408, 5xx, a lost connection) and that is safe. A server that never answered anything is not waited for.
   *
   * @returns What is read of the answer.
   * @throws TinkerError with the server's words; `answerLost` where it may have been carried out.
   */
  async exchange<T>(
    request: HttpRequest,
    read: (answer: HttpAnswer) => T,
    { signal, repeat = 'safe', life = new RequestLife() }: ExchangeOptions,
  ): Promise<T> {
    const attempt = async (): Promise<Attempt<HttpAnswer | TinkerError>> => {
      signal.throwIfAborted();
      try {
        return { result: await life.handIn(() => this.once({ ...request, signal })), retry: false };
      } catch (error) {
        if (!(error instanceof TinkerError)) throw error;
        const retry = error.retryable && this.#isThere && (repeat === 'safe' || !life.mayBeDone);
        return { result: error, retry, retryAfterMs: error.retryAfterMs };
      }
    };
    try {
      const result = await withRetries(attempt, this.settings.retry, { signal });
      if (result instanceof TinkerError) throw result;
      return read(result);
    } catch (error) {
      throw life.ended(error);
    }
  }

  /** Makes a request once. @throws TinkerError for a refusal and for no answer. */
  async once(request: HttpRequest): Promise<HttpAnswer> {
    const answer = await this.#requests.send(request);
    this.#isThere = true;
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusal(`${request.method} ${request.path}`, answer);
  }
}

/** @returns The error that an answer of another status than 200 is; retryable where the same request may succeed later. */
export function refusal(what: string, answer: HttpAnswer): TinkerError {
  const { status, retryAfterMs } = answer;
  const words = serverWords(answer.body);
  const message = `${what}: HTTP ${status}${words === '' ? '' : `: ${words}`}`;
  return new TinkerError(message, {
    status,
    retryable: status === 408 || status === 429 || status >= 500,
    retryAfterMs,
  });
}

/** @throws TinkerError for an answer that is no JSON, or not what the protocol says. */
export function readJson<A extends z.ZodType>(schema: A, what: string, answer: HttpAnswer): z.output<A> {
  return readAnswer(what, () => parseBody(schema, answer.bytes.length === 0 ? null : parseJson(answer)), answer);
}

/** Lists, objects and texts of one answer: each takes many times its bytes once it is read. */
const MOST_PARTS = 2 ** 21;

/** @throws WireError or SyntaxError for what is no JSON, or takes all memory. */
export function parseJson({ bytes, body }: HttpAnswer): unknown {
  let parts = 0;
  try {
    scanJson(bytes, (mark) => {
      if (mark !== 'comma' && ++parts > MOST_PARTS)
        throw new WireError('', `expected at most ${MOST_PARTS} lists, objects and texts, got more`);
    });
  } catch (error) {
    throw error instanceof WireError ? error : new WireError('', 'expected lists and objects of at most 64 levels');
  }
  return JSON.parse(body);
}

/**
 * @param answer - Whose content encoding the error names: the client never requests one.
 * @throws TinkerError for what is unreadable.
 */
export function readAnswer<T>(what: string, read: () => T, answer?: HttpAnswer): T {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof WireError || cause instanceof SyntaxError) {
      const encoding = answer?.headers['content-encoding'];
      const encoded =
        encoding === undefined ? '' : ` in content-encoding ${plainText(encoding)}, which was not asked for`;
      throw new TinkerError(`${what}: an answer${encoded} that is not the protocol's: ${plainText(cause.message)}`, {
        cause,
      });
    }
    throw cause;
  }
}

function closedError(): TinkerError {
  return new TinkerError('the client was closed');
}
