import { HttpError } from '../../../../io/index.js';
import { failureCategory, type Answer } from '../answer.js';
import type { Futures } from '../futures.js';

/** What a model's queue may hold, and for how long. */
interface TurnLimits {
  /** Requests of one model that are not over; one whose turn it is counts those alone whose turn has come. */
  readonly maxQueued: number;
  /** How long a request waits for those that its number says come before it, once its model has nothing else to do. */
  readonly turnWaitMs: number;
  /** Requests that the server has at once: none can come before more of them. */
  readonly maxFutures: number;
}

/** A request, as far as its turn goes. */
export interface TurnRequest {
  /** Counts up from 1; undefined for a request that comes after all that are here, those held back among them. */
  readonly sequenceId: number | undefined;
  /** Tells it from another one under its id. */
  readonly fingerprint: string;
  /** What it takes in memory. */
  readonly bytes: number;
}

/** A request whose turn has not come: one before it is on its way. */
interface Held {
  readonly start: () => void;
  readonly fail: (error: Error) => void;
}

/**
 * The requests of one model, one after the other in the order of their sequence ids, whatever the order in which they come.
 * The same id again is the same request again: it is not done twice.
 */
export class Turns {
  readonly #known = new Map<number, { readonly fingerprint: string; readonly future: string }>();
  readonly #held = new Map<number, Held>();
  /** The turns of those held: settled when they begin, or are refused. */
  readonly #turns = new Set<Promise<void>>();
  #next = 1;
  #last: Promise<unknown> = Promise.resolve();
  /** Requests that are not over, and those of them whose turn has come. */
  #queued = 0;
  #begun = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed: Error | undefined;

  constructor(
    private readonly futures: Futures,
    private readonly limits: TurnLimits,
  ) {}

  /**
   * @returns The future of what the work comes to.
   * @throws HttpError 409 for an id that another request had, 410 for one whose outcome has expired, 429 for too many;
   *   RangeError for an id that cannot have its turn before others are over.
   */
  submit({ sequenceId, fingerprint, bytes }: TurnRequest, work: () => Promise<Answer>): string {
    if (this.#closed !== undefined) throw this.#closed;
    const known = sequenceId === undefined ? undefined : this.#known.get(sequenceId);
    if (known !== undefined) return this.#again(known, sequenceId!, fingerprint);
    if (sequenceId !== undefined && sequenceId < this.#next)
      throw new HttpError(410, `request ${sequenceId} of this model is over, or was not waited for any more`);
    if (this.#isTooFar(sequenceId))
      throw new RangeError(
        `seq_id: expected at most ${this.#next + this.limits.maxFutures} (request ${this.#next} is the next), got ${sequenceId}`,
      );
    // What all others wait for must not have to wait for them.
    const waiting = this.#queued - (sequenceId === this.#next ? this.#held.size : 0);
    if (waiting >= this.limits.maxQueued)
      throw new HttpError(429, `${waiting} requests of this model are waiting`, { 'retry-after': '1' });
    const isEarly = sequenceId !== undefined && sequenceId > this.#next;
    const { early } = this.futures;
    if (isEarly && early.bytes + bytes > early.maxBytes)
      throw new HttpError(429, `request ${sequenceId} has no room to wait for request ${this.#next}`, {
        'retry-after': '1',
      });
    const inTurn = (): Promise<Answer> => {
      const turn: Promise<unknown> =
        sequenceId === undefined ? Promise.allSettled(this.#turns) : this.#turnOf(sequenceId, isEarly ? bytes : 0);
      this.#queued++;
      return turn.then(() => this.#run(work)).finally(() => this.#queued--);
    };
    const future = this.futures.add(bytes, inTurn, failureCategory);
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
    for (const { fail } of this.#held.values()) fail(reason);
    this.#held.clear();
    this.#watch();
  }

  /**
   * A request was refused as it came: nobody waits for its id. One that is known, or over, stays what it is.
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
      throw new HttpError(410, `request ${sequenceId} of this model is over, and what it came to is not kept any more`);
    return known.future;
  }

  #turnOf(sequenceId: number, earlyBytes: number): Promise<void> {
    const turn = new Promise<void>((resolve, reject) => {
      this.#held.set(sequenceId, { start: resolve, fail: reject });
    });
    this.futures.early.bytes += earlyBytes;
    const settled = () => {
      this.futures.early.bytes -= earlyBytes;
      this.#turns.delete(turn);
    };
    this.#turns.add(turn);
    turn.then(settled, settled);
    return turn;
  }

  #startNext(): void {
    for (let held = this.#held.get(this.#next); held !== undefined; held = this.#held.get(this.#next)) {
      this.#held.delete(this.#next++);
      held.start();
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

  /** Waits for what is missing, where that is all there is to do: while the model works, there may be no room for it yet. */
  #watch(): void {
    if (this.#held.size > 0 && this.#begun === 0) {
      this.#timer ??= setTimeout(() => this.#giveUpWaiting(), this.limits.turnWaitMs);
    } else {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    }
  }

  /**
   * A request before those held has not come. None of them is done, for it may have been part of what they build on; and it is
   * not waited for any more, so that those who come after know where they stand.
   */
  #giveUpWaiting(): void {
    this.#timer = undefined;
    const missing = this.#next;
    for (const [sequenceId, { fail }] of this.#held)
      fail(
        new RangeError(
          `seq_id: expected ${missing} before ${sequenceId}, and it has not come; nothing was done, and later requests do not wait for it`,
        ),
      );
    this.#next = Math.max(...this.#held.keys()) + 1;
    this.#held.clear();
  }
}

/** What a request came to is not kept here. */
function over(): void {}
