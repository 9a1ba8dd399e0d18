import type { SandboxResult } from '../../../base/index.js';
import { limitedCall } from '../../internal/limits.js';
import type { RedisWorkerSettings } from '../options.js';
import type { SessionPlace } from './entries.js';
import type { GroupMember, ClaimedCall } from './group.js';
import type { WorkerSessions } from './worker-sessions.js';

/** Enough calls wait here to keep the slots busy for so long, which is longer than a read from Redis takes. */
const AHEAD_MS = 30;
const MOST_AHEAD = 32;
/** If no call has ended for so long, the waiting calls are given back. */
export const STUCK_MS = 500;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5000;

/** Opens sessions for calls that are first cells. */
export type SessionOpener = Pick<WorkerSessions, 'begin' | 'discard'>;

/** Runs a worker's claimed calls, a limited number at once, and answers them. */
export class CallRunner {
  /** Waiting and running calls, by namespace and entry. */
  readonly #claimed = new Map<string, ClaimedCall>();
  readonly #running = new Map<string, AbortController>();
  #queue: ClaimedCall[] = [];
  /** Cells of sessions: those that wait for a slot and how many run. */
  readonly #cells: (() => void)[] = [];
  #runningCells = 0;
  #isCellsTurn = true;
  /** Running mean of the time that a call takes. */
  #runMs = 50;
  #finishedAt = 0;
  /** While the sandbox fails, no calls are taken until this time, so that other workers can run them. */
  #restMs = 0;
  #restUntil = 0;
  #onIdle: (() => void) | undefined;
  #onRoom: (() => void) | undefined;

  constructor(
    private readonly group: GroupMember,
    private readonly settings: RedisWorkerSettings,
    /** Opens sessions for calls. */
    private readonly sessions: SessionOpener,
  ) {}

  get claimed(): Iterable<ClaimedCall> {
    return this.#claimed.values();
  }

  has(place: { readonly namespace: string; readonly entry: string }): boolean {
    return this.#claimed.has(keyOf(place));
  }

  /** How many calls may wait here, so that no slot waits for Redis; few if calls take long, because other workers could run them. */
  get #prefetch(): number {
    return Math.ceil(this.settings.concurrency * Math.min(MOST_AHEAD, AHEAD_MS / Math.max(1, this.#runMs)));
  }

  /** Whether no running call ends, so that other workers should run the waiting ones. */
  get isStuck(): boolean {
    return this.#busy >= this.settings.concurrency && performance.now() > this.#finishedAt + STUCK_MS;
  }

  get isResting(): boolean {
    return performance.now() < this.#restUntil;
  }

  /** How many calls can be taken now. */
  get free(): number {
    return this.isStuck ? 0 : this.settings.concurrency + this.#prefetch - this.#busy - this.#queue.length;
  }

  /** Whether at least half of the places for waiting calls are free: reading one call at a time would be slow. */
  get wantsMore(): boolean {
    return this.#queue.length * 2 <= this.#prefetch && this.free > 0;
  }

  /** Resolves when a call has ended or was withdrawn, or at `wake`. */
  waitForRoom(): Promise<void> {
    return new Promise((resolve) => (this.#onRoom = resolve));
  }

  wake(): void {
    this.#onRoom?.();
  }

  /** Resolves when no call is claimed any more. */
  async waitForIdle(): Promise<void> {
    if (this.#claimed.size > 0) await new Promise<void>((resolve) => (this.#onIdle = resolve));
  }

  /** Notes claimed calls, so that the claim is renewed from now on. */
  claim(calls: readonly ClaimedCall[]): void {
    for (const claimed of calls) this.#claimed.set(keyOf(claimed), claimed);
  }

  /** Queues a claimed call. @param first - Before all waiting calls, because it has waited longest. */
  run(claimed: ClaimedCall, first: boolean): void {
    if (first) this.#queue.unshift(claimed);
    else this.#queue.push(claimed);
    this.#pump();
  }

  /** Runs a session's cell when it has a slot; cells and calls that wait take turns. @throws The signal's reason. */
  async inSlot<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#slot(signal);
    try {
      return await work();
    } finally {
      this.#runningCells--;
      this.#finishedAt = performance.now();
      this.#pump();
      this.wake();
    }
  }

  /** Drops calls whose callers no longer wait; running ones are ended. */
  cancel(places: readonly { readonly namespace: string; readonly entry: string }[]): void {
    const dropped: ClaimedCall[] = [];
    for (const place of places) {
      const claimed = this.#claimed.get(keyOf(place));
      if (claimed === undefined) continue;
      const running = this.#running.get(keyOf(place));
      if (running === undefined) dropped.push(claimed);
      else running.abort(new Error('its caller is gone'));
    }
    if (dropped.length === 0) return;
    this.#queue = this.#queue.filter((claimed) => !dropped.includes(claimed));
    void this.drop(dropped, 'cancelled');
  }

  /** Drops calls without an answer. */
  async drop(calls: readonly ClaimedCall[], why: string): Promise<void> {
    this.forget(calls);
    this.wake();
    this.settings.log('warn', 'calls-dropped', { count: calls.length, why });
    await this.group.drop(calls);
  }

  /** Gives calls back to the other workers. */
  async giveBack(calls: readonly ClaimedCall[]): Promise<void> {
    this.forget(calls);
    await this.group.giveBack(calls);
  }

  async giveBackWaiting(): Promise<void> {
    await this.giveBack(this.#queue.splice(0));
  }

  async giveBackStuck(): Promise<void> {
    if (this.#queue.length > 0 && this.isStuck) await this.giveBackWaiting();
  }

  forget(calls: readonly ClaimedCall[]): void {
    for (const claimed of calls) this.#claimed.delete(keyOf(claimed));
  }

  get #busy(): number {
    return this.#running.size + this.#runningCells;
  }

  /** Resolves when a cell may run. */
  #slot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#cells.splice(this.#cells.indexOf(start), 1);
        reject(signal.reason as Error);
      };
      if (signal.aborted) return reject(signal.reason as Error);
      signal.addEventListener('abort', giveUp, { once: true });
      this.#cells.push(start);
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#busy < this.settings.concurrency && this.#queue.length + this.#cells.length > 0) {
      const isCells = this.#cells.length > 0 && (this.#isCellsTurn || this.#queue.length === 0);
      this.#isCellsTurn = !isCells;
      if (isCells) {
        this.#runningCells++;
        if (this.#busy === this.settings.concurrency) this.#finishedAt = performance.now();
        this.#cells.shift()!();
        continue;
      }
      const claimed = this.#queue.shift()!;
      const controller = new AbortController();
      this.#running.set(keyOf(claimed), controller);
      if (this.#busy === this.settings.concurrency) this.#finishedAt = performance.now();
      void this.#serve(claimed, controller.signal)
        .catch((error: unknown) => this.settings.log('error', 'worker-error', { error: String(error) }))
        .finally(() => {
          this.forget([claimed]);
          this.wake();
          if (this.#claimed.size === 0) this.#onIdle?.();
        });
    }
  }

  async #serve(claimed: ClaimedCall, signal: AbortSignal): Promise<void> {
    void this.group.begin(claimed).catch(() => {});
    const startedAt = performance.now();
    const { result, place } = await this.#outcomeOf(claimed, signal);
    this.#finishedAt = performance.now();
    this.#runMs += (this.#finishedAt - startedAt - this.#runMs) / 16;
    // The next call runs while this result is being written.
    this.#running.delete(keyOf(claimed));
    this.#pump();
    if (result === undefined) return this.drop([claimed], 'cancelled');
    // A refused session does not mean that calls fail.
    if (!claimed.opensSession) this.#restAfter(result);
    const mayGoOn = result.kind === 'unavailable' && result.cause.retryable;
    if (mayGoOn && claimed.begun + 1 < this.settings.maxDeliveries) return this.giveBack([claimed]);
    const isFirst = await this.group.answer(claimed, result, place).catch((error: unknown) => {
      if (place !== undefined) void this.sessions.discard(claimed, place);
      throw error;
    });
    // Another worker answered first, and its session is the one that counts.
    if (!isFirst && place !== undefined) await this.sessions.discard(claimed, place);
  }

  /** @returns The result of the call; an empty object if it was cancelled. */
  async #outcomeOf(
    claimed: ClaimedCall,
    signal: AbortSignal,
  ): Promise<{ result?: SandboxResult; place?: SessionPlace }> {
    const { opensSession } = claimed;
    const { sandbox, ceiling } = this.settings;
    const call = limitedCall(claimed.call, ceiling);
    try {
      if (opensSession) return await this.sessions.begin(claimed, call, signal);
      return { result: await sandbox.run(call, { signal }) };
    } catch (error) {
      if (signal.aborted) return {};
      // The sandbox refuses the call as malformed, which the producer's check should have done.
      const cause = { source: 'sandbox', message: String(error), retryable: false } as const;
      return { result: { kind: 'unavailable', cause, durationMs: 0 } };
    }
  }

  #restAfter({ kind }: SandboxResult): void {
    const failed = kind === 'unavailable';
    this.#restMs = failed ? Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, this.#restMs * 2)) : 0;
    this.#restUntil = performance.now() + this.#restMs;
  }
}

const keyOf = ({ namespace, entry }: { readonly namespace: string; readonly entry: string }): string =>
  `${namespace} ${entry}`;
