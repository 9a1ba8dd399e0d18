import { SandboxError, type SandboxLimits } from '../../../base/index.js';
import type { LiveInterpreter } from '../../internal/live-sessions.js';
import { asProcessLine } from './process-line.js';
import type { CallOrder, StartedLine } from './protocol.js';
import { RunningProgram, type ProgramOutcome } from './running-program.js';

/** How long a program may take to end after an interrupt. */
const INTERRUPT_GRACE_MS = 1_000;
const LOOK_MS = 100;
/** Time to read what an interpreter said before its time was over. */
const READ_MS = 20;
/** Memory that a call may take beside its limit: compiled code, and garbage that is not collected yet. */
const SPARE_BYTES = 256 * 1024 * 1024;

/** What a program is run with. */
export interface ProgramLimits extends SandboxLimits {
  readonly signal: AbortSignal | undefined;
}

/**
 * One interpreter of Python, which runs one program at a time: in a process, or in a worker of a page. Time and output are
 * limited here, from outside; an interpreter that does not listen is ended by force.
 */
export abstract class WasmInterpreter implements LiveInterpreter {
  readonly ready: Promise<StartedLine>;
  readonly restingBytes = 0;
  onRest = (): void => {};
  #program: RunningProgram | undefined;
  #isStarted = false;
  #failure: SandboxError | undefined;
  #onReady!: (started: StartedLine) => void;
  #onStartFailure!: (error: Error) => void;

  /** @param startMs - The longest time that the start may take, in milliseconds. */
  constructor(startMs: number) {
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onStartFailure = reject;
    });
    const timer = setTimeout(() => this.fail('did not start in time'), startMs);
    const started = () => clearTimeout(timer);
    this.ready.then(started, started); // an error is no unhandled one, before anything waits for it
  }

  get broken(): boolean {
    return this.#failure !== undefined;
  }

  /** Runs a program. Rejects with SandboxError where the interpreter was broken before. */
  run(order: Omit<CallOrder, 'interruptMs'>, limits: ProgramLimits): Promise<ProgramOutcome> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { signal, wallMs } = limits;
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const abort = () => this.stop('cancelled');
    const program = new RunningProgram(order.id, limits.outputBytes, order.kind !== 'only', () => {
      signal?.removeEventListener('abort', abort);
      clearInterval(watch);
      this.onProgramEnd?.(order.id);
      this.#program = undefined;
      this.hold?.(false);
    });
    this.#program = program;
    const mostBytes = this.usedBytes() + limits.memoryBytes + limits.fileSizeBytes + SPARE_BYTES;
    const watch = setInterval(() => {
      if (this.usedBytes() > mostBytes) this.#kill('memory');
    }, LOOK_MS);
    // A busy caller's timers come late: what the interpreter said before is read first.
    const late = () => program.after(READ_MS, () => this.#kill('timeout'));
    program.after(wallMs + INTERRUPT_GRACE_MS, late);
    signal?.addEventListener('abort', abort, { once: true });
    this.hold?.(true);
    this.send({ ...order, interruptMs: wallMs });
    return program.outcome;
  }

  /** Ends the interpreter; resolves when it is gone. A program that runs is not to blame: its outcome rejects. */
  async close(): Promise<void> {
    this.#failure ??= new SandboxError('the sandbox was closed');
    this.#onStartFailure(this.#failure);
    this.#program?.reject(this.#failure);
    this.hold?.(true);
    await this.end();
  }

  protected abstract send(order: CallOrder): void;
  /** Ends the interpreter by force, which then calls `gone`; resolves when it is gone. */
  protected abstract end(): Promise<void>;
  /** Asks a program to end. @returns Whether it can be asked. */
  protected abstract interrupt(id: string): boolean;
  /** @returns Bytes of memory that it holds; 0 where the system does not say. */
  protected abstract usedBytes(): number;
  /** Whether it keeps the caller alive: while it runs a program. */
  protected hold?(busy: boolean): void;
  protected onProgramEnd?(id: string): void;
  /** What it wrote beside its lines. */
  protected get log(): string {
    return '';
  }

  /** The limit of output of the program that runs; 0 without a program. */
  protected get outputBytes(): number {
    return this.#program?.outputBytes ?? 0;
  }

  /** Interrupts a program whose interpreter is kept; ends the interpreter otherwise. */
  protected stop(reason: 'cancelled' | 'output-limit'): void {
    const program = this.#program;
    if (program === undefined || program.stopped !== undefined) return;
    if (!program.keepsInterpreter || reason === 'output-limit' || !this.interrupt(program.id))
      return this.#kill(reason);
    program.stopped = reason;
    program.after(INTERRUPT_GRACE_MS, () => this.#kill(reason));
  }

  /** @param line - From the interpreter, whose program may have written it. */
  protected onLine(line: unknown): void {
    const known = asProcessLine(line);
    const program = this.#program;
    if (known === undefined) {
      if (program !== undefined && idOf(line) === program.id)
        this.fail('its program wrote a line that breaks the protocol');
    } else if ('ready' in known || 'failed' in known) {
      // Later it would be the program's own.
      if (this.#isStarted) return;
      if ('failed' in known) return this.fail(known.failed);
      this.#isStarted = true;
      this.hold?.(false);
      this.#onReady(known.ready);
    } else if (program !== undefined && known.id === program.id) {
      if (!('to' in known)) {
        if (!known.alive) this.#failure ??= new SandboxError('the program ended its interpreter', { retryable: true });
        program.end(known);
      } else if (!program.print(known.to, known.text)) this.stop('output-limit');
    }
  }

  /** The interpreter is gone. @param exitCode - null if it was ended by force. */
  protected gone(exitCode: number | null, how: string): void {
    this.#program?.die(exitCode, this.log);
    this.fail(how);
  }

  protected fail(reason: string): void {
    if (this.#failure === undefined) {
      const log = this.log.trim();
      const text = `wasm interpreter: ${reason}${log === '' ? '' : ` (${log})`}`;
      this.#failure = new SandboxError(text, { retryable: true });
    }
    this.#onStartFailure(this.#failure);
    void this.end();
  }

  #kill(reason: NonNullable<RunningProgram['stopped']>): void {
    if (this.#program === undefined) return;
    this.#program.stopped ??= reason;
    this.#failure ??= new SandboxError('the interpreter was ended', { retryable: true });
    void this.end();
  }
}

function idOf(line: unknown): unknown {
  return (line as { readonly id?: unknown } | null | undefined)?.id;
}
