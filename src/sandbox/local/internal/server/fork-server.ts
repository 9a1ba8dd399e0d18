import { SandboxError } from '../../../../base/index.js';
import { errorMessage } from '../../../../base/internal/index.js';
import { ControlGroup } from '../containment/control-group.js';
import type { Launch } from '../containment/launch.js';
import { Outputs, makePipes } from './outputs.js';
import type { Pipe } from './output-pipe.js';
import { ResourceWatch } from './resource-watch.js';
import type { StopReason } from '../../../internal/live-sessions.js';
import { ServerBroken } from '../../../internal/server-broken.js';
import { ENDED_FOR } from './run-outcome.js';
import type { RunLimits, RunOutcome, ServerReady } from './run-outcome.js';
import { RunningCall } from './running-call.js';
import { ServerProcess } from './server-process.js';

const START_TIMEOUT_MS = 30_000;
/** How long a fork server may take to end a program before the server itself is killed. */
const STOP_GRACE_MS = 3_000;
/** The output of a call that runs for longer is read while it is produced. */
const LISTEN_AFTER_MS = 5;
/** How long a cell may take to end after an interrupt, such as a notebook's stop button sends. */
const INTERRUPT_GRACE_MS = 500;

/**
 * One fork server in its container, which runs one program at a time.
 *
 * Limits are enforced here, outside of the container: the time, the output, what a control group counts, and that a server without answer
 * is killed with all its processes. An error on its descriptors makes only this server fail.
 */
export class ForkServer {
  readonly ready: Promise<ServerReady>;
  /** Memory of a paused session in bytes, as the server last reported it; `onRest` is called when it changes. */
  restingBytes = 0;
  onRest = (): void => {};
  #process: ServerProcess;
  #outputs: Outputs;
  #watch: ResourceWatch;
  #call: RunningCall | undefined;
  /** Number of children that have ended, which is the number of the current child. */
  #ended = 0;
  #paused = false;
  #failure: SandboxError | undefined;
  #onReady!: (ready: ServerReady) => void;
  #onStartFailure!: (error: Error) => void;

  private constructor(
    launch: Launch,
    pipes: readonly Pipe[],
    private readonly group: ControlGroup | undefined,
  ) {
    this.ready = new Promise((resolve, reject) => {
      this.#onReady = resolve;
      this.#onStartFailure = reject;
    });
    this.ready.catch(() => {});
    this.#outputs = new Outputs(
      pipes,
      () => this.#onOutput(),
      (error) => this.#fail(errorMessage(error)),
    );
    this.#watch = new ResourceWatch(group, (...words) => this.#order(...words));
    const counted = { countedMemory: group?.counts('memory') === true, countedCpu: group?.counts('cpu') === true };
    this.#process = new ServerProcess({ ...launch, settings: { ...launch.settings, ...counted } }, pipes, group, {
      onLine: (line) => this.#onLine(line),
      onFailure: (reason) => this.#fail(reason),
    });
    void this.#process.gone.then(() => this.#onGone());
    const timer = setTimeout(() => this.#fail('did not start in time'), START_TIMEOUT_MS);
    const started = () => clearTimeout(timer);
    this.ready.then(started, started);
  }

  /** Starts a fork server. Its `ready` rejects with SandboxError when it cannot. */
  static async start(launch: Launch): Promise<ForkServer> {
    const pipes = await makePipes(3);
    return new ForkServer(launch, pipes, launch.settings.confine ? ControlGroup.make() : undefined);
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
  run(frame: Buffer, limits: RunLimits): Promise<RunOutcome> {
    const { wallMs, signal, endMark } = limits;
    if (this.#failure !== undefined) return Promise.reject(this.#failure);
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    try {
      this.group?.limit(limits);
    } catch (error) {
      this.#fail(errorMessage(error)); // no program has run: it is an infrastructure error
      return Promise.reject(this.#failure!);
    }
    const abort = () => this.stop('cancelled');
    const call = new RunningCall(
      limits,
      () => {
        signal?.removeEventListener('abort', abort);
        this.#call = undefined;
        this.#hold(false);
      },
      (error) => this.#fail(errorMessage(error)),
    );
    this.#call = call;
    try {
      this.#hold(true);
      this.#outputs.reset(endMark);
      call.after(wallMs, () => this.stop('timeout'));
      if (endMark === undefined) call.after(LISTEN_AFTER_MS, () => this.#outputs.listen());
      else this.#outputs.listen();
      this.#watch.follow(call);
      call.guarded = this.#paused;
      if (this.#paused) this.#order('resume', ...this.#watch.serverWords(limits));
      this.#paused = false;
      this.#process.feed(frame);
      signal?.addEventListener('abort', abort, { once: true });
    } catch (error) {
      this.#fail(errorMessage(error));
    }
    return call.outcome;
  }

  /** Ends the current program, if there is one. */
  stop(reason: StopReason): void {
    const call = this.#call;
    if (call === undefined || call.stopped !== undefined || call.end !== undefined) return;
    call.stopped = reason;
    this.#order(reason === 'timeout' ? (call.session ? 'interrupt' : 'stop') : 'kill');
    if (call.session) call.after(INTERRUPT_GRACE_MS, () => this.#order('kill'));
    call.after(STOP_GRACE_MS, () => this.#fail('did not end a program after the order to end it'));
  }

  /** Pauses processes that a session's last cell left running, until the next cell. */
  pause(): void {
    if (this.#failure !== undefined) return;
    this.#order('pause');
    this.#paused = true;
  }

  /** Ends the server; resolves when all its processes have ended. */
  async close(): Promise<void> {
    this.#failure ??= new SandboxError('the sandbox was closed');
    this.#onStartFailure(this.#failure); // somebody may still wait for its start
    this.#call?.reject(this.#failure);
    this.#outputs.destroy();
    await this.#process.close();
    await this.group?.remove();
  }

  /** Sends an order about the current child; the server ignores orders about earlier ones. */
  #order(word: string, ...rest: readonly string[]): void {
    this.#process.say([word, this.#ended + 1, ...rest].join(' '));
  }

  #onLine(line: string): void {
    if (line.startsWith('{')) {
      this.#process.detach();
      this.group?.settle();
      this.#hold(false);
      this.#onReady(JSON.parse(line) as ServerReady);
      return;
    }
    const [word = '', ...rest] = line.split(' ');
    if (word === 'broken') this.#fail(rest.join(' '));
    else if (word === 'rests') {
      this.restingBytes = this.group?.heldBytes() ?? Number(rest[1]);
      this.onRest();
    } else this.#onEnd(Number(word), rest);
  }

  #onEnd(number: number, [status, cpuMs, ...rest]: readonly string[]): void {
    const call = this.#call;
    if (call === undefined || number !== this.#ended + 1) {
      this.#fail('a program ended that was not running');
      return;
    }
    this.#ended = number;
    const reason = rest[this.#outputs.count]!;
    // A timer may fire late because our thread was busy: a program that ended by itself is not late.
    if (call.stopped === 'timeout' && reason === '-') call.stopped = undefined;
    const late = this.#watch.endedUnwatched(call, Number(status));
    const endedFor = ENDED_FOR.find((known) => known === reason) ?? call.endedFor ?? late;
    call.end = { status: Number(status), cpuMs: Number(cpuMs), endedFor };
    this.#outputs.drain(rest.map(Number));
    this.#settle(call);
  }

  /** Called for every chunk: ends the call if its output is over the limit, or a session's cell has ended. */
  #onOutput(): void {
    const call = this.#call;
    if (call === undefined) return;
    const { outputBytes, endMark } = call.limits;
    const mark = endMark?.length ?? 0;
    if (this.#outputs.length > outputBytes + this.#outputs.count * mark) {
      this.#outputs.discardBeyond(outputBytes + mark);
      this.stop('output-limit');
    }
    if (endMark !== undefined && this.#outputs.complete) this.#settle(call);
  }

  #settle(call: RunningCall): void {
    const { truncated, ...output } = this.#outputs.take(call.limits.outputBytes);
    call.resolve({
      ...output,
      ...(call.end ?? { status: 0, cpuMs: 0, endedFor: undefined }),
      alive: call.end === undefined,
      durationMs: performance.now() - call.startedAt,
      stopped: call.stopped ?? (truncated ? 'output-limit' : undefined),
    });
  }

  #fail(reason: string): void {
    if (this.#failure === undefined) {
      const log = this.#process?.log ?? '';
      const message = `fork server: ${reason}${log === '' ? '' : ` (${log})`}`;
      const Failure = this.#call === undefined ? SandboxError : ServerBroken;
      this.#failure = new Failure(message, { retryable: true });
      this.#onStartFailure(this.#failure);
    }
    this.#outputs.destroy();
    this.#process?.kill();
  }

  /** Called when all processes of the server have ended: rejects a call that ended with it. */
  #onGone(): void {
    const call = this.#call;
    const endedFor = this.group?.outOfMemory() ?? call?.endedFor;
    if (call !== undefined && endedFor !== undefined) {
      call.end = { status: 9, cpuMs: 0, endedFor };
      this.#settle(call);
    }
    call?.reject(this.#failure!);
    void this.group?.remove();
  }

  /** A busy server keeps Node alive; a forgotten idle one does not. */
  #hold(busy: boolean): void {
    if (this.#failure !== undefined) return;
    this.#process.hold(busy);
    this.#outputs.hold(busy);
  }
}
