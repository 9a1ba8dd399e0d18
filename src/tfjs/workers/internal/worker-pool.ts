import { errorMessage } from '../../../base/internal/index.js';
import { wasmFolder } from '../../backend/index.js';
import type { Decoder } from '../../model/decoder.js';
import type { Call, Order, SentModel, WorkerBackend } from './messages.js';
import { FrozenModel, memoryOf, PoolTensors } from './frozen-model.js';
import { WorkerThread } from './worker-thread.js';
import * as tf from '@tensorflow/tfjs-core';

/** A pool cannot go on: a worker thread has ended, or there is no memory for the weights. */
export class PoolFailure extends Error {
  override readonly name = 'PoolFailure';
}

/** A computation of one batch, which any idle worker takes. */
interface Job {
  readonly call: Exclude<Call, { readonly kind: 'generate' }>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Worker threads, each with the tensor backend of this one and a copy of the weights that are open. They start with the
 * first call, and end once the pool is closed and all weights are released.
 */
export class WorkerPool {
  readonly size: number;
  readonly #tensors = new PoolTensors();
  readonly #open = new Set<PoolWeights>();
  readonly #busy = new Map<WorkerThread, Job>();
  #jobs: Job[] = [];
  #threads: WorkerThread[] | undefined;
  #broken: PoolFailure | undefined;
  #isClosing = false;
  #lastId = 0;

  constructor(size: number) {
    this.size = size;
  }

  /** @returns The threads, started if they are not yet. @throws PoolFailure after the death of one. */
  startThreads(): readonly WorkerThread[] {
    if (this.#broken !== undefined) throw this.#broken;
    const backend = { backend: tf.getBackend() as WorkerBackend['backend'], wasmPath: wasmFolder() };
    this.#threads ??= Array.from(
      { length: this.size },
      () => new WorkerThread(backend, (error) => this.fail('a worker thread has ended', error)),
    );
    return this.#threads;
  }

  /** @returns A number that no other thing of the pool has. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Opens a model's weights as they are now; the workers get them when they are first used. */
  weightsOf(model: Decoder): PoolWeights {
    const weights = new PoolWeights(this, this.#tensors, model, () => {
      this.#open.delete(weights);
      void this.#endIfUnused();
    });
    this.#open.add(weights);
    return weights;
  }

  /** Has an idle worker compute, as soon as there is one; in the order of the calls. */
  compute(call: Job['call']): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#jobs.push({ call, resolve, reject });
      this.#handOut();
    });
  }

  /** Rejects what is being computed with these weights, or waits to be. */
  cancel(weights: number, error: Error): void {
    for (const { call, reject } of [...this.#busy.values(), ...this.#jobs]) if (call.weights === weights) reject(error);
    this.#jobs = this.#jobs.filter(({ call }) => call.weights !== weights);
  }

  /** Tells every worker, if they have started. */
  tell(order: Order): void {
    if (this.#broken === undefined) for (const thread of this.#threads ?? []) thread.tell(order);
  }

  /** Ends the threads as soon as no weights are open. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#endIfUnused();
  }

  /** Rejects all that is pending, ends the threads, and refuses every later call. @param what - Begins the message. */
  fail(what: string, cause: unknown): PoolFailure {
    if (this.#broken !== undefined) return this.#broken;
    const message = `${what} (${errorMessage(cause)}), and every later call of this pool of ${this.size} fails`;
    this.#broken = new PoolFailure(message, { cause });
    const threads = this.#threads ?? [];
    for (const thread of threads) thread.rejectAll(this.#broken);
    for (const { reject } of this.#jobs.splice(0)) reject(this.#broken);
    for (const thread of threads) void thread.terminate();
    return this.#broken;
  }

  #handOut(): void {
    try {
      for (const thread of this.startThreads()) {
        if (this.#busy.has(thread)) continue;
        const job = this.#jobs.shift();
        if (job === undefined) return;
        this.#busy.set(thread, job);
        const done = () => {
          this.#busy.delete(thread);
          this.#handOut();
        };
        const { result } = thread.call(job.call);
        result.then(job.resolve, job.reject).finally(done);
      }
    } catch (error) {
      for (const { reject } of this.#jobs.splice(0)) reject(error);
    }
  }

  async #endIfUnused(): Promise<void> {
    if (!this.#isClosing || this.#open.size > 0) return;
    const threads = this.#threads ?? [];
    this.#broken ??= new PoolFailure('the pool was closed');
    for (const thread of threads) thread.rejectAll(this.#broken);
    await Promise.all(threads.map((thread) => thread.terminate()));
  }
}

/** The weights of a model at one moment, in every worker of a pool. */
export class PoolWeights {
  readonly pool: WorkerPool;
  readonly number: number;
  readonly #tensors: PoolTensors;
  readonly #memory: readonly object[];
  readonly #onRelease: () => void;
  #unsent: FrozenModel | undefined;
  #sent: SentModel | undefined;
  #pending = 0;
  #isReleased = false;
  #isFreed = false;

  constructor(pool: WorkerPool, tensors: PoolTensors, model: Decoder, onRelease: () => void) {
    this.pool = pool;
    this.number = pool.nextId();
    this.#tensors = tensors;
    this.#memory = memoryOf(model);
    this.#unsent = new FrozenModel(model);
    this.#onRelease = onRelease;
  }

  /** Whether the model's weights are still these. */
  isOf(model: Decoder): boolean {
    return memoryOf(model).every((memory, i) => memory === this.#memory[i]);
  }

  /** Sends the workers what they lack. @throws PoolFailure */
  load(): void {
    const threads = this.pool.startThreads();
    if (this.#unsent === undefined) return;
    try {
      const model = this.#unsent.send(this.#tensors);
      this.#unsent = undefined;
      for (const thread of threads) thread.tell({ kind: 'load', weights: this.number, model });
      this.#sent = { ...model, tensors: [] };
    } catch (error) {
      throw this.pool.fail('the weights could not be sent to the workers', error);
    }
  }

  /** Has a worker compute with the weights, which stay until it has. */
  async compute(call: Job['call']): Promise<unknown> {
    this.load();
    this.#pending++;
    try {
      return await this.pool.compute(call);
    } finally {
      this.#pending--;
      if (this.#isReleased && this.#pending === 0) this.#free();
    }
  }

  /** Frees the weights when what is being computed with them is done. A second call does nothing. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    if (this.#pending === 0) this.#free();
  }

  /** Rejects what is being computed with the weights, and frees them. */
  abandon(error: Error): void {
    if (this.#isFreed) return;
    this.pool.cancel(this.number, error);
    this.#isReleased = true;
    this.#free();
  }

  #free(): void {
    if (this.#isFreed) return;
    this.#isFreed = true;
    this.#unsent?.dispose();
    if (this.#sent !== undefined) {
      const tensors = this.#tensors.remove([...this.#sent.parameters, ...(this.#sent.adapter?.parameters ?? [])]);
      this.pool.tell({ kind: 'free', weights: this.number, tensors });
    }
    this.#onRelease();
  }
}
