import { giveUpOnAbort, limitConcurrency, type Limiter } from '../../../../io/index.js';
import type { CalculatorAnswer } from './evaluate.js';
import type { CalculatorProcess, StartProcess } from './process.js';

/** Processes that evaluate, each one expression at a time: one is started when all others are busy, up to a number. */
export class CalculatorPool {
  readonly #limiter: Limiter;
  readonly #idle: CalculatorProcess[];
  /** Processes that evaluate an expression, or are being started for one. */
  readonly #busy = new Set<Promise<CalculatorProcess>>();
  #closed = false;

  constructor(
    private readonly start: () => ReturnType<StartProcess>,
    first: CalculatorProcess,
    processes: number,
  ) {
    this.#idle = [first];
    this.#limiter = limitConcurrency(processes);
  }

  /** @throws SandboxError where its process dies or does not start; Error once closed; the signal's reason, at once, when aborted. */
  evaluate(expression: string, signal: AbortSignal | undefined): Promise<CalculatorAnswer> {
    return giveUpOnAbort(
      this.#limiter(() => this.#evaluate(expression, signal), signal),
      signal,
    );
  }

  async #evaluate(expression: string, signal: AbortSignal | undefined): Promise<CalculatorAnswer> {
    this.#checkOpen();
    const idle = this.#idle.pop();
    const taken = idle?.alive === true ? Promise.resolve(idle) : this.start();
    this.#busy.add(taken);
    try {
      const process = await taken;
      this.#checkOpen();
      // An aborted call ends its process at once, which frees the slot for another call.
      const stop = (): void => void process.end();
      try {
        signal?.throwIfAborted();
        signal?.addEventListener('abort', stop, { once: true });
        return await process.evaluate(expression);
      } finally {
        signal?.removeEventListener('abort', stop);
        if (process.alive) this.#idle.push(process);
      }
    } finally {
      this.#busy.delete(taken);
    }
  }

  /** Ends all processes. */
  async close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#idle, ...this.#busy].map(async (process) => (await process).end()));
  }

  #checkOpen(): void {
    if (this.#closed) throw new Error('the calculator is closed');
  }
}
