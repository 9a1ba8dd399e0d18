import { delay } from '../../../../io/index.js';

/** A pass that waits. */
interface Pass {
  readonly run: () => Promise<void>;
  /** It may run beside fewer passes than this. */
  readonly atOnce: number;
}

/** A client that trains. */
interface Tenant {
  readonly waiting: Pass[];
  /** Its time on the engine, in milliseconds; counted from that of the others when it comes back from a pause. */
  usedMs: number;
}

/**
 * Shares an engine between clients. It runs one pass at a time, or as many as the engine takes at once; the next one is that of the tenant
 * that has had the least time. Samples run beside each other, so that the engine can batch them: one that comes waits for a pass under way
 * and no other. Samples that take longer than that pass share the time with further passes, half and half.
 */
export class Turns {
  readonly #tenants = new Map<string, Tenant>();
  /** What the tenant of the last pass had used when it began: where one that comes starts. */
  #startMs = 0;
  #isRunning = false;
  readonly #underWay = new Set<Promise<void>>();
  #wake = (): void => {};
  #samples = 0;
  /** Resolves when the samples under way are drawn. */
  #drawn: Promise<void> = Promise.resolve();
  #endDrawing = (): void => {};
  /** How long the last pass took, and when it ended. */
  #passMs = 0;
  #passEndedMs = 0;

  /**
   * Runs one pass of a tenant when it is its turn. Passes of one tenant start in the order of the calls.
   *
   * @param atOnce - How many passes the engine computes at the same time.
   */
  pass<T>(name: string, work: () => Promise<T>, atOnce = 1): Promise<T> {
    return new Promise((resolve, reject) => {
      const tenant = this.#tenants.get(name) ?? { waiting: [], usedMs: 0 };
      if (tenant.waiting.length === 0) tenant.usedMs = Math.max(tenant.usedMs, this.#startMs);
      this.#tenants.set(name, tenant);
      // An engine may throw before it returns a promise.
      tenant.waiting.push({ run: () => (async () => work())().then(resolve, reject), atOnce });
      this.#wake();
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
      if (this.#isFull()) await Promise.race(this.#underWay);
      await this.#letSamplesRun();
      const tenant = this.#next();
      if (tenant === undefined) {
        if (this.#underWay.size === 0) break;
        await Promise.race([...this.#underWay, new Promise<void>((resolve) => (this.#wake = resolve))]);
      } else if (!this.#isFull()) this.#start(tenant);
    }
    // No tenant waits: all start anew.
    this.#tenants.clear();
    this.#startMs = 0;
    this.#isRunning = false;
  }

  /** @returns Whether the next pass must wait for one that is under way. */
  #isFull(): boolean {
    return this.#underWay.size >= (this.#next()?.waiting[0]!.atOnce ?? Infinity);
  }

  #start(tenant: Tenant): void {
    const beganMs = performance.now();
    this.#startMs = tenant.usedMs;
    const pass = tenant.waiting
      .shift()!
      .run()
      .then(() => {
        this.#passEndedMs = performance.now();
        this.#passMs = this.#passEndedMs - beganMs;
        tenant.usedMs += this.#passMs;
        this.#underWay.delete(pass);
      });
    this.#underWay.add(pass);
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
      if (waiting.length === 0 && usedMs <= this.#startMs && this.#underWay.size === 0) this.#tenants.delete(name);
    const waiting = [...this.#tenants.values()].filter((tenant) => tenant.waiting.length > 0);
    return waiting.sort((a, b) => a.usedMs - b.usedMs)[0];
  }
}

/** Resolves once the events that have come are handled. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
