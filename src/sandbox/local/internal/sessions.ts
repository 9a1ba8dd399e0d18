import { randomBytes } from 'node:crypto';
import type { CallOptions, SandboxCall, SandboxLimits, SandboxResult, SandboxSession } from '../../../base/index.js';
import { SandboxError } from '../../../base/index.js';
import { checkCell } from '../../internal/check-cell.js';
import { mergeLimits } from '../../internal/limits.js';
import type { FairQueue } from '../../internal/fair-queue.js';
import { unavailable } from '../../internal/unavailable.js';
import { encodeFrame, END_MARK_BYTES } from './server/frame.js';
import { toCellResult, toResult } from './outcome.js';
import { KILLED, untilKilled } from './server/run-outcome.js';
import { ForkServer } from './server/fork-server.js';
import type { RunOutcome } from './server/run-outcome.js';

/** Limits and resources that all sessions share. */
export interface SessionHost {
  readonly limits: SandboxLimits;
  readonly queue: FairQueue;
  readonly maxSessions: number;
  readonly idleMs: number;
  /** Most memory of all sessions together that do not run a cell. */
  readonly memoryBytes: number;
  readonly start: () => Promise<ForkServer>;
}

/** The live interpreters of all sessions; beyond `maxSessions`, the least recently used is ended. */
export class Sessions {
  /** In the order of their last use. */
  #live = new Map<LocalSession, ForkServer>();
  /** Sessions whose server is not ready yet. */
  #starting = new Map<LocalSession, Promise<ForkServer>>();
  #closed = false;

  constructor(private readonly host: SessionHost) {}

  /** @throws SandboxError after `close`. */
  open(): SandboxSession {
    if (this.#closed) throw new SandboxError('the sandbox was closed');
    return new LocalSession(this.host, this);
  }

  /** @returns The session's interpreter, if it is alive. */
  find(session: LocalSession): ForkServer | undefined {
    const server = this.#live.get(session);
    if (server === undefined || !server.broken) return server;
    this.#live.delete(session);
    return undefined;
  }

  async start(session: LocalSession): Promise<ForkServer> {
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
  touch(session: LocalSession, server: ForkServer): void {
    if (this.#live.delete(session)) this.#live.set(session, server);
  }

  async end(session: LocalSession): Promise<void> {
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
 * A session over a fork server of its own. Its interpreter may be lost: a cell had to be killed, or the session was evicted. The next cell
 * then starts a new interpreter and first replays the earlier cells without output. If the replay fails, the earlier cells are forgotten and
 * the new cell is not run.
 */
class LocalSession implements SandboxSession {
  #history: { readonly call: SandboxCall; readonly timedOut: boolean }[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;
  #waiting = 0;
  #closed = false;

  constructor(
    private readonly host: SessionHost,
    private readonly sessions: Sessions,
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
        this.#idle.unref();
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
      if (!(server instanceof ForkServer)) return server;
      isReplayed = true;
      return this.#send(server, call, limits, signal);
    });
    if (!outcome.alive) await this.sessions.end(this);
    if (outcome.stopped === 'cancelled') throw signal?.reason;
    if (outcome.alive) this.#history.push({ call, timedOut: outcome.stopped === 'timeout' });
    if (!isReplayed) this.#history = [];
    return outcome.alive ? toCellResult(outcome) : toResult(outcome, limits);
  }

  /** @returns A new interpreter after the replay, or the outcome of the replay if it failed. */
  async #revive(wallMs: number, signal: AbortSignal | undefined): Promise<ForkServer | RunOutcome> {
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
  async #replay(
    server: ForkServer,
    budgetMs: number,
    signal: AbortSignal | undefined,
  ): Promise<RunOutcome | undefined> {
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
      if (durationMs >= budgetMs && stopped !== 'cancelled') return { ...KILLED, durationMs, stopped: 'timeout' };
      if (!alive) return { ...KILLED, durationMs, stopped: stopped === 'output-limit' ? undefined : stopped };
    }
    return undefined;
  }

  async #send(server: ForkServer, call: SandboxCall, limits: SandboxLimits, signal: AbortSignal | undefined) {
    const endMark = randomBytes(END_MARK_BYTES);
    const frame = encodeFrame({
      program: call.code,
      stdin: call.stdin ?? '',
      // CPU time is limited by cell, which the fork server counts; the kernel would count the whole session.
      limits: { ...limits, cpuMs: MOST_CPU_MS },
      deterministic: call.deterministic === true,
      value: call.mode !== 'script',
      endMark,
    });
    const outcome: RunOutcome = await server.run(frame, { ...limits, signal, endMark });
    server.pause();
    this.sessions.touch(this, server);
    return outcome;
  }
}

const MOST_CPU_MS = 0x7fffffff;
