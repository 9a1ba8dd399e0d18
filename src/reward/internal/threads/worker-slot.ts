import type { Verdict } from '../../../base/index.js';
import type { VerifyRecord } from '../../verify-record.js';
import type { Thread } from './thread.js';

/** Where a thread works; one that has died is replaced by another. */
export class WorkerSlot {
  readonly #start: () => Promise<Thread> | undefined;
  #thread: Promise<Thread> | undefined;
  #closed = false;

  constructor(start: () => Promise<Thread> | undefined) {
    this.#start = start;
    this.#thread = start();
  }

  /** @returns Whether a thread has started here. */
  async hasStarted(): Promise<boolean> {
    try {
      return (await this.#thread) !== undefined;
    } catch {
      return false;
    }
  }

  /** Rejects when the thread dies, or cannot be replaced; the next call starts another. */
  async grade(records: readonly VerifyRecord[]): Promise<readonly Verdict[]> {
    if (this.#closed) throw new Error('the batch has ended');
    this.#thread ??= this.#start();
    const thread = this.#thread;
    try {
      return await (await thread)!.grade(records);
    } catch (error) {
      if (this.#thread === thread) this.#thread = undefined;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    try {
      await (await this.#thread)?.close();
    } catch {
      // It has died already.
    }
  }
}
