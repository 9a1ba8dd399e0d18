/** Options of {@link Batcher}. */
export interface BatcherOptions<In, Out> {
  /** A batch is sent when it has so many. */
  readonly batchSize: number;
  /** Or when its first has waited so long, in milliseconds. */
  readonly lingerMs: number;
  /** Batches under way at once; meanwhile the next ones fill up. */
  readonly senders: number;
  /** Answers a batch in its order. */
  readonly send: (batch: readonly In[]) => Promise<readonly Out[]>;
}

interface Item<In, Out> {
  readonly value: In;
  readonly resolve: (answer: Out) => void;
  readonly reject: (error: unknown) => void;
  readonly signal: AbortSignal | undefined;
  /** Arrival time, by `performance.now`, in milliseconds. */
  readonly addedAt: number;
}

/**
 * Gathers single calls into batches, as the paper's environment service does (up to 64, sent when full or after a
 * short wait, by a fixed number of senders).
 */
export class Batcher<In, Out> {
  #items: Item<In, Out>[] = [];
  #sending = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed: Error | undefined;

  constructor(private readonly options: BatcherOptions<In, Out>) {}

  /** Rejects with the signal's reason if it is aborted before its batch is sent. */
  add(value: In, signal?: AbortSignal): Promise<Out> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#items.push({ value, resolve, reject, signal, addedAt: performance.now() });
      this.#pump();
    });
  }

  /** Rejects what has not been sent, and all later calls. */
  close(error: Error): void {
    this.#closed ??= error;
    clearTimeout(this.#timer);
    for (const { reject } of this.#items.splice(0)) reject(error);
  }

  /** Sends full batches and those that have waited for `lingerMs`, while a sender is free; else tries again when the first item has waited that long. */
  #pump(): void {
    while (this.#sending < this.options.senders && this.#items.length > 0) {
      if (this.#items.length < this.options.batchSize) {
        const leftMs = this.#items[0]!.addedAt + this.options.lingerMs - performance.now();
        if (leftMs > 0) return this.#lookAgainIn(leftMs);
      }
      const batch = this.#items.splice(0, this.options.batchSize).filter(({ signal, reject }) => {
        if (signal?.aborted === true) reject(signal.reason);
        return signal?.aborted !== true;
      });
      if (batch.length > 0) void this.#send(batch);
    }
  }

  #lookAgainIn(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, Math.ceil(ms));
  }

  async #send(batch: readonly Item<In, Out>[]): Promise<void> {
    this.#sending++;
    try {
      const answers = await this.options.send(batch.map(({ value }) => value));
      batch.forEach(({ resolve }, i) => resolve(answers[i]!));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      this.#sending--;
      this.#pump();
    }
  }
}
