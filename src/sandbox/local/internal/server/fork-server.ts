import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync } from 'node:fs';
import type { Socket } from 'node:net';
import { SandboxError } from '../../../../base/index.js';
import type { Launch } from '../containment/launch.js';
import { OutputPipe } from './output-pipe.js';
import { makePipes } from './pipes.js';
import type { Pipe } from './pipes.js';
import { ControlGroup } from '../containment/control-group.js';

/** What the fork server says when it is ready. */
export interface ServerReady {
  readonly python: string;
  readonly missing: readonly string[];
  readonly loaded: readonly string[];
}

/** Why a program was ended from outside. */
export type StopReason = 'timeout' | 'output-limit' | 'cancelled';

/** One program's end as the fork server saw it. */
export interface RunOutcome {
  readonly stdout: Buffer;
  readonly stderr: Buffer;
  readonly value: Buffer;
  /** As wait(2) gives it. */
  readonly status: number;
  readonly cpuMs: number;
  /** What the fork server ended it for, if it did. */
  readonly verdict: 'memory' | 'cpu' | undefined;
  readonly durationMs: number;
  readonly stopped: StopReason | undefined;
  /** A session's interpreter that has run the cell and waits for the next; `status` is then no process's. */
  readonly alive: boolean;
}

export interface RunLimits {
  readonly wallMs: number;
  readonly outputBytes: number;
  readonly processes: number;
  /** Of all its processes together. */
  readonly cpuMs: number;
  readonly memoryBytes: number;
  /** In a session: what the interpreter, which lives on, writes at the end of each stream. */
  readonly endMark?: Buffer;
  readonly signal?: AbortSignal | undefined;
}

const START_TIMEOUT_MS = 30_000;
/** Processes and threads that a starting server may have: importing a library may start some. */
const MOST_AT_START = 256;
/** How long a fork server has to end a program that it was told to, before it is itself ended with everything in it. */
const STOP_GRACE_MS = 3_000;
/** A call that has not ended by then has its output read while it is produced. */
const LISTEN_AFTER_MS = 5;
/** A call that has not ended by then is watched by the server for what its processes use together. */
const WATCH_AFTER_MS = 20;
/** How long a cell has to end by the interrupt that a notebook's stop button sends. */
const INTERRUPT_GRACE_MS = 500;

interface CurrentCall {
  readonly number: number;
  readonly startedAt: number;
  readonly options: RunLimits;
  stopped: StopReason | undefined;
  end: Pick<RunOutcome, 'status' | 'cpuMs' | 'verdict'> | undefined;
  readonly resolve: (outcome: RunOutcome) => void;
  readonly reject: (error: Error) => void;
}

/**
 * One fork server in its container, which runs one program at a time.
 *
 * Everything that can run on is enforced here, outside of the container: the wall clock, the output cap, and that a
 * server that does not answer is killed with all that is in it.
 */
export class ForkServer {
  readonly ready: Promise<ServerReady>;
  #process: ChildProcess;
  #group: ControlGroup | undefined;
  #input: Socket;
  #control: Socket;
  #pipes: readonly OutputPipe[];
  #call: CurrentCall | undefined;
  /** Children that have ended: the current one is the next. */
  #ended = 0;
  #paused = false;
  #failure: SandboxError | undefined;
  #dead = false;
  #log = '';
  #pendingLine = '';
  #onReady!: (ready: ServerReady) => void;
  #onStartFailure!: (error: Error) => void;

  private constructor(launch: Launch, pipes: readonly Pipe[]) {
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onStartFailure = reject;
    });
    this.ready.catch(() => {});
    this.#group = launch.settings.confine ? ControlGroup.make() : undefined;
    this.#group?.limit(MOST_AT_START);
    const { command, args } = this.#group?.wrap(launch.command, launch.args) ?? launch;
    this.#process = spawn(command, args, {
      cwd: '/',
      env: launch.env,
      stdio: ['pipe', 'ignore', 'pipe', 'pipe', ...pipes.map((pipe) => pipe.writeFd)],
    });
    for (const pipe of pipes) closeSync(pipe.writeFd);
    const changed = () => this.#onOutput();
    this.#pipes = pipes.map((pipe) => new OutputPipe(pipe.readFd, changed));
    this.#input = this.#process.stdio[0] as Socket;
    this.#control = this.#process.stdio[3] as Socket;
    this.#watch();
    this.#control.write(`${JSON.stringify(launch.settings)}\n`);
    const timer = setTimeout(() => this.#fail('did not start in time'), START_TIMEOUT_MS);
    this.ready.then(
      () => clearTimeout(timer),
      () => clearTimeout(timer),
    );
  }

  /** Starts a fork server. Its `ready` rejects with SandboxError when it cannot. */
  static async start(launch: Launch): Promise<ForkServer> {
    return new ForkServer(launch, await makePipes(3));
  }

  get broken(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Runs one program.
   *
   * @param frame - Header, code and standard input as the fork server's child reads them.
   * @throws SandboxError when the server broke; the signal's reason when aborted.
   */
  run(frame: Buffer, options: RunLimits): Promise<RunOutcome> {
    const { wallMs, signal, endMark } = options;
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    const number = this.#ended + 1;
    this.#hold(true);
    this.#group?.limit(options.processes);
    for (const pipe of this.#pipes) pipe.reset(endMark);
    return new Promise<RunOutcome>((resolve, reject) => {
      const timer = setTimeout(() => this.stop('timeout'), wallMs);
      const watch = () => this.#order(`watch ${Math.ceil(options.cpuMs)} ${options.memoryBytes}`);
      const listen = () => {
        for (const pipe of this.#pipes) pipe.listen();
        later = setTimeout(watch, WATCH_AFTER_MS - LISTEN_AFTER_MS);
      };
      let later = setTimeout(listen, LISTEN_AFTER_MS);
      const abort = () => this.stop('cancelled');
      const settled = () => {
        clearTimeout(timer);
        clearTimeout(later);
        signal?.removeEventListener('abort', abort);
        this.#call = undefined;
        this.#hold(false);
      };
      this.#call = {
        number,
        startedAt: performance.now(),
        options,
        stopped: undefined,
        end: undefined,
        resolve: (outcome) => {
          settled();
          resolve(outcome);
        },
        reject: (error) => {
          settled();
          reject(error);
        },
      };
      if (endMark !== undefined) for (const pipe of this.#pipes) pipe.listen();
      if (this.#paused) this.#order('resume');
      this.#paused = false;
      this.#input.write(frame);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Ends the current program, if there is one. */
  stop(reason: StopReason): void {
    const call = this.#call;
    if (call === undefined || call.stopped !== undefined || call.end !== undefined) return;
    call.stopped = reason;
    const session = call.options.endMark !== undefined;
    const gently = session ? 'interrupt' : 'stop';
    this.#order(reason === 'timeout' ? gently : 'kill');
    const later = (ms: number, act: () => void) => setTimeout(() => this.#call === call && act(), ms).unref();
    if (session) later(INTERRUPT_GRACE_MS, () => this.#order('kill'));
    later(STOP_GRACE_MS, () => this.#fail('did not end a program that it was told to end'));
  }

  /** Stops whatever a session's last cell has left running, until the next one. */
  pause(): void {
    if (this.#failure !== undefined) return;
    this.#order('pause');
    this.#paused = true;
  }

  /** Ends the server and everything in it; resolves when the process is gone. */
  async close(): Promise<void> {
    this.#failure ??= new SandboxError('the sandbox was closed');
    this.#call?.reject(this.#failure);
    const gone = new Promise<void>((resolve) => {
      if (this.#process.exitCode !== null || this.#process.signalCode !== null || this.#process.pid === undefined) {
        resolve();
      } else this.#process.once('exit', () => resolve());
    });
    this.#process.ref();
    this.#kill();
    await gone;
    await this.#group?.remove();
  }

  #watch(): void {
    this.#process.on('error', (error) => this.#fail(error.message));
    this.#process.on('exit', (code, signal) => {
      void this.#group?.remove();
      this.#fail(`ended with ${signal ?? code}`);
    });
    this.#input.on('error', (error) => this.#fail(error.message));
    this.#control.on('error', (error) => this.#fail(error.message));
    this.#control.setEncoding('latin1').on('data', (text: string) => {
      const lines = (this.#pendingLine + text).split('\n');
      this.#pendingLine = lines.pop()!;
      for (const line of lines) this.#onLine(line);
    });
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#log = (this.#log + text).slice(-4000);
    });
  }

  /** Tells the server what to do about its current child; words about an earlier one it ignores. */
  #order(words: string): void {
    const [word, ...rest] = words.split(' ');
    this.#control.write([word, this.#ended + 1, ...rest].join(' ') + '\n');
  }

  #onLine(line: string): void {
    if (line.startsWith('{')) {
      // From here on it is the control socket alone that keeps Node alive while a program runs.
      this.#process.unref();
      for (const socket of [this.#input, this.#process.stderr as Socket]) socket.unref();
      this.#hold(false);
      this.#onReady(JSON.parse(line) as ServerReady);
      return;
    }
    if (line.startsWith('broken ')) {
      this.#fail(line.slice('broken '.length));
      return;
    }
    const [number, status, cpuMs, ...rest] = line.split(' ');
    const call = this.#call;
    this.#ended = Number(number);
    if (call?.number !== this.#ended) {
      this.#fail('a program ended that was not running');
      return;
    }
    const verdict = rest[this.#pipes.length];
    // A clock here that stood still (our thread was busy) does not make a program late that ended by itself.
    if (call.stopped === 'timeout' && verdict === '-') call.stopped = undefined;
    call.end = {
      status: Number(status),
      cpuMs: Number(cpuMs),
      verdict: verdict === 'memory' || verdict === 'cpu' ? verdict : undefined,
    };
    for (const [i, pipe] of this.#pipes.entries()) pipe.drain(Number(rest[i]));
    this.#settle(call);
  }

  /** Called at every chunk: is the output over its cap, is a session's cell at its end? */
  #onOutput(): void {
    const call = this.#call;
    if (call === undefined) return;
    const { outputBytes, endMark } = call.options;
    const seen = this.#pipes.reduce((sum, pipe) => sum + pipe.length, 0);
    if (seen > outputBytes + this.#pipes.length * (endMark?.length ?? 0)) {
      for (const pipe of this.#pipes) pipe.discardBeyond(outputBytes + (endMark?.length ?? 0));
      this.stop('output-limit');
    }
    if (endMark !== undefined && this.#pipes.every((pipe) => pipe.complete)) this.#settle(call);
  }

  #settle(call: CurrentCall): void {
    let left = call.options.outputBytes;
    let over = false;
    const [stdout, stderr, value] = this.#pipes.map((pipe) => {
      const bytes = pipe.take(left);
      left -= bytes.length;
      over ||= pipe.truncated;
      return bytes;
    });
    call.resolve({
      stdout: stdout!,
      stderr: stderr!,
      value: value!,
      ...(call.end ?? { status: 0, cpuMs: 0, verdict: undefined }),
      alive: call.end === undefined,
      durationMs: performance.now() - call.startedAt,
      stopped: call.stopped ?? (over ? 'output-limit' : undefined),
    });
  }

  #fail(reason: string): void {
    const log = this.#log.trim();
    this.#failure ??= new SandboxError(`fork server: ${reason}${log === '' ? '' : ` (${log})`}`, { retryable: true });
    this.#onStartFailure(this.#failure);
    this.#call?.reject(this.#failure);
    this.#kill();
  }

  #kill(): void {
    if (this.#dead) return;
    this.#dead = true;
    this.#control.destroy();
    this.#input.destroy();
    for (const pipe of this.#pipes) pipe.destroy();
    this.#process.kill('SIGKILL');
  }

  /** A busy server keeps Node alive; a forgotten idle one does not. */
  #hold(busy: boolean): void {
    if (this.#failure !== undefined) return;
    const change = busy ? 'ref' : 'unref';
    this.#control[change]();
    for (const pipe of this.#pipes) pipe[change]();
  }
}
