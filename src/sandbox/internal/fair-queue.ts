import { allowManyListeners } from '../../io/index.js';

/** How a piece of work waits in a queue. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** The owner of the work: owners take turns, so that ten calls of one do not wait for ten thousand of another. */
  readonly key?: string;
  /** Rejects with {@link QueueTimeout} if the work has not started by then, in milliseconds. */
  readonly startWithinMs?: number;
}

/** A piece of work was not started in time. */
export class QueueTimeout extends Error {
  constructor(waitedMs: number) {
    super(`waited ${waitedMs} ms for its turn`);
    this.name = 'QueueTimeout';
  }
}

interface Entry {
  readonly start: () => void;
  readonly fail: (error: Error) => void;
}

/** The waiting work of one key, in order of arrival. */
interface Line {
  readonly waiting: Set<Entry>;
  /** Where the next search begins, so that taking from a long line costs no more than from a short one. */
  readonly inOrder: Iterator<Entry, undefined>;
}

/**
 * Lets at most so many pieces of work run at once. Those that wait are served in turn by key, and within a key in the
 * order they came.
 */
export class FairQueue {
  /** Lines by key, none of them empty; the first one is served next. */
  readonly #lines = new Map<string, Line>();
  #waiting = 0;
  #running = 0;
  #closed: Error | undefined;

  /** @param limit - How many run at once; a function is called each time. */
  constructor(private readonly limit: number | (() => number)) {}

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Rejects as `work` does; before it starts, with the signal's reason, {@link QueueTimeout}, or `close`'s error. */
  run<T>(work: () => Promise<T>, { signal, key = '', startWithinMs }: WaitOptions = {}): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (signal !== undefined) allowManyListeners(signal);
    return new Promise<T>((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#leave(key, entry);
      };
      const entry: Entry = {
        start: () => {
          leave();
          this.#running++;
          void work()
            .then(resolve, reject)
            .finally(() => {
              this.#running--;
              this.#pump();
            });
        },
        fail: (error) => {
          leave();
          reject(error);
        },
      };
      const abort = () => entry.fail(signal!.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      if (startWithinMs !== undefined)
        timer = setTimeout(() => entry.fail(new QueueTimeout(startWithinMs)), startWithinMs);
      this.#lineOf(key).waiting.add(entry);
      this.#waiting++;
      this.#pump();
    });
  }

  /** Rejects waiting work and all later work; running work continues. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const { waiting } of [...this.#lines.values()]) for (const entry of [...waiting]) entry.fail(error);
  }

  #lineOf(key: string): Line {
    let line = this.#lines.get(key);
    if (line === undefined) {
      const waiting = new Set<Entry>();
      this.#lines.set(key, (line = { waiting, inOrder: waiting.values() }));
    }
    return line;
  }

  #leave(key: string, entry: Entry): void {
    const { waiting } = this.#lines.get(key)!;
    waiting.delete(entry);
    if (waiting.size === 0) this.#lines.delete(key);
    this.#waiting--;
  }

  #pump(): void {
    const limit = typeof this.limit === 'number' ? this.limit : this.limit();
    while (this.#running < limit) {
      const [turn] = this.#lines;
      if (turn === undefined) return;
      const [key, line] = turn;
      this.#lines.delete(key);
      this.#lines.set(key, line);
      line.inOrder.next().value!.start();
    }
  }
}
