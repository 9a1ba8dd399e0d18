import { SandboxError } from '../../base/index.js';
import type { Slot, SlotOutcome, SlotRunOptions } from './slot.js';

/** A program that is broken for its server is tried on another one so many times before it is given up. */
const ATTEMPTS = 3;

interface Job {
  readonly flavour: string;
  readonly frame: Buffer;
  readonly options: SlotRunOptions;
  readonly resolve: (outcome: SlotOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Slots of several flavours, at most `concurrency` of them running at once; calls wait in the order they came.
 */
export class SlotPool {
  #idle = new Map<string, Slot[]>();
  #slots = new Set<Slot>();
  #queue: Job[] = [];
  #head = 0;
  #running = 0;
  #closed: SandboxError | undefined;

  constructor(
    private readonly concurrency: number,
    private readonly start: (flavour: string) => Promise<Slot>,
  ) {}

  /** Takes over a slot that is already running. */
  adopt(flavour: string, slot: Slot): void {
    this.#slots.add(slot);
    this.#release(flavour, slot);
  }

  /** Starts slots until so many of this flavour are idle. */
  async warm(flavour: string, count: number): Promise<void> {
    const have = this.#idle.get(flavour)?.length ?? 0;
    await Promise.all(
      Array.from({ length: Math.max(0, count - have) }, async () => {
        this.adopt(flavour, await this.#startSlot(flavour));
      }),
    );
  }

  run(flavour: string, frame: Buffer, options: SlotRunOptions): Promise<SlotOutcome> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    return new Promise((resolve, reject) => {
      this.#queue.push({ flavour, frame, options, resolve, reject });
      this.#pump();
    });
  }

  async close(): Promise<void> {
    this.#closed ??= new SandboxError('the sandbox was closed');
    for (const job of this.#queue.slice(this.#head)) job.reject(this.#closed);
    this.#queue = [];
    this.#head = 0;
    await Promise.all([...this.#slots].map((slot) => slot.close()));
  }

  #pump(): void {
    while (this.#running < this.concurrency && this.#head < this.#queue.length) {
      const job = this.#queue[this.#head++]!;
      if (this.#head > 1024 && this.#head * 2 > this.#queue.length) {
        this.#queue = this.#queue.slice(this.#head);
        this.#head = 0;
      }
      if (job.options.signal?.aborted === true) {
        job.reject(job.options.signal.reason);
        continue;
      }
      this.#running++;
      this.#runJob(job)
        .then(job.resolve, job.reject)
        .finally(() => {
          this.#running--;
          this.#pump();
        });
    }
  }

  async #runJob(job: Job): Promise<SlotOutcome> {
    for (let attempt = 1; ; attempt++) {
      let slot: Slot | undefined;
      try {
        slot = this.#idle.get(job.flavour)?.pop() ?? (await this.#startSlot(job.flavour));
        const outcome = await slot.run(job.frame, job.options);
        if (outcome.stopped === 'cancelled') throw job.options.signal?.reason;
        return outcome;
      } catch (error) {
        if (!(error instanceof SandboxError) || !error.retryable || attempt === ATTEMPTS) throw error;
        if (this.#closed !== undefined) throw this.#closed;
      } finally {
        if (slot !== undefined) this.#release(job.flavour, slot);
      }
    }
  }

  async #startSlot(flavour: string): Promise<Slot> {
    const slot = await this.start(flavour);
    this.#slots.add(slot);
    if (this.#closed !== undefined) await slot.close();
    try {
      await slot.ready;
    } catch (error) {
      this.#slots.delete(slot);
      throw error;
    }
    return slot;
  }

  #release(flavour: string, slot: Slot): void {
    if (slot.broken) {
      this.#slots.delete(slot);
      return;
    }
    const idle = this.#idle.get(flavour);
    if (idle === undefined) this.#idle.set(flavour, [slot]);
    else idle.push(slot);
  }
}
