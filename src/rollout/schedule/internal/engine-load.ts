import { stepMsOf, type EngineCurve } from '../engine-curve.js';
import type { EngineState } from './occupancy-log.js';
import { byAge, type ScheduledSession, type TurnOrder } from './scheduled-session.js';

/** An engine's report about its KV cache. */
export interface ObservedCache {
  readonly capacityTokens: number | undefined;
  /** Of all requests that run there, those of other clients included. */
  readonly usedTokens: number | undefined;
}

/** A session, and the engine where its last turn ran. */
export type HomedSession = ScheduledSession<EngineLoad>;

/**
 * The scheduler's view of one engine: its sessions, and their share of its KV cache. A group's prompt counts once. The engine's own report
 * corrects the count in both directions.
 */
export class EngineLoad {
  /** Sessions whose last turn ran here. */
  readonly sessions = new Set<HomedSession>();
  readonly running = new Set<HomedSession>();
  /** Sessions whose turn waits for free cache. */
  readonly waiting = new Set<HomedSession>();
  /** Sessions that do not run and for which cache is kept, the longest idle first. */
  readonly #idle = new Set<HomedSession>();
  /** Groups with cache here: the tokens of the prompt, and how many sessions have it. */
  readonly #groups = new Map<string, { readonly promptTokens: number; sessions: number }>();
  /** Contexts in the cache, as of their last request. */
  #tokens = 0;
  #isSuspended = false;
  /** No new session fitted since anything changed here. */
  isFull = false;
  /** The oldest turn that waits here did not fit since then. */
  isBlocked = false;
  #capacityTokens: number;
  /** Difference of the reported use of the cache and the tokens of our running turns. */
  #correction = 0;
  /** What running turns have generated, as of a time in milliseconds. */
  #generated = { tokens: 0, at: NaN };

  /** @param reserve - Share of its cache that is kept free. */
  constructor(
    readonly name: string,
    readonly curve: EngineCurve,
    readonly reserve: number,
  ) {
    this.#capacityTokens = curve.capacityTokens;
  }

  observe({ capacityTokens, usedTokens }: ObservedCache): void {
    this.#capacityTokens = capacityTokens ?? this.#capacityTokens;
    if (usedTokens !== undefined) this.#correction = usedTokens - this.#runningTokens();
    this.changed();
  }

  get isSuspended(): boolean {
    return this.#isSuspended;
  }

  set isSuspended(suspended: boolean) {
    this.#isSuspended = suspended;
    this.changed();
  }

  get state(): EngineState {
    return { running: this.running.size, waiting: this.waiting.size, heldTokens: () => this.#runningTokens() };
  }

  /** Whether a session more may fit, as far as is known without trying. */
  get takesMore(): boolean {
    if (this.isFull) return false;
    return this.count === 0 || (this.waiting.size === 0 && this.running.size < this.curve.maxRequests);
  }

  /** Sessions for which there is cache. */
  get count(): number {
    return this.running.size + this.#idle.size;
  }

  /** Tokens of the cache that may be used. */
  get limit(): number {
    return this.#capacityTokens * (1 - this.reserve);
  }

  /** @returns Whether the prompt of a group is here. */
  has(group: string): boolean {
    return this.#groups.has(group);
  }

  /** @returns How many tokens of the cache are in use at a time, the contexts of idle sessions included. */
  used(now: number): number {
    if (this.#generated.at !== now) {
      let tokens = 0;
      for (const session of this.running) tokens += session.generated;
      this.#generated = { tokens, at: now };
    }
    return Math.max(0, this.#tokens + this.#generated.tokens + this.#correction);
  }

  /** @returns How many tokens more are in use if a session that has no cache here comes. */
  needOf({ group, ownTokens, promptTokens }: HomedSession): number {
    return ownTokens + (this.has(group) ? 0 : promptTokens);
  }

  /** What did not fit may fit now. */
  changed(): void {
    this.#generated.at = NaN;
    this.isFull = this.isBlocked = false;
  }

  /** A session's turn begins here. */
  send(session: HomedSession): void {
    if (session.engine !== this) {
      session.engine?.leave(session);
      this.sessions.add(session);
      session.engine = this;
    }
    this.#keep(session);
    this.#idle.delete(session);
    this.waiting.delete(session);
    this.running.add(session);
  }

  /** A session's context has so many tokens now. */
  resize(session: HomedSession, tokens: number): void {
    const before = session.ownTokens;
    session.tokens = tokens;
    if (session.isKept) this.#tokens += session.ownTokens - before;
    this.changed();
  }

  /** A session's turn is over, or waits no more; the session stays here. */
  settle(session: HomedSession): void {
    this.waiting.delete(session);
    this.running.delete(session);
    if (session.isKept) this.#idle.add(session);
    this.changed();
  }

  leave(session: HomedSession): void {
    this.waiting.delete(session);
    this.running.delete(session);
    this.#free(session);
    this.sessions.delete(session);
    session.engine = undefined;
    this.changed();
  }

  #keep(session: HomedSession): void {
    if (session.isKept) return;
    session.isKept = true;
    this.#tokens += this.needOf(session);
    const group = this.#groups.get(session.group);
    if (group !== undefined) group.sessions += 1;
    else this.#groups.set(session.group, { promptTokens: session.promptTokens, sessions: 1 });
  }

  #free(session: HomedSession): void {
    if (!session.isKept) return;
    session.isKept = false;
    this.#idle.delete(session);
    this.#tokens -= session.ownTokens;
    const group = this.#groups.get(session.group)!;
    if (--group.sessions > 0) return;
    this.#groups.delete(session.group);
    this.#tokens -= group.promptTokens;
  }

  /** Frees the cache of sessions that have been in a tool call for longer than it takes to compute a full cache: by then keeping it has cost as much. */
  freeIdle(now: number): void {
    const longest = this.curve.prefillMsPerToken * this.#capacityTokens;
    for (const session of this.#idle) {
      if (session.request === undefined && now - session.endedAt <= longest) return;
      if (session.request !== undefined) continue;
      this.#free(session);
      this.changed();
    }
  }

  /**
   * Frees cache for a turn of a session on this engine: sessions in a tool call are preempted. If that is not enough, the session itself is
   * preempted and waits.
   *
   * @param order - `age`: only sessions that were sent later are preempted, the last one first, so that the oldest always continue and end.
   *   `arrival`: any session, the longest idle first.
   * @returns Whether the turn may run.
   */
  makeRoom(session: HomedSession, now: number, order: TurnOrder): boolean {
    if (this.running.size === 0) return true;
    if (this.running.size >= this.curve.maxRequests) return false;
    const excess = this.used(now) + (session.isKept ? 0 : this.needOf(session)) - this.limit;
    if (excess <= 0) return true;
    const giving =
      order === 'age'
        ? byAge(this.#idle).filter((other) => other.order! > session.order!)
        : [...this.#idle].filter(({ request }) => request === undefined).reverse();
    if (giving.reduce((sum, { ownTokens }) => sum + ownTokens, 0) < excess) {
      this.#free(session);
      return false;
    }
    for (let freed = 0; freed < excess;) {
      const next = giving.pop()!;
      freed += next.ownTokens;
      this.#free(next);
    }
    return true;
  }

  /** @returns Milliseconds that a decode step takes with all sessions that have cache here, and one more of so many tokens where they are given. */
  stepMs(further?: number): number {
    return stepMsOf(this.curve, this.count + (further === undefined ? 0 : 1), this.#tokens + (further ?? 0));
  }

  #runningTokens(): number {
    const prompts = new Map<string, number>();
    let tokens = 0;
    for (const session of this.running) {
      tokens += session.ownTokens + session.generated;
      prompts.set(session.group, session.promptTokens);
    }
    return [...prompts.values()].reduce((sum, prompt) => sum + prompt, tokens);
  }
}
