import { HttpError } from '../../../../io/index.js';
import { failureCategory, type Answer } from '../answer.js';
import type { Futures } from '../futures.js';

/** Limits of a model's queue. */
interface QueueLimits {
  /** Requests of one model that are not over. The next one is taken even if requests that wait for it fill the queue. */
  readonly maxQueued: number;
  /** How long a request waits for missing ones with lower sequence ids, once its model has nothing else to do. */
  readonly sequenceWaitMs: number;
  /** Requests that the server has at once: no sequence id can be further ahead of the next one. */
  readonly maxFutures: number;
}

/** A request, for its place in the queue. */
export interface QueuedRequest {
  /** Counts up from 1; undefined for a request that runs after all that are here, pending ones included. */
  readonly sequenceId: number | undefined;
  /** Differs for another request with the same id. */
  readonly fingerprint: string;
  /** Its size in memory. */
  readonly bytes: number;
}

/** A request that waits for one with a lower sequence id, which has not arrived. */
interface Pending {
  /** Settled when the request may run, or is refused. */
  readonly ready: Promise<void>;
  readonly start: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * Runs the requests of one model one after the other, in the order of their sequence ids, whatever the order in which they arrive.
 * A request that is sent again under the same id is not run twice.
 */
export class RequestQueue {
  readonly #known = new Map<number, { readonly fingerprint: string; readonly future: string }>();
  readonly #pending = new Map<number, Pending>();
  #next = 1;
  #last: Promise<unknown> = Promise.resolve();
  /** Requests that are not over, and those of them that no longer wait for another's arrival. */
  #queued = 0;
  #begun = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed: Error | undefined;

  constructor(
    private readonly futures: Futures,
    private readonly limits: QueueLimits,
  ) {}

  /**
   * @returns The future of the work's result.
   * @throws HttpError 409 for an id that another request had, 410 for one whose outcome has expired, 429 for too many;
   *   RangeError for an id too far ahead of the next one.
   */
  submit({ sequenceId, fingerprint, bytes }: QueuedRequest, work: () => Promise<Answer>): string {
    if (this.#closed !== undefined) throw this.#closed;
    const known = sequenceId === undefined ? undefined : this.#known.get(sequenceId);
    if (known !== undefined) return this.#again(known, sequenceId!, fingerprint);
    if (sequenceId !== undefined && sequenceId < this.#next)
      throw new HttpError(410, `request ${sequenceId} of this model has ended, or no client waits for it`);
    if (this.#isTooFar(sequenceId))
      throw new RangeError(
        `seq_id: expected at most ${this.#next + this.limits.maxFutures} (request ${this.#next} is the next), got ${sequenceId}`,
      );
    // The request that all others wait for must not have to wait for them.
    const waiting = this.#queued - (sequenceId === this.#next ? this.#pending.size : 0);
    if (waiting >= this.limits.maxQueued)
      throw new HttpError(429, `${waiting} requests of this model are waiting`, { 'retry-after': '1' });
    const { early } = this.futures;
    const earlyBytes = sequenceId !== undefined && sequenceId > this.#next ? bytes : 0;
    if (earlyBytes > 0 && early.bytes + earlyBytes > early.maxBytes)
      throw new HttpError(
        429,
        `the queue has no space for request ${sequenceId}, which waits for request ${this.#next}`,
        {
          'retry-after': '1',
        },
      );
    const queued = (): Promise<Answer> => {
      const ready: Promise<unknown> =
        sequenceId === undefined
          ? Promise.allSettled([...this.#pending.values()].map((one) => one.ready))
          : this.#whenNext(sequenceId, earlyBytes);
      this.#queued++;
      return ready.then(() => this.#run(work)).finally(() => this.#queued--);
    };
    const future = this.futures.add(bytes, queued, failureCategory);
    if (sequenceId !== undefined) {
      this.#known.set(sequenceId, { fingerprint, future });
      this.#startNext();
    }
    this.#watch();
    return future;
  }

  /** Forgets the requests whose outcomes are not kept any more. */
  sweep(): void {
    for (const [sequenceId, { future }] of this.#known) if (!this.futures.has(future)) this.#known.delete(sequenceId);
  }

  /** Refuses what has not begun, and what comes. */
  close(reason: Error): void {
    this.#closed = reason;
    this.#refusePending(() => reason);
    this.#watch();
  }

  /**
   * A request was refused on arrival, so no client waits for its id. Does nothing for an id that is known or done.
   *
   * @throws HttpError 429 where there is no room to note it: it is to come again, and be refused then.
   */
  refuse(sequenceId: number, error: Error): void {
    if (this.#closed !== undefined || this.#known.has(sequenceId) || sequenceId < this.#next) return;
    if (this.#isTooFar(sequenceId)) return;
    this.submit({ sequenceId, fingerprint: '', bytes: 0 }, () => Promise.reject(error));
  }

  #isTooFar(sequenceId = 0): boolean {
    return sequenceId > this.#next + this.limits.maxFutures;
  }

  #again(known: { fingerprint: string; future: string }, sequenceId: number, fingerprint: string): string {
    if (known.fingerprint !== fingerprint)
      throw new HttpError(409, `seq_id: expected a new one for another request, got ${sequenceId} again`);
    if (!this.futures.has(known.future))
      throw new HttpError(410, `request ${sequenceId} of this model has ended, and its result is no longer stored`);
    return known.future;
  }

  #whenNext(sequenceId: number, earlyBytes: number): Promise<void> {
    const { early } = this.futures;
    early.bytes += earlyBytes;
    const end = () => void (early.bytes -= earlyBytes);
    let settle!: Pick<Pending, 'start' | 'fail'>;
    const ready = new Promise<void>((start, fail) => (settle = { start, fail }));
    ready.then(end, end);
    this.#pending.set(sequenceId, { ready, ...settle });
    return ready;
  }

  #startNext(): void {
    for (let first = this.#pending.get(this.#next); first !== undefined; first = this.#pending.get(this.#next)) {
      this.#pending.delete(this.#next++);
      first.start();
    }
  }

  #run(work: () => Promise<Answer>): Promise<Answer> {
    this.#begun++;
    this.#watch();
    const running = this.#last.then(() => {
      if (this.#closed !== undefined) throw this.#closed;
      return work();
    });
    this.#last = running.then(over, over);
    void this.#last.then(() => {
      this.#begun--;
      this.#watch();
    });
    return running;
  }

  /** Starts the time limit for a missing request once the model is idle: while it works, the missing request may have been refused for lack of memory. */
  #watch(): void {
    if (this.#pending.size > 0 && this.#begun === 0) {
      this.#timer ??= setTimeout(() => this.#giveUpWaiting(), this.limits.sequenceWaitMs);
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  /**
   * The request before the pending ones has not come. None of them is done, since they may build on it; later requests do not wait
   * for it any more.
   */
  #giveUpWaiting(): void {
    this.#timer = undefined;
    const missing = this.#next;
    this.#next = Math.max(...this.#pending.keys()) + 1;
    this.#refusePending(
      (sequenceId) =>
        new RangeError(
          `seq_id: expected request ${missing} before ${sequenceId}, and it did not arrive; nothing was done, and later requests do not wait for it`,
        ),
    );
  }

  #refusePending(reason: (sequenceId: number) => Error): void {
    for (const [sequenceId, { fail }] of this.#pending) fail(reason(sequenceId));
    this.#pending.clear();
  }
}

/** A result is not kept here. */
function over(): void {}
