import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SandboxError, type SandboxLimits } from '../../../base/index.js';
import { errorMessage } from '../../../base/internal/index.js';
import type { LiveInterpreter } from '../../internal/live-sessions.js';
import { LineReader } from './line-reader.js';
import type { CallOrder, ProcessLine, StartOrder } from './protocol.js';
import { residentBytes } from './resident-bytes.js';
import { RunningProgram, type ProgramOutcome } from './running-program.js';

/** How long a program may take to end after an interrupt. */
const INTERRUPT_GRACE_MS = 1_000;
const LOOK_MS = 100;
/** Resident memory that a call may take beside its limit: compiled code, and garbage that is not collected yet. */
const SPARE_BYTES = 256 * 1024 * 1024;
const MOST_LOG = 2_000;
/** A line is JSON: a character of output takes six at most. */
const LINE_BYTES_PER_BYTE = 6;
const LEAST_LINE_BYTES = 1024 * 1024;

/** How a process is started. */
export interface ProcessLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly order: StartOrder;
  /** The longest time that the start may take, in milliseconds. */
  readonly startMs: number;
}

/** What a program is run with. */
export interface ProgramLimits extends SandboxLimits {
  readonly signal: AbortSignal | undefined;
}

/**
 * The process of one interpreter, which runs one program at a time. Time and output are limited here, from outside; a
 * process that does not listen is killed.
 */
export class InterpreterProcess implements LiveInterpreter {
  readonly ready: Promise<void>;
  readonly restingBytes = 0;
  onRest = (): void => {};
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #gone: Promise<void>;
  #program: RunningProgram | undefined;
  #failure: SandboxError | undefined;
  #log = '';
  #onReady!: () => void;
  #onStartFailure!: (error: Error) => void;

  constructor(private readonly launch: ProcessLaunch) {
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onStartFailure = reject;
    });
    this.ready.catch(() => {});
    const timer = setTimeout(() => this.#fail('did not start in time'), launch.startMs);
    const started = () => clearTimeout(timer);
    this.ready.then(started, started);
    this.#process = spawn(launch.command, launch.args, { env: {}, stdio: 'pipe', windowsHide: true });
    const lines = new LineReader(
      (line) => this.#onLine(line),
      () => this.#lineLimit(),
    );
    this.#process.stdout.on('data', (chunk: Buffer) => lines.push(chunk) || this.#stop('output-limit'));
    this.#process.stderr.on('data', (chunk: Buffer) => (this.#log = `${this.#log}${chunk}`.slice(-MOST_LOG)));
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr])
      stream.on('error', (error) => this.#fail(errorMessage(error)));
    this.#process.on('error', (error) => this.#fail(errorMessage(error)));
    this.#gone = new Promise((resolve) => {
      this.#process.on('close', (code, signal) => {
        this.#onGone(code, signal);
        resolve();
      });
      this.#process.on('error', () => this.#process.pid === undefined && resolve());
    });
    this.#send(launch.order);
  }

  get broken(): boolean {
    return this.#failure !== undefined;
  }

  /** Runs a program. Rejects with SandboxError where the process was broken before. */
  run(order: Omit<CallOrder, 'interruptMs'>, limits: ProgramLimits): Promise<ProgramOutcome> {
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    const { signal, wallMs } = limits;
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const isInterrupted = order.kind !== 'only';
    const abort = () => this.#stop('cancelled');
    const program = new RunningProgram(order.id, limits.outputBytes, isInterrupted, () => {
      signal?.removeEventListener('abort', abort);
      clearInterval(watch);
      rmSync(this.#interruptFile(order.id), { force: true });
      this.#program = undefined;
      this.#hold(false);
    });
    this.#program = program;
    const mostResident = residentBytes(this.#process.pid) + limits.memoryBytes + limits.fileSizeBytes + SPARE_BYTES;
    const watch = setInterval(() => {
      if (residentBytes(this.#process.pid) > mostResident) this.#kill('memory');
    }, LOOK_MS);
    program.after(isInterrupted ? wallMs + INTERRUPT_GRACE_MS : wallMs, () => this.#kill('timeout'));
    signal?.addEventListener('abort', abort, { once: true });
    this.#hold(true);
    this.#send(isInterrupted ? { ...order, interruptMs: wallMs } : order);
    return program.outcome;
  }

  /** Ends the process; resolves when it is gone. */
  async close(): Promise<void> {
    this.#failure ??= new SandboxError('the sandbox was closed');
    this.#onStartFailure(this.#failure);
    this.#hold(true);
    this.#process.kill('SIGKILL');
    await this.#gone;
  }

  #interruptFile(id: string): string {
    return join(this.launch.order.interrupts, id);
  }

  /** Interrupts the program where its interpreter is to live on, and kills the process otherwise. */
  #stop(reason: 'cancelled' | 'output-limit'): void {
    const program = this.#program;
    if (program === undefined || program.stopped !== undefined) return;
    if (!program.isInterrupted || reason === 'output-limit') return this.#kill(reason);
    program.stopped = reason;
    writeFileSync(this.#interruptFile(program.id), '');
    program.after(INTERRUPT_GRACE_MS, () => this.#kill(reason));
  }

  #kill(reason: NonNullable<RunningProgram['stopped']>): void {
    if (this.#program === undefined) return;
    this.#program.stopped ??= reason;
    this.#failure ??= new SandboxError('the process was ended', { retryable: true });
    this.#process.kill('SIGKILL');
  }

  #lineLimit(): number {
    return LEAST_LINE_BYTES + LINE_BYTES_PER_BYTE * (this.#program?.outputBytes ?? 0);
  }

  #onLine(text: string): void {
    const line = parsed(text);
    if (line === undefined) return; // the program wrote it
    if ('ready' in line) {
      this.#hold(false);
      this.#onReady();
    } else if ('failed' in line) this.#fail(line.failed);
    else if (this.#program !== undefined && line.id === this.#program.id) {
      if (!('to' in line)) {
        if (!line.alive) this.#failure ??= new SandboxError('the program ended its interpreter', { retryable: true });
        this.#program.end(line);
      } else if (!this.#program.print(line.to, line.text)) this.#stop('output-limit');
    }
  }

  #onGone(code: number | null, signal: NodeJS.Signals | null): void {
    this.#program?.die(signal === null ? code : null, this.#log);
    this.#fail(`the process ended (${signal ?? code})`);
  }

  #fail(reason: string): void {
    if (this.#failure === undefined) {
      const log = this.#log.trim();
      this.#failure = new SandboxError(`wasm interpreter: ${reason}${log === '' ? '' : ` (${log})`}`, {
        retryable: true,
      });
    }
    this.#onStartFailure(this.#failure);
    this.#process.kill('SIGKILL');
  }

  #send(line: StartOrder | CallOrder): void {
    if (this.#process.stdin.writable) this.#process.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** A process that runs a program keeps the caller alive; a forgotten idle one does not. */
  #hold(busy: boolean): void {
    for (const one of [this.#process, this.#process.stdin, this.#process.stdout, this.#process.stderr]) {
      const handle = one as { ref?: () => void; unref?: () => void };
      if (busy) handle.ref?.();
      else handle.unref?.();
    }
  }
}

function parsed(text: string): ProcessLine | undefined {
  try {
    const line: unknown = JSON.parse(text);
    return typeof line === 'object' && line !== null ? (line as ProcessLine) : undefined;
  } catch {
    return undefined;
  }
}
