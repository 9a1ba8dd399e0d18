import { spawn, type ChildProcess } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorMessage } from '../../../base/internal/index.js';
import { onlyPipes } from './inherited-descriptors.js';
import { LineReader } from './line-reader.js';
import type { CallOrder, StartOrder } from './protocol.js';
import { residentBytes } from './resident-bytes.js';
import { WasmInterpreter } from './wasm-interpreter.js';

const MOST_LOG = 2_000;
/** A line is JSON: a character of output takes six at most. */
const LINE_BYTES_PER_BYTE = 6;
const LEAST_LINE_BYTES = 1024 * 1024;
/** The line of one byte of output is no longer. */
const BYTES_PER_BYTE = 65;

/** How a process is started. */
export interface ProcessLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly order: StartOrder;
  /** The longest time that the start may take, in milliseconds. */
  readonly startMs: number;
}

/** An interpreter in a process of its own. */
export class InterpreterProcess extends WasmInterpreter {
  readonly #process: ChildProcess;
  readonly #gone: Promise<void>;
  readonly #interrupts: string;
  #log = '';
  /** Bytes since the last order. */
  #readBytes = 0;

  constructor({ command, args, order, startMs }: ProcessLaunch) {
    super(startMs);
    this.#interrupts = order.interrupts;
    this.#process = spawn(command, args, { env: {}, stdio: onlyPipes(), windowsHide: true });
    const { stdin, stdout, stderr } = this.#process;
    const lines = new LineReader(
      (line) => this.onLine(parsed(line)),
      () => LEAST_LINE_BYTES + LINE_BYTES_PER_BYTE * this.outputBytes,
    );
    stdout?.on('data', (chunk: Buffer) => (lines.push(chunk) && this.#isWithin(chunk)) || this.stop('output-limit'));
    stderr?.on('data', (chunk: Buffer) => {
      this.#log = `${this.#log}${chunk}`.slice(-MOST_LOG);
      if (!this.#isWithin(chunk)) this.stop('output-limit');
    });
    // A process that cannot be started for lack of descriptors has no streams.
    for (const one of [stdin, stdout, stderr, this.#process])
      one?.on('error', (error: Error) => this.fail(errorMessage(error)));
    this.#gone = new Promise((resolve) => {
      this.#process.on('close', (code, signal) => {
        this.gone(signal === null ? code : null, `the process ended (${signal ?? code})`);
        resolve();
      });
      this.#process.on('error', () => this.#process.pid === undefined && resolve());
    });
    this.send(order);
  }

  protected override send(order: StartOrder | CallOrder): void {
    this.#readBytes = 0;
    if (this.#process.stdin?.writable === true) this.#process.stdin.write(`${JSON.stringify(order)}\n`);
  }

  protected override async end(): Promise<void> {
    this.#process.kill('SIGKILL');
    await this.#gone;
  }

  protected override interrupt(id: string): boolean {
    try {
      writeFileSync(join(this.#interrupts, id), '');
      return true;
    } catch {
      return false; // the folder is gone, or the disk is full
    }
  }

  protected override onProgramEnd(id: string): void {
    rmSync(join(this.#interrupts, id), { force: true });
  }

  protected override usedBytes(): number {
    return residentBytes(this.#process.pid);
  }

  protected override get log(): string {
    return this.#log;
  }

  protected override hold(busy: boolean): void {
    for (const one of [this.#process, this.#process.stdin, this.#process.stdout, this.#process.stderr]) {
      const handle = one as { ref?: () => void; unref?: () => void } | null | undefined;
      if (busy) handle?.ref?.();
      else handle?.unref?.();
    }
  }

  /** Also what is no line of ours costs the caller time to read. */
  #isWithin(chunk: Buffer): boolean {
    this.#readBytes += chunk.length;
    return this.#readBytes <= LEAST_LINE_BYTES + BYTES_PER_BYTE * this.outputBytes;
  }
}

/** @returns undefined for what is no line of ours: the program wrote it. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
