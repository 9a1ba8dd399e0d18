import { allowManyListeners } from '../../io/index.js';

/** How a piece of work waits for its turn. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Whose work it is: those who wait take turns, so that nobody's ten thousand calls stand before another's ten. */
  readonly key?: string;
  /** Rejects with {@link QueueTimeout} if its turn has not come by then, in milliseconds. */
  readonly startWithinMs?: number;
}

/** The turn of a piece of work did not come in time. */
export class QueueTimeout extends Error {
  constructor(waitedMs: number) {
    super(`waited ${waitedMs} ms for its turn`);
    this.name = 'QueueTimeout';
  }
}

interface Entry {
  readonly start: () => void;
  readonly fail: (error: Error) => void;
  /** It was given up before its turn came. */
  gone: boolean;
}

/** First in, first out, in constant time. */
class Line {
  #entries: Entry[] = [];
  #head = 0;

  push(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** @returns The first that has not been given up. */
  shift(): Entry | undefined {
    while (this.#head < this.#entries.length) {
      const entry = this.#entries[this.#head++]!;
      if (this.#head > 1024 && this.#head * 2 > this.#entries.length) {
        this.#entries = this.#entries.slice(this.#head);
        this.#head = 0;
      }
      if (!entry.gone) return entry;
    }
    return undefined;
  }
}

/**
 * Lets at most so many pieces of work run at once. Those that wait are served in turn by key, and within a key in the
 * order they came.
 */
export class FairQueue {
  /** One line a key, in the order of their next turn. */
  #lines = new Map<string, Line>();
  #waiting = 0;
  #running = 0;
  #closed: Error | undefined;
  readonly #entries = new Set<Entry>();

  /** @param limit - How many run at once; asked anew for each turn where it is a function. */
  constructor(private readonly limit: number | (() => number)) {}

  get waiting(): number {
    return this.#waiting;
  }

  get running(): number {
    return this.#running;
  }

  /** Rejects as `work` does; before its turn, with the signal's reason, {@link QueueTimeout}, or `close`'s error. */
  run<T>(work: () => Promise<T>, { signal, key = '', startWithinMs }: WaitOptions = {}): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    if (signal !== undefined) allowManyListeners(signal);
    return new Promise<T>((resolve, reject) => {
      const abort = () => entry.fail(signal!.reason as Error);
      const timer =
        startWithinMs === undefined
          ? undefined
          : setTimeout(() => entry.fail(new QueueTimeout(startWithinMs)), startWithinMs);
      const leave = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#entries.delete(entry);
        this.#waiting--;
      };
      const entry: Entry = {
        gone: false,
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
          entry.gone = true;
          reject(error);
        },
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#entries.add(entry);
      this.#waiting++;
      this.#lineOf(key).push(entry);
      this.#pump();
    });
  }

  /** Rejects what waits and whatever comes later; what runs goes on. */
  close(error: Error): void {
    this.#closed ??= error;
    for (const entry of [...this.#entries]) entry.fail(error);
    this.#lines.clear();
  }

  #lineOf(key: string): Line {
    let line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, (line = new Line()));
    return line;
  }

  #pump(): void {
    const limit = typeof this.limit === 'number' ? this.limit : this.limit();
    while (this.#running < limit && this.#waiting > 0) {
      const turn = this.#lines.entries().next();
      if (turn.done === true) return;
      const [key, line] = turn.value;
      this.#lines.delete(key);
      const entry = line.shift();
      if (entry === undefined) continue;
      this.#lines.set(key, line);
      entry.start();
    }
  }
}
