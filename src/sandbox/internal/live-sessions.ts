import type { CallOptions, SandboxCall, SandboxLimits, SandboxResult, SandboxSession } from '../../base/index.js';
import { SandboxError } from '../../base/index.js';
import { checkCell } from './check-cell.js';
import type { FairQueue } from './fair-queue.js';
import { mergeLimits } from './limits.js';
import { untilKilled } from './server-broken.js';
import { unavailable } from './unavailable.js';

/** Why a program was ended from outside. */
export type StopReason = 'timeout' | 'output-limit' | 'cancelled';

/** What runs the cells of one session. */
export interface LiveInterpreter {
  /** Resolves when it can run a cell. */
  readonly ready: Promise<unknown>;
  /** Whether it can run no cell any more. */
  readonly broken: boolean;
  /** Memory between two cells, in bytes; `onRest` is called when it changes. */
  readonly restingBytes: number;
  onRest: () => void;
  close(): Promise<void>;
}

/** How a cell ended. */
export interface CellOutcome {
  /** Whether the interpreter waits for the next cell. */
  readonly alive: boolean;
  readonly stopped: StopReason | undefined;
  readonly result: SandboxResult;
}

/** Limits and resources that all sessions share. */
export interface SessionHost<I extends LiveInterpreter> {
  readonly limits: SandboxLimits;
  readonly queue: FairQueue;
  readonly maxSessions: number;
  readonly idleMs: number;
  /** Most memory of all sessions together that do not run a cell. */
  readonly memoryBytes: number;
  readonly start: () => Promise<I>;
  /** Runs a cell. */
  readonly send: (
    interpreter: I,
    call: SandboxCall,
    limits: SandboxLimits,
    signal: AbortSignal | undefined,
  ) => Promise<CellOutcome>;
}

/** The live interpreters of all sessions; beyond `maxSessions`, the least recently used is ended. */
export class LiveSessions<I extends LiveInterpreter> {
  /** In the order of their last use. */
  #live = new Map<LiveSession<I>, I>();
  /** Sessions whose interpreter is not ready yet. */
  #starting = new Map<LiveSession<I>, Promise<I>>();
  #closed = false;

  constructor(private readonly host: SessionHost<I>) {}

  /** @throws SandboxError after `close`. */
  open(): SandboxSession {
    if (this.#closed) throw new SandboxError('the sandbox was closed');
    return new LiveSession(this.host, this);
  }

  /** @returns The session's interpreter, if it is alive. */
  find(session: LiveSession<I>): I | undefined {
    const server = this.#live.get(session);
    if (server === undefined || !server.broken) return server;
    this.#live.delete(session);
    return undefined;
  }

  async start(session: LiveSession<I>): Promise<I> {
    for (const [other] of this.#live) {
      if (this.#live.size < this.host.maxSessions) break;
      if (!other.busy) void this.end(other);
    }
    const starting = this.host.start();
    this.#starting.set(session, starting);
    try {
      const server = await starting;
      if (this.#closed || session.closed) await server.close();
      await server.ready;
      this.#live.set(session, server);
      server.onRest = () => this.#shrink();
      return server;
    } finally {
      this.#starting.delete(session);
    }
  }

  /** Ends the least recently used sessions while idle ones take too much memory. */
  #shrink(): void {
    const resting = [...this.#live].filter(([session]) => !session.busy);
    let restingBytes = resting.reduce((sum, [, server]) => sum + server.restingBytes, 0);
    for (const [session, server] of resting) {
      if (restingBytes <= this.host.memoryBytes) return;
      restingBytes -= server.restingBytes;
      void this.end(session);
    }
  }

  /** Marks a session as the most recently used. */
  touch(session: LiveSession<I>, server: I): void {
    if (this.#live.delete(session)) this.#live.set(session, server);
  }

  async end(session: LiveSession<I>): Promise<void> {
    const server = this.#live.get(session);
    this.#live.delete(session);
    const starting = await this.#starting.get(session)?.catch(() => undefined);
    await Promise.all([server?.close(), starting?.close()]);
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#live.keys(), ...this.#starting.keys()].map((session) => this.end(session)));
  }
}

/**
 * A session over an interpreter of its own. Its interpreter may be lost: a cell had to be killed, or the session was evicted. The next cell
 * then starts a new interpreter and first replays the earlier cells without output. If the replay fails, the earlier cells are forgotten and
 * the new cell is not run.
 */
class LiveSession<I extends LiveInterpreter> implements SandboxSession {
  #history: { readonly call: SandboxCall; readonly timedOut: boolean }[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #waiting = 0;
  #closed = false;

  constructor(
    private readonly host: SessionHost<I>,
    private readonly sessions: LiveSessions<I>,
  ) {}

  /** Runs or is about to run a cell. */
  get busy(): boolean {
    return this.#waiting > 0;
  }

  /** Cells run one after another, in the order they were given. */
  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkCell(call);
    this.#waiting++;
    clearTimeout(this.#idle);
    const turn = this.#last.then(() => {
      this.#throwIfClosed();
      return this.host.queue.run(() => this.#runCell(call, signal), { signal });
    });
    this.#last = turn.catch(() => {});
    try {
      return await turn;
    } catch (error) {
      return unavailable(error);
    } finally {
      if (--this.#waiting === 0) {
        this.#idle = setTimeout(() => void this.sessions.end(this), this.host.idleMs);
        (this.#idle as Partial<NodeJS.Timeout>).unref?.(); // a browser's is a number
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.sessions.end(this);
  }

  get closed(): boolean {
    return this.#closed;
  }

  #throwIfClosed(): void {
    if (this.#closed) throw new SandboxError('the session was closed');
  }

  async #runCell(call: SandboxCall, signal: AbortSignal | undefined): Promise<SandboxResult> {
    signal?.throwIfAborted();
    this.#throwIfClosed(); // while it waited for its turn
    const limits = mergeLimits(this.host.limits, call.limits);
    let isReplayed = false;
    const outcome = await untilKilled(async () => {
      isReplayed = false;
      const server = this.sessions.find(this) ?? (await this.#revive(limits.wallMs, signal));
      if ('result' in server) return server;
      isReplayed = true;
      return this.#send(server, call, limits, signal);
    }, killed(0));
    if (!outcome.alive) await this.sessions.end(this);
    if (outcome.stopped === 'cancelled') throw signal?.reason;
    if (outcome.alive) this.#history.push({ call, timedOut: outcome.stopped === 'timeout' });
    if (!isReplayed) this.#history = [];
    return outcome.result;
  }

  /** @returns A new interpreter after the replay, or the outcome of the replay if it failed. */
  async #revive(wallMs: number, signal: AbortSignal | undefined): Promise<I | CellOutcome> {
    const server = await this.sessions.start(this);
    try {
      const failed = await this.#replay(server, Math.max(wallMs, this.host.limits.wallMs), signal);
      if (failed !== undefined) return failed;
    } catch (error) {
      await this.sessions.end(this); // it has run some of them
      throw error;
    }
    return server;
  }

  /** Runs the earlier cells again. Cells that timed out would do so again, so each of them gets an even share of the time that is left. */
  async #replay(server: I, budgetMs: number, signal: AbortSignal | undefined): Promise<CellOutcome | undefined> {
    const startedAt = performance.now();
    for (const [i, { call, timedOut }] of this.#history.entries()) {
      const limits = mergeLimits(this.host.limits, call.limits);
      const left = Math.max(startedAt + budgetMs - performance.now(), 1);
      const share = timedOut ? left / (this.#history.length - i + 1) : left;
      const { alive, stopped } = await this.#send(
        server,
        call,
        { ...limits, wallMs: Math.min(limits.wallMs, Math.ceil(share)) },
        signal,
      );
      const durationMs = performance.now() - startedAt;
      if (durationMs >= budgetMs && stopped !== 'cancelled') return killed(durationMs, 'timeout');
      if (!alive) return killed(durationMs, stopped === 'output-limit' ? undefined : stopped);
    }
    return undefined;
  }

  async #send(server: I, call: SandboxCall, limits: SandboxLimits, signal: AbortSignal | undefined) {
    const outcome = await this.host.send(server, call, limits, signal);
    this.sessions.touch(this, server);
    return outcome;
  }
}

/** The outcome of a cell under which interpreters broke, or of one that was not run because those before it failed. */
function killed(durationMs: number, stopped?: StopReason): CellOutcome {
  const kind = stopped === 'timeout' ? 'timeout' : 'killed';
  return { alive: false, stopped, result: { kind, stdout: '', stderr: '', exitCode: null, durationMs } };
}
