import { SandboxError } from '../../../base/index.js';
import { FairQueue, type WaitOptions } from '../../internal/fair-queue.js';
import type { LiveInterpreter } from '../../internal/live-sessions.js';

/** Interpreters that are started ahead, so that a call waits for none where programs come slowly. */
export class InterpreterPool<I extends LiveInterpreter> {
  readonly queue: FairQueue;
  /** Started, or being started, in the order of their start. */
  readonly #spare: I[] = [];
  readonly #all = new Set<I>();
  readonly #calls = new WeakMap<I, number>();
  #closed: SandboxError | undefined;

  constructor(
    private readonly options: {
      readonly concurrency: number;
      /** Calls after which an interpreter is replaced. */
      readonly callsPerInterpreter: number;
      readonly start: () => I;
    },
  ) {
    this.queue = new FairQueue(options.concurrency);
    this.#fill();
  }

  /** Resolves when all spare interpreters have started. */
  async warm(): Promise<void> {
    await Promise.all(this.#spare.map(({ ready }) => ready));
  }

  /** Runs a piece of work with an interpreter that no other work uses at the same time. */
  use<T>(work: (interpreter: I) => Promise<T>, wait: WaitOptions): Promise<T> {
    return this.queue.run(async () => {
      const interpreter = this.#take();
      try {
        await interpreter.ready;
        return await work(interpreter);
      } catch (error) {
        throw this.#closed ?? error;
      } finally {
        this.#release(interpreter);
      }
    }, wait);
  }

  async close(): Promise<void> {
    this.#closed ??= new SandboxError('the sandbox was closed');
    this.queue.close(this.#closed);
    await Promise.all([...this.#all].map((interpreter) => interpreter.close()));
  }

  /** @returns The first spare one that has not broken meanwhile, or a new one. */
  #take(): I {
    for (;;) {
      const interpreter = this.#spare.shift();
      if (interpreter === undefined) return this.#start();
      if (!interpreter.broken) return interpreter;
      this.#all.delete(interpreter);
    }
  }

  #release(interpreter: I): void {
    const calls = (this.#calls.get(interpreter) ?? 0) + 1;
    this.#calls.set(interpreter, calls);
    if (!interpreter.broken && calls < this.options.callsPerInterpreter) {
      this.#spare.unshift(interpreter);
      return;
    }
    void interpreter.close().then(() => this.#all.delete(interpreter));
    this.#fill();
  }

  #fill(): void {
    while (this.#closed === undefined && this.#spare.length + this.queue.running < this.options.concurrency + 1) {
      if (this.#spare.length >= this.options.concurrency) return;
      this.#spare.push(this.#start());
    }
  }

  #start(): I {
    const interpreter = this.options.start();
    this.#all.add(interpreter);
    return interpreter;
  }
}
