import { SandboxError } from '../../base/index.js';
import { FairQueue } from '../fair-queue.js';
import type { Slot, SlotOutcome, SlotRunOptions } from './slot.js';

/** A call whose server breaks under it is tried on another one, so many times in all. */
const ATTEMPTS = 3;
/** Slots kept for every one that may run: flavours take turns, and each start costs a moment. */
const KEPT_PER_RUNNING = 3;

/** Options of {@link SlotPool}; `F` is what distinguishes slots that are not interchangeable. */
export interface SlotPoolOptions<F> {
  /** Calls that run at once. */
  readonly concurrency: number;
  /** Calls after which a slot is replaced by a new one. */
  readonly callsPerSlot: number;
  readonly start: (flavour: F) => Promise<Slot>;
}

/** Slots of several flavours, at most `concurrency` of them running at once; calls wait in the order they came. */
export class SlotPool<F> {
  /** What runs outside of the pool's own slots takes its turn here too. */
  readonly queue: FairQueue;
  /** By flavour; the flavour unused for longest comes first. */
  #idle = new Map<string, Slot[]>();
  /** Every live slot, with its flavour. */
  #slots = new Map<Slot, string>();
  /** Calls a slot may still run before it is replaced. */
  #left = new WeakMap<Slot, number>();
  #closed: SandboxError | undefined;

  constructor(private readonly options: SlotPoolOptions<F>) {
    this.queue = new FairQueue(options.concurrency);
  }

  /** Takes over a slot that is already running. */
  adopt(flavour: F, slot: Slot): void {
    this.#slots.set(slot, key(flavour));
    // Not all at the same call, or they would all be replaced at once.
    const spread = Math.floor((this.options.callsPerSlot * (this.#slots.size % 4)) / 8);
    this.#left.set(slot, this.options.callsPerSlot + 1 - spread);
    this.#release(flavour, slot);
  }

  /** Starts slots until so many of this flavour are idle. */
  async warm(flavour: F, count: number): Promise<void> {
    const have = this.#idle.get(key(flavour))?.length ?? 0;
    await Promise.all(
      Array.from({ length: Math.max(0, count - have) }, async () => {
        this.adopt(flavour, await this.#startSlot(flavour));
      }),
    );
  }

  run(flavour: F, frame: Buffer, options: SlotRunOptions): Promise<SlotOutcome> {
    return this.queue.run(() => this.#runOnSlot(flavour, frame, options), { signal: options.signal });
  }

  async close(): Promise<void> {
    this.#closed ??= new SandboxError('the sandbox was closed');
    this.queue.close(this.#closed);
    await Promise.all([...this.#slots.keys()].map((slot) => slot.close()));
  }

  async #runOnSlot(flavour: F, frame: Buffer, options: SlotRunOptions): Promise<SlotOutcome> {
    for (let attempt = 1; ; attempt++) {
      let slot: Slot | undefined;
      try {
        slot = this.#idle.get(key(flavour))?.pop() ?? (await this.#startSlot(flavour));
        const outcome = await slot.run(frame, options);
        if (outcome.stopped === 'cancelled') throw options.signal?.reason;
        return outcome;
      } catch (error) {
        if (this.#closed !== undefined) throw this.#closed;
        if (!(error instanceof SandboxError) || !error.retryable || attempt === ATTEMPTS) throw error;
      } finally {
        if (slot !== undefined) this.#release(flavour, slot);
      }
    }
  }

  async #startSlot(flavour: F): Promise<Slot> {
    this.#makeRoom();
    const slot = await this.options.start(flavour);
    this.#slots.set(slot, key(flavour));
    this.#left.set(slot, this.options.callsPerSlot);
    if (this.#closed !== undefined) await slot.close();
    try {
      await slot.ready;
    } catch (error) {
      this.#slots.delete(slot);
      throw error;
    }
    return slot;
  }

  #release(flavour: F, slot: Slot): void {
    const left = this.#left.get(slot)! - 1;
    this.#left.set(slot, left);
    if (slot.broken || left <= 0) {
      this.#slots.delete(slot);
      if (!slot.broken) void this.#replace(flavour, slot);
      return;
    }
    const name = key(flavour);
    const idle = this.#idle.get(name) ?? [];
    idle.push(slot);
    this.#idle.delete(name);
    this.#idle.set(name, idle);
  }

  /** Ends an idle slot of another flavour when there are many. */
  #makeRoom(): void {
    if (this.#slots.size < this.options.concurrency * KEPT_PER_RUNNING) return;
    for (const slots of this.#idle.values()) {
      const slot = slots.shift();
      if (slot === undefined) continue;
      this.#slots.delete(slot);
      void slot.close();
      return;
    }
  }

  /** The successor is started before it is needed; should it fail, the next call that needs one tries again. */
  async #replace(flavour: F, slot: Slot): Promise<void> {
    await slot.close();
    if (this.#closed !== undefined || this.#size(flavour) >= this.options.concurrency) return;
    try {
      this.adopt(flavour, await this.#startSlot(flavour));
    } catch {
      return;
    }
  }

  #size(flavour: F): number {
    let size = 0;
    for (const other of this.#slots.values()) if (other === key(flavour)) size++;
    return size;
  }
}

function key(flavour: unknown): string {
  return JSON.stringify(flavour);
}
