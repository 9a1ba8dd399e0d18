import { delay } from '../../../../io/index.js';

/** A client that trains. */
interface Tenant {
  readonly waiting: (() => Promise<void>)[];
  /** Its time on the engine, in milliseconds; counted from that of the others when it comes back from a pause. */
  usedMs: number;
}

/**
 * Shares an engine that computes one thing at a time. Passes run one after the other; the next one is that of the tenant that has had
 * the least time. Samples run beside each other, so that the engine can batch them: one that comes waits for the pass under way
 * and no other. Samples that take longer than that pass share the time with further passes, half and half.
 */
export class Turns {
  readonly #tenants = new Map<string, Tenant>();
  /** What the tenant of the last pass had used when it began: where one that comes starts. */
  #startMs = 0;
  #isRunning = false;
  #samples = 0;
  /** Resolves when the samples under way are drawn. */
  #drawn: Promise<void> = Promise.resolve();
  #endDrawing = (): void => {};
  /** How long the last pass took, and when it ended. */
  #passMs = 0;
  #passEndedMs = 0;

  /** Runs one pass of a tenant when it is its turn. Passes of one tenant run in the order of the calls. */
  pass<T>(name: string, work: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const tenant = this.#tenants.get(name) ?? { waiting: [], usedMs: 0 };
      if (tenant.waiting.length === 0) tenant.usedMs = Math.max(tenant.usedMs, this.#startMs);
      this.#tenants.set(name, tenant);
      // An engine may throw before it returns a promise.
      tenant.waiting.push(() => (async () => work())().then(resolve, reject));
      void this.#run();
    });
  }

  /** Draws samples, beside those that are being drawn. */
  async sample<T>(work: () => Promise<T>): Promise<T> {
    if (this.#samples++ === 0) this.#drawn = new Promise((resolve) => (this.#endDrawing = resolve));
    try {
      return await work();
    } finally {
      if (--this.#samples === 0) this.#endDrawing();
    }
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    for (;;) {
      // What has come meanwhile is read first.
      await nextTurn();
      await this.#letSamplesRun();
      const tenant = this.#next();
      if (tenant === undefined) break;
      const beganMs = performance.now();
      this.#startMs = tenant.usedMs;
      await tenant.waiting.shift()!();
      this.#passEndedMs = performance.now();
      this.#passMs = this.#passEndedMs - beganMs;
      tenant.usedMs += this.#passMs;
    }
    // No tenant waits: all start anew.
    this.#tenants.clear();
    this.#startMs = 0;
    this.#isRunning = false;
  }

  /** Waits until the samples under way have had as long as the last pass, or are drawn. */
  async #letSamplesRun(): Promise<void> {
    const leftMs = this.#passEndedMs + this.#passMs - performance.now();
    if (this.#samples === 0 || leftMs <= 0) return;
    const drawn = new AbortController();
    await Promise.race([this.#drawn, delay(leftMs, drawn.signal).catch(() => {})]);
    drawn.abort();
  }

  /** @returns The tenant that has had the least time of those that wait; undefined where none does. */
  #next(): Tenant | undefined {
    for (const [name, { waiting, usedMs }] of this.#tenants)
      if (waiting.length === 0 && usedMs <= this.#startMs) this.#tenants.delete(name);
    const waiting = [...this.#tenants.values()].filter((tenant) => tenant.waiting.length > 0);
    return waiting.sort((a, b) => a.usedMs - b.usedMs)[0];
  }
}

/** Resolves once the events that have come are handled. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
