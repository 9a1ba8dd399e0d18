import { createHttpClient, followSignal, withRetries, type FollowingController } from '../../../io/index.js';
import type { Attempt, HttpAnswer, HttpRequest } from '../../../io/index.js';
import type { endpoints } from '../../wire/index.js';
import { TinkerError } from '../tinker-error.js';
import { readJson, refusal } from './answers.js';
import { RequestLife } from './requests.js';
import type { ClientSettings, Repeat } from './settings.js';
import type { z } from 'zod';

/** How long one question for a result may be kept open by the server before it is asked anew. */
export const POLL_MS = 45_000;
/** Results that are waited for hold a connection each. */
const MOST_POLLS = 4096;
const MOST_REQUESTS = 64;
/** Futures that are remembered: a server gives a result minutes after it was asked for, not days. */
const MOST_OWNERS = 100_000;

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
  /** How often 500 is taken for a failure that passes. Default: any number of times. */
  readonly most500s?: number | undefined;
  /** Of the request, where it is handed in more than once. Default: it begins and ends here. */
  readonly life?: RequestLife | undefined;
}

/** Requests to one server under the client's key, made again where that is safe. */
export class Transport {
  /** Which request each future belongs to, the oldest first. */
  readonly #owners = new Map<string, string>();
  /** The key, and the client's own. */
  readonly headers: { readonly [name: string]: string };
  readonly #requests;
  readonly #polls;
  readonly #underWay = new Set<FollowingController>();
  #closed = false;
  /** Whether the server has answered anything yet. */
  #isThere = false;

  constructor(readonly settings: ClientSettings) {
    const { baseUrl, apiKey, auth, timeoutMs, maxAnswerBytes } = settings;
    const key = auth === 'bearer' ? { authorization: `Bearer ${apiKey}` } : { 'x-api-key': apiKey! };
    const headers = (this.headers = { ...(apiKey === undefined ? {} : key), ...settings.headers });
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
    { signal, repeat = 'safe', most500s = Infinity, life = new RequestLife() }: ExchangeOptions,
  ): Promise<T> {
    let of500 = 0;
    const attempt = async (): Promise<Attempt<HttpAnswer | TinkerError>> => {
      signal.throwIfAborted();
      try {
        return { result: await life.handIn(() => this.once({ ...request, signal })), retry: false };
      } catch (error) {
        if (!(error instanceof TinkerError)) throw error;
        if (error.status === 500) of500++;
        const mayRepeat = repeat === 'safe' || !life.mayBeDone;
        const retry = error.retryable && this.#isThere && mayRepeat && of500 <= most500s;
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

  /**
   * Notes whose a future is: a server that gives one request the number of another would have one result taken for both.
   *
   * @param owner - Tells the request from all others; the same when it is made again.
   * @throws TinkerError for the number of another request.
   */
  claim(id: string, owner: string, what: string): void {
    const before = this.#owners.get(id);
    if (before !== undefined && before !== owner)
      throw new TinkerError(`${what}: expected a new request_id, got ${JSON.stringify(id)} of another request`);
    this.#owners.set(id, owner);
    if (this.#owners.size > MOST_OWNERS) this.#owners.delete(this.#owners.keys().next().value!);
  }

  /** Forgets whose futures are: a server that was started anew numbers them anew. */
  forgetOwners(): void {
    this.#owners.clear();
  }

  /** Makes a request once. @throws TinkerError for a refusal and for no answer. */
  async once(request: HttpRequest): Promise<HttpAnswer> {
    const answer = await this.#requests.send(request);
    this.#isThere = true;
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw refusal(`${request.method} ${request.path}`, answer);
  }
}

function closedError(): TinkerError {
  return new TinkerError('the client was closed');
}
