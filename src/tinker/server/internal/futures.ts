import { delay, HttpError, type ByteBudget, type ByteReservation } from '../../../io/index.js';
import { wordsOf, type Answer, type FailureCategory } from './answer.js';
import { randomUUID } from './node.js';

/** A request that is over. */
export type Outcome =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: string; readonly category: FailureCategory };

interface Future {
  readonly outcome: Promise<Outcome>;
  /** What its request takes until it is over, and then what its outcome does. */
  readonly reservation: ByteReservation;
  /** When it was over; undefined while it is not. */
  overAtMs: number | undefined;
  wasGiven: boolean;
}

/** How long, and how many, outcomes are kept. */
interface FutureLimits {
  readonly maxFutures: number;
  readonly futureTtlMs: number;
  /** Size of the budget, in bytes. */
  readonly maxPendingBytes: number;
  /** A result that was not retrieved by then may be dropped. */
  readonly sessionTtlMs: number;
}

/** What a future itself takes, its names and its place in its queue. */
const FUTURE_BYTES = 1024;

/** Results of requests: they can be asked for any number of times, until they expire or others need their memory. */
export class Futures {
  /** Makes ids unique across restarts of the server. */
  readonly #prefix = randomUUID().slice(0, 8);
  readonly #kept = new Map<string, Future>();
  #count = 0;
  /** What requests take that wait for one before them, of all models; the rest of the memory is for that one. */
  readonly early: { bytes: number; readonly maxBytes: number };

  constructor(
    private readonly limits: FutureLimits,
    private readonly budget: ByteBudget,
  ) {
    this.early = { bytes: 0, maxBytes: limits.maxPendingBytes / 4 };
    budget.onShort((missing) => this.#giveBack(missing));
  }

  /**
   * Begins a work once there is memory for it, and keeps its result.
   *
   * @param bytes - What its request and its answer may take in memory.
   * @param begin - What it throws is thrown, and there is no future.
   * @param categorize - Whose fault a rejection is.
   * @returns The future's name.
   * @throws HttpError 429 where others take the memory, or are too many; 413 where it is more than there is.
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
      (error: unknown): Outcome => ({ kind: 'failed', error: wordsOf(error), category: categorize(error) }),
    );
    const future: Future = { outcome, reservation, overAtMs: undefined, wasGiven: false };
    void outcome.then((over) => {
      future.overAtMs = Date.now();
      reservation.set(FUTURE_BYTES + (over.kind === 'done' ? over.answer.bytes : 2 * over.error.length));
    });
    this.#kept.set(id, future);
    return id;
  }

  has(id: string): boolean {
    return this.#kept.has(id);
  }

  /**
   * @param waitMs - How long is waited for it.
   * @returns undefined where it is not over by then.
   * @throws HttpError 410 for a future that has expired, or is of a server before this one; 404 for none of ours.
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

  /** Notes that it was sent: others may have its memory. */
  wasGiven(id: string): void {
    const future = this.#kept.get(id);
    if (future !== undefined) future.wasGiven = true;
  }

  /** Drops what was over for longer than it is kept. */
  sweep(nowMs = Date.now()): void {
    for (const [id, { overAtMs }] of this.#kept)
      if (overAtMs !== undefined && nowMs - overAtMs > this.limits.futureTtlMs) this.#drop(id);
  }

  #reserve(bytes: number): ByteReservation {
    if (this.#kept.size >= this.limits.maxFutures) this.#drop(this.#spare().next().value);
    if (this.#kept.size >= this.limits.maxFutures)
      throw new HttpError(429, `${this.#kept.size} requests are under way`, { 'retry-after': '1' });
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
      `request ${id.slice(0, 64)} is not kept any more: it expired, or the server was restarted`,
    );
  }
}
