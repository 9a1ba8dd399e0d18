import type * as WorkerThreads from 'node:worker_threads';
import type { Verdict } from '../../../base/index.js';
import { builtInModule, packageEntry } from '../../../io/index.js';
import type { VerifyRecord, Grading } from '../graders.js';

/** A place beside the calling thread that grades records. */
export interface Thread {
  /** @returns One verdict a record. Rejects when the thread has died. One call at a time. */
  grade(records: readonly VerifyRecord[]): Promise<readonly Verdict[]>;
  /** Ends the thread, whatever it is doing. */
  close(): Promise<void>;
}

/** Starts a thread; undefined if threads are not supported. Rejects if a thread could not be started. */
export type StartThread = (grading: Grading) => Promise<Thread> | undefined;

/** What the worker says: that it is there, then the verdicts of one message after the other. */
export type WorkerAnswer = 'ready' | readonly Verdict[];

/** Starts a worker thread of Node, Deno or Bun. */
export const startWorkerThread: StartThread = (grading) => {
  const threads = builtInModule('node:worker_threads') as typeof WorkerThreads | undefined;
  return threads && startThread(threads, grading);
};

async function startThread({ Worker }: typeof WorkerThreads, grading: Grading): Promise<Thread> {
  const { path, boot } = packageEntry('reward-thread.js');
  const worker = new Worker(boot ?? path, { eval: boot !== undefined, workerData: grading });
  let settle: { readonly resolve: (answer: WorkerAnswer) => void; readonly reject: (error: Error) => void } | undefined;
  let dead: Error | undefined;
  const died = (error: Error): void => {
    dead ??= error;
    settle?.reject(dead);
  };
  worker.on('message', (answer: WorkerAnswer) => settle?.resolve(answer));
  worker.on('error', died);
  worker.on('messageerror', died);
  worker.on('exit', (code) => died(new Error(`a verification thread ended with exit code ${code}`)));
  const answer = (): Promise<WorkerAnswer> =>
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
      if (dead !== undefined) reject(dead);
    });
  await answer();
  return {
    async grade(records) {
      const verdicts = answer();
      worker.postMessage(records);
      return (await verdicts) as readonly Verdict[];
    },
    async close() {
      await worker.terminate();
    },
  };
}

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
