import { delay, HttpError } from '../../../io/index.js';
import { randomUUID } from './node.js';

/** What a request came to, in the forms that it may be asked for. */
export interface Answer {
  toJson(): unknown;
  /** As protobuf, where the protocol has such a form of it. */
  toBytes?(): Uint8Array;
}

/** Whose fault a failure is: a `user` error is answered alike when it is sent again. */
export type FailureCategory = 'user' | 'server';

/** A request that is over. */
export type Outcome =
  | { readonly kind: 'done'; readonly answer: Answer }
  | { readonly kind: 'failed'; readonly error: string; readonly category: FailureCategory };

interface Future {
  readonly outcome: Promise<Outcome>;
  /** When it was over; undefined while it is not. */
  overAtMs: number | undefined;
}

/** How long, and how many, outcomes are kept. */
interface FutureLimits {
  readonly maxFutures: number;
  readonly futureTtlMs: number;
}

/** What requests come to, for whoever asks, however often, until it expires. */
export class Futures {
  /** Those of a server that was started anew have other names. */
  readonly #prefix = randomUUID().slice(0, 8);
  readonly #kept = new Map<string, Future>();
  #count = 0;

  constructor(private readonly limits: FutureLimits) {}

  /**
   * Keeps what a work comes to.
   *
   * @param categorize - Whose fault a rejection is.
   * @returns The future's name.
   */
  add(work: Promise<Answer>, categorize: (error: unknown) => FailureCategory): string {
    const id = `${this.#prefix}-${this.#count++}`;
    const outcome = work.then(
      (answer): Outcome => ({ kind: 'done', answer }),
      (error: unknown): Outcome => ({
        kind: 'failed',
        error: error instanceof Error ? error.message : String(error),
        category: categorize(error),
      }),
    );
    const future: Future = { outcome, overAtMs: undefined };
    void outcome.then(() => (future.overAtMs = Date.now()));
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

  /** Drops what was over for longer than it is kept. */
  sweep(nowMs = Date.now()): void {
    for (const [id, { overAtMs }] of this.#kept)
      if (overAtMs !== undefined && nowMs - overAtMs > this.limits.futureTtlMs) this.#kept.delete(id);
  }

  /** Drops the oldest that is over where so many are kept. @throws HttpError 429 where all of them are under way. */
  makeRoom(): void {
    if (this.#kept.size < this.limits.maxFutures) return;
    const [oldest] = [...this.#kept].find(([, { overAtMs }]) => overAtMs !== undefined) ?? [];
    if (oldest === undefined)
      throw new HttpError(429, `${this.#kept.size} requests are under way`, { 'retry-after': '1' });
    this.#kept.delete(oldest);
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
