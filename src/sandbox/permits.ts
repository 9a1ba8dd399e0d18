interface Waiting {
  readonly start: () => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
}

/**
 * Lets at most so many pieces of work run at once; the others wait in the order they came.
 *
 * Forty thousand may wait: entering and leaving the queue is O(1).
 */
export class Permits {
  #queue: Waiting[] = [];
  #head = 0;
  #running = 0;
  #closed: Error | undefined;

  constructor(readonly count: number) {}

  /** How much work is waiting for its turn. */
  get waiting(): number {
    return this.#queue.length - this.#head;
  }

  get running(): number {
    return this.#running;
  }

  /** Rejects with the signal's reason if it is aborted before the work has started; afterwards the work sees to it. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return new Promise<T>((resolve, reject) => {
      const start = () => {
        this.#running++;
        void work()
          .then(resolve, reject)
          .finally(() => {
            this.#running--;
            this.#pump();
          });
      };
      this.#queue.push({ start, reject, signal });
      this.#pump();
    });
  }

  /** Rejects what waits and whatever comes later. */
  close(error: Error): void {
    this.#closed ??= error;
    const waiting = this.#queue.slice(this.#head);
    this.#queue = [];
    this.#head = 0;
    for (const { reject } of waiting) reject(error);
  }

  #pump(): void {
    while (this.#running < this.count && this.#head < this.#queue.length) {
      const next = this.#queue[this.#head++]!;
      if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      if (next.signal?.aborted === true) next.reject(next.signal.reason);
      else next.start();
    }
  }
}
