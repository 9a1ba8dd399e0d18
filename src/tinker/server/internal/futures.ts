import { delay, HttpError, type ByteBudget, type ByteReservation } from '../../../io/index.js';
import { clientWordsOf, wordsOf, type Answer, type FailureCategory } from './answer.js';
import type { TinkerServerEvent } from '../options.js';
import { randomUUID } from './node.js';

/** The result of a request. */
export type Outcome =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: string; readonly category: FailureCategory };

interface Future {
  readonly outcome: Promise<Outcome>;
  /** Memory of the request and, once it is over, of its outcome. */
  readonly reservation: ByteReservation;
  /** When it ended; undefined until then. */
  overAtMs: number | undefined;
  wasGiven: boolean;
}

/** Limits of kept outcomes. */
interface FutureLimits {
  readonly maxFutures: number;
  readonly futureTtlMs: number;
  /** Size of the budget, in bytes. */
  readonly maxPendingBytes: number;
  /** A result that was not retrieved for so long may be dropped. */
  readonly sessionTtlMs: number;
}

/** Memory of a future itself: its names and its place in the queue. */
const FUTURE_BYTES = 1024;

/** Results of requests. Clients may retrieve them any number of times, until they expire or other requests need their memory. */
export class Futures {
  /** Makes ids unique across restarts of the server. */
  readonly #prefix = randomUUID().slice(0, 8);
  readonly #kept = new Map<string, Future>();
  #count = 0;

  /**
   * @param early - Memory of requests that wait for an earlier one, of all models; the rest of the budget is left for the earlier ones.
   * @param log - Receives what clients do not see of failures.
   */
  constructor(
    private readonly limits: FutureLimits,
    private readonly budget: ByteBudget,
    readonly early: { bytes: number; readonly maxBytes: number } = { bytes: 0, maxBytes: limits.maxPendingBytes / 4 },
    private readonly log: (event: TinkerServerEvent) => void = () => {},
  ) {
    budget.onShort((missing) => this.#giveBack(missing));
  }

  /**
   * Reserves memory, starts the work, and keeps its result.
   *
   * @param bytes - Most memory of the request and its answer.
   * @param begin - Starts the work. If it throws, so does this, and no future is made.
   * @param categorize - Gives the category of a rejection: the client's fault or the server's.
   * @returns The future's name.
   * @throws HttpError 429 if other requests take the memory or are too many; 413 if it needs more than the whole budget.
   */
  add(bytes: number, begin: () => Promise<Answer>, categorize: (error: unknown) => FailureCategory): string {
    const reservation = this.#reserve(bytes);
    let work: Promise<Answer>;
    try {
      work = begin();
    } catch (error) {
      reservation.set(0);
      throw error;
    }
    const id = `${this.#prefix}-${this.#count++}`;
    const outcome = work.then(
      (answer): Outcome => ({ kind: 'done', answer }),
      (error: unknown) => this.#failed(id, error, categorize(error)),
    );
    const future: Future = { outcome, reservation, overAtMs: undefined, wasGiven: false };
    void outcome.then((over) => {
      future.overAtMs = Date.now();
      reservation.set(FUTURE_BYTES + (over.kind === 'done' ? over.answer.bytes : 2 * over.error.length));
    });
    this.#kept.set(id, future);
    return id;
  }

  #failed(id: string, cause: unknown, category: FailureCategory): Outcome {
    const error = clientWordsOf(cause);
    if (category === 'server' || error !== wordsOf(cause)) {
      const message = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      this.log({ level: category === 'server' ? 'error' : 'warn', message: `request ${id}: ${message}` });
    }
    return { kind: 'failed', error, category };
  }

  has(id: string): boolean {
    return this.#kept.has(id);
  }

  /**
   * @param waitMs - How long to wait for it.
   * @returns undefined if it has not ended by then.
   * @throws HttpError 410 for a future that has expired or belongs to an earlier process; 404 for an unknown one.
   */
  async outcome(id: string, waitMs: number, signal: AbortSignal): Promise<Outcome | undefined> {
    const future = this.#kept.get(id);
    if (future === undefined) throw this.#unknown(id);
    const waiting = new AbortController();
    const later = delay(waitMs, AbortSignal.any([signal, waiting.signal])).catch(() => undefined);
    try {
      return await Promise.race([future.outcome, later.then(() => undefined)]);
    } finally {
      waiting.abort();
    }
  }

  /** Notes that a result was sent, so that its memory may be freed. */
  wasGiven(id: string): void {
    const future = this.#kept.get(id);
    if (future !== undefined) future.wasGiven = true;
  }

  /** Drops expired results. */
  sweep(nowMs = Date.now()): void {
    for (const [id, { overAtMs }] of this.#kept)
      if (overAtMs !== undefined && nowMs - overAtMs > this.limits.futureTtlMs) this.#drop(id);
  }

  #reserve(bytes: number): ByteReservation {
    if (this.#kept.size >= this.limits.maxFutures) this.#drop(this.#spare().next().value);
    if (this.#kept.size >= this.limits.maxFutures)
      throw new HttpError(429, `${this.#kept.size} requests are pending`, { 'retry-after': '1' });
    const reservation = this.budget.reserve();
    reservation.ask(FUTURE_BYTES + bytes);
    return reservation;
  }

  /** Results whose memory can be freed, the oldest first: those that were retrieved, and those that were not retrieved in time. */
  *#spare(): Generator<string, undefined> {
    const staleMs = Date.now() - this.limits.sessionTtlMs;
    for (const [id, { overAtMs, wasGiven }] of this.#kept)
      if (overAtMs !== undefined && (wasGiven || overAtMs < staleMs)) yield id;
  }

  #giveBack(missing: number): void {
    const enough = this.budget.reserved - missing;
    for (const id of this.#spare()) {
      if (this.budget.reserved <= enough) return;
      this.#drop(id);
    }
  }

  #drop(id: string | undefined): void {
    if (id === undefined) return;
    this.#kept.get(id)?.reservation.set(0);
    this.#kept.delete(id);
  }

  #unknown(id: string): HttpError {
    const [, prefix, place] = /^([^-]+)-(\d+)$/.exec(id) ?? [];
    if (prefix === this.#prefix && Number(place) >= this.#count)
      return new HttpError(404, `request_id: expected one of this server's, got ${JSON.stringify(id.slice(0, 64))}`);
    return new HttpError(
      410,
      `request ${id.slice(0, 64)} is no longer stored: it expired, or the server was restarted`,
    );
  }
}
