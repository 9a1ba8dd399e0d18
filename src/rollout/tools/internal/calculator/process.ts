import type * as ChildProcess from 'node:child_process';
import { SandboxError } from '../../../../base/index.js';
import { builtInModule, importPeer, packageEntry } from '../../../../io/index.js';
import type { CalculatorAnswer, CalculatorNumber } from './evaluate.js';

/** The number type of a calculator process, and its limits. */
export interface ProcessLimits {
  readonly number: CalculatorNumber;
  /** Longest time for one expression, in milliseconds. */
  readonly timeoutMs: number;
  /** Largest heap, in MiB. */
  readonly memoryMiB: number;
}

/** What the process says: whether it can begin, then one answer an expression. */
export type ProcessMessage = CalculatorAnswer | { readonly kind: 'ready' } | { readonly kind: 'missing'; text: string };

/** A process that evaluates; gone once it has been ended, by itself or by its limits. */
export interface CalculatorProcess {
  /** Whether it can be asked. */
  readonly alive: boolean;
  /** One call at a time. @throws SandboxError, retryable, when the process was ended by something else than its limits. */
  evaluate(expression: string): Promise<CalculatorAnswer>;
  /** Ends the process, whatever it is doing. */
  end(): Promise<void>;
}

/** Starts a process. */
export type StartProcess = (limits: ProcessLimits) => Promise<CalculatorProcess>;

const TIMEOUT: CalculatorAnswer = {
  kind: 'error',
  text: 'TimeoutError: the expression ran out of time and was stopped.',
};
const MEMORY: CalculatorAnswer = {
  kind: 'error',
  text: 'MemoryError: the expression ran out of memory and was stopped.',
};

/**
 * Starts a process of Node. Not a worker thread: V8 ends the whole process, not the thread, when one allocation goes far
 * beyond a thread's heap.
 *
 * @throws MissingPeerError where the peer is not installed; SandboxError where there are no processes, or where the process does not start.
 */
export const startCalculatorProcess: StartProcess = async (limits) => {
  const processes = builtInModule('node:child_process') as typeof ChildProcess | undefined;
  if (processes === undefined) throw new SandboxError('a calculator needs processes: Node, Bun or Deno');
  const { path, execArgv } = packageEntry('calculator-process.js');
  const child = processes.fork(path, [limits.number, String(limits.timeoutMs)], {
    execArgv: [...execArgv, `--max-old-space-size=${limits.memoryMiB}`],
    // Nothing of this process is the expression's to read.
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const started = new ForkedCalculator(child, limits.timeoutMs);
  const first = await started.next();
  if (first.kind === 'missing') {
    await importPeer('calculators', 'mathjs', () => Promise.reject(new Error(first.text)));
  }
  if (first.kind !== 'ready') throw new SandboxError(`a calculator's process did not start: ${first.text}`);
  return started;
};

class ForkedCalculator implements CalculatorProcess {
  readonly #child: ChildProcess.ChildProcess;
  readonly #timeoutMs: number;
  readonly #ended: Promise<void>;
  #settle: { readonly resolve: (message: ProcessMessage) => void; readonly reject: (error: Error) => void } | undefined;
  #end: ProcessMessage | Error | undefined;

  constructor(child: ChildProcess.ChildProcess, timeoutMs: number) {
    this.#child = child;
    this.#timeoutMs = timeoutMs;
    child.on('message', (message: ProcessMessage) => this.#settle?.resolve(message));
    this.#ended = new Promise((resolve) => {
      const over = (end: ProcessMessage | Error): void => {
        this.#end ??= end;
        if (this.#end instanceof Error) this.#settle?.reject(this.#end);
        else this.#settle?.resolve(this.#end);
        resolve();
      };
      child.on('error', (cause) => over(new SandboxError("a calculator's process did not start", { cause })));
      child.on('exit', (code, signal) => over(endOf(code, signal)));
    });
  }

  get alive(): boolean {
    return this.#end === undefined;
  }

  /** The next message, or how the process has ended. While it is awaited, the process holds this one open; else it does not. */
  async next(): Promise<ProcessMessage> {
    this.#hold(true);
    try {
      return await new Promise((resolve, reject) => {
        this.#settle = { resolve, reject };
        if (this.#end instanceof Error) reject(this.#end);
        else if (this.#end !== undefined) resolve(this.#end);
      });
    } finally {
      this.#hold(false);
    }
  }

  async evaluate(expression: string): Promise<CalculatorAnswer> {
    const timer = setTimeout(() => {
      this.#end ??= TIMEOUT;
      this.#child.kill('SIGKILL');
    }, this.#timeoutMs);
    try {
      const next = this.next();
      // A process that has just ended takes no message; next() hears of its end.
      this.#child.send(expression, () => undefined);
      return (await next) as CalculatorAnswer;
    } finally {
      clearTimeout(timer);
    }
  }

  async end(): Promise<void> {
    this.#hold(true);
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  #hold(open: boolean): void {
    const change = open ? 'ref' : 'unref';
    this.#child[change]();
    // Bun's channel holds nothing open and has neither.
    (this.#child.channel as Partial<ChildProcess.Control> | null | undefined)?.[change]?.();
  }
}

/** V8 aborts where its heap is full; by signal, or by the exit code that stands for it. */
function endOf(code: number | null, signal: NodeJS.Signals | null): ProcessMessage | Error {
  if (signal === 'SIGABRT' || code === 134) return MEMORY;
  return new SandboxError(`calculator: its process was ended (${signal ?? `exit code ${code}`})`, { retryable: true });
}
