import { HttpError } from '../../../io/index.js';
import type { Answer, Futures } from './futures.js';
import { failureCategory } from './failures.js';

/** What a model's queue may hold, and for how long. */
interface TurnLimits {
  /** Requests of one model that are not over. */
  readonly maxQueued: number;
  /** How long a request waits for those that its number says come before it. */
  readonly turnWaitMs: number;
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
  #queued = 0;
  #closed: Error | undefined;

  constructor(
    private readonly futures: Futures,
    private readonly limits: TurnLimits,
  ) {}

  /**
   * @param sequenceId - Counts up from 1; undefined for a request that comes after all that are here, those held back among them.
   * @returns The future of what the work comes to.
   * @throws HttpError 409 for an id that another request had, 410 for one whose outcome has expired, 429 for too many.
   */
  submit(sequenceId: number | undefined, fingerprint: string, work: () => Promise<Answer>): string {
    if (this.#closed !== undefined) throw this.#closed;
    const known = sequenceId === undefined ? undefined : this.#known.get(sequenceId);
    if (known !== undefined) return this.#again(known, sequenceId!, fingerprint);
    if (sequenceId !== undefined && sequenceId < this.#next)
      throw new HttpError(400, `seq_id: expected at least ${this.#next}, got ${sequenceId}`);
    if (this.#queued >= this.limits.maxQueued)
      throw new HttpError(429, `${this.#queued} requests of this model are waiting`, { 'retry-after': '1' });
    this.futures.makeRoom();
    const turn: Promise<unknown> =
      sequenceId === undefined ? Promise.allSettled(this.#turns) : this.#turnOf(sequenceId);
    this.#queued++;
    const done = turn.then(() => this.#run(work)).finally(() => this.#queued--);
    const future = this.futures.add(done, failureCategory);
    if (sequenceId !== undefined) {
      this.#known.set(sequenceId, { fingerprint, future });
      this.#startNext();
    }
    return future;
  }

  /** Refuses what has not begun, and what comes. */
  close(reason: Error): void {
    this.#closed = reason;
    for (const { fail } of this.#held.values()) fail(reason);
    this.#held.clear();
  }

  #again(known: { fingerprint: string; future: string }, sequenceId: number, fingerprint: string): string {
    if (known.fingerprint !== fingerprint)
      throw new HttpError(409, `seq_id: expected a new one for another request, got ${sequenceId} again`);
    if (!this.futures.has(known.future))
      throw new HttpError(410, `request ${sequenceId} of this model is over, and what it came to is not kept any more`);
    return known.future;
  }

  #turnOf(sequenceId: number): Promise<void> {
    const turn = new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => this.#giveUpWaiting(), this.limits.turnWaitMs);
      const settle = (by: () => void) => {
        clearTimeout(timer);
        by();
      };
      this.#held.set(sequenceId, { start: () => settle(resolve), fail: (error) => settle(() => reject(error)) });
    });
    const settled = () => this.#turns.delete(turn);
    this.#turns.add(turn);
    turn.then(settled, settled);
    return turn;
  }

  /**
   * A request before those held has not come. None of them is done, for it may have been part of what they build on; and it is
   * not waited for any more, so that those who come after know where they stand.
   */
  #giveUpWaiting(): void {
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

  /** A request was refused as it came: nobody waits for its id. One that is known, or over, stays what it is. */
  refuse(sequenceId: number, error: Error): void {
    if (this.#closed !== undefined || this.#known.has(sequenceId) || sequenceId < this.#next) return;
    if (this.#queued < this.limits.maxQueued) this.submit(sequenceId, '', () => Promise.reject(error));
  }

  #startNext(): void {
    for (let held = this.#held.get(this.#next); held !== undefined; held = this.#held.get(this.#next)) {
      this.#held.delete(this.#next++);
      held.start();
    }
  }

  #run(work: () => Promise<Answer>): Promise<Answer> {
    const running = this.#last.then(() => {
      if (this.#closed !== undefined) throw this.#closed;
      return work();
    });
    this.#last = running.catch(() => undefined);
    return running;
  }
}
