import type * as WorkerThreads from 'node:worker_threads';
import { builtInModule, packageEntry, receiveFailure } from '../../../io/index.js';
import type { Call, FromWorker, Order, ToWorker, WorkerBackend } from './messages.js';

/** A call that a worker has not answered. */
interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
  readonly onToken: ((token: number) => void) | undefined;
}

/** @returns Whether this runtime has worker threads. */
export function hasWorkerThreads(): boolean {
  return builtInModule('node:worker_threads') !== undefined && typeof SharedArrayBuffer === 'function';
}

/** @throws Where the file that a worker runs cannot be found. */
export function findProgram(): ReturnType<typeof packageEntry> {
  return packageEntry('tfjs-worker.js');
}

/** A worker thread. The process waits for it only while a call is pending. */
export class WorkerThread {
  readonly #worker: WorkerThreads.Worker;
  readonly #calls = new Map<number, PendingCall>();
  #lastCall = 0;
  #isEnding = false;

  /** @param onDeath - Called once, if the thread ends by itself. Pending calls are the pool's to reject (`rejectAll`). */
  constructor(backend: WorkerBackend, onDeath: (error: Error) => void) {
    const { Worker } = builtInModule('node:worker_threads') as typeof WorkerThreads;
    const { path, boot } = findProgram();
    this.#worker = new Worker(boot ?? path, { eval: boot !== undefined, workerData: backend });
    const die = (error: Error): void => {
      if (this.#isEnding) return;
      this.#isEnding = true;
      onDeath(error);
    };
    this.#worker.on('message', (message: FromWorker) => this.#receive(message));
    this.#worker.on('error', die);
    this.#worker.on('messageerror', die);
    this.#worker.on('exit', (code) => die(new Error(`it ended with exit code ${code}`)));
    // A listener of messages makes the process wait again.
    this.#worker.unref();
  }

  /** The thread's number in Node. */
  get threadId(): number {
    return this.#worker.threadId;
  }

  tell(order: Order): void {
    this.#post(order);
  }

  /** @returns The call's number, for orders about it, and its result. */
  call(call: Call, onToken?: (token: number) => void): { readonly call: number; readonly result: Promise<unknown> } {
    const number = ++this.#lastCall;
    const result = new Promise((resolve, reject) => {
      this.#calls.set(number, { resolve, reject, onToken });
      if (this.#calls.size === 1) this.#worker.ref();
      try {
        this.#post({ ...call, call: number });
      } catch (error) {
        this.#calls.delete(number);
        if (this.#calls.size === 0) this.#worker.unref();
        throw error;
      }
    });
    return { call: number, result };
  }

  rejectAll(error: Error): void {
    const pending = [...this.#calls.values()];
    this.#calls.clear();
    this.#worker.unref();
    for (const { reject } of pending) reject(error);
  }

  async terminate(): Promise<void> {
    this.#isEnding = true;
    await this.#worker.terminate();
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #receive(message: FromWorker): void {
    const pending = this.#calls.get(message.call);
    if (pending === undefined) return;
    if (message.kind === 'token') return pending.onToken?.(message.token);
    this.#calls.delete(message.call);
    if (this.#calls.size === 0) this.#worker.unref();
    if (message.kind === 'result') pending.resolve(message.value);
    else pending.reject(receiveFailure(message.failure));
  }
}
