import type { EngineCurve } from '../engine-curve.js';
import type { Admission, Dispatcher, ScheduledRequest } from './dispatcher.js';
import { EngineLoad, type HomedSession, type ObservedCache } from './engine-load.js';
import { betterThan, cheapest, fits } from './choose-engine.js';
import { GrowthEstimates } from './growth-estimates.js';
import type { EngineState } from './occupancy-log.js';
import { ScheduledSession, inOrder } from './scheduled-session.js';
import { TurnAverages } from './turn-averages.js';
import { WaitingQueue } from './waiting-queue.js';

export interface KvAwareOptions {
  /** Share of an engine's cache that stays free. */
  readonly reserve: number;
  /** From a group's first request on, in milliseconds; its waiting requests go first afterwards. */
  readonly groupDeadlineMs: number;
}

/** Expected growth of sessions before the first measurement, as a share of their token limit. A larger value would keep engines idle without need. */
const FIRST_SHARE = 1 / 16;
/** Estimates are updated when this share of the sessions has changed. */
const REFRESH_SHARE = 1 / 64;

/**
 * The scheduler of `createScheduledPolicy`. Its base is verl's rule: a session goes to the engine with the fewest sessions, and stays. It
 * adds:
 *
 * - A session waits in this queue, not in the engine, while the engine's KV cache is too small for the expected lengths of its sessions.
 * - The cache of sessions in tool calls is kept for them. If cache is short, the session that was sent last is preempted at the end of its
 * turn, and continues on the first engine with free cache. If tool calls are long and contexts are cheap to compute, turns go in order of
 * arrival instead, so that long calls delay no session.
 * - Groups with the longest rollouts go first; if not all fit at once, long prompts are computed on few engines.
 * - When nothing waits, a turn moves to an emptier engine if it gains more time there than the sessions there lose.
 */
export class KvAwareDispatcher<R extends ScheduledRequest> implements Dispatcher<R> {
  readonly #engines = new Map<string, EngineLoad>();
  readonly #sessions = new Map<string, HomedSession>();
  /** Waiting sessions without cache on any engine, because it was removed or their cache was freed. They go before new sessions. */
  readonly #homeless = new Set<HomedSession>();
  readonly #queue: WaitingQueue<HomedSession>;
  readonly #growth = new GrowthEstimates();
  readonly #turns = new TurnAverages();
  /** Turns and sessions that ended since estimates were made. */
  #changes = 0;
  #sent = 0;

  constructor(readonly options: KvAwareOptions) {
    this.#queue = new WaitingQueue(options.groupDeadlineMs, (group) => this.#growth.groupMean(group));
  }

  /** Requests that wait for an engine. */
  get waiting(): number {
    let waiting = this.#queue.length + this.#homeless.size;
    for (const engine of this.#engines.values()) waiting += engine.waiting.size;
    return waiting;
  }

  /** Open sessions. */
  get sessions(): number {
    return this.#sessions.size;
  }

  engineJoined(name: string, curve: EngineCurve): void {
    this.#engines.set(name, new EngineLoad(name, curve, this.options.reserve));
  }

  /** The engine gets no more requests. Call `requestReturned` for each that ran there. */
  engineLeft(name: string): void {
    const engine = this.#engines.get(name);
    this.#engines.delete(name);
    if (engine !== undefined) this.#abandon(engine);
  }

  /** A suspended engine, such as one that stalled, gets no new requests. */
  engineSuspended(name: string, suspended: boolean): void {
    const engine = this.#engines.get(name);
    if (engine === undefined) return;
    engine.isSuspended = suspended;
    if (suspended) this.#abandon(engine);
  }

  /** @returns Our requests on an engine; undefined for an engine that is not there. */
  stateOf(name: string): EngineState | undefined {
    return this.#engines.get(name)?.state;
  }

  engineObserved(name: string, cache: ObservedCache): void {
    this.#engines.get(name)?.observe(cache);
  }

  /** Sessions that wait for this engine now wait for any. */
  #abandon(engine: EngineLoad): void {
    for (const session of engine.waiting) this.#homeless.add(session);
    for (const session of engine.sessions) if (!engine.running.has(session)) engine.leave(session);
  }

  requestArrived(request: R, now: number): void {
    this.#growth.assume(request.maxTokens * FIRST_SHARE);
    const session = this.#session(request, now);
    if (session.order !== undefined) this.#turns.toolEnded(now - session.endedAt, request.contextTokens);
    session.request = request;
    this.#resize(session, request.contextTokens);
    const home = session.engine;
    if (home !== undefined && (home.isSuspended || this.#engines.get(home.name) !== home)) home.leave(session);
    if (session.order === undefined) this.#queue.push(session);
    else if (session.engine === undefined) this.#homeless.add(session);
    else session.engine.waiting.add(session);
  }

  #resize(session: HomedSession, tokens: number): void {
    if (session.engine === undefined) session.tokens = tokens;
    else session.engine.resize(session, tokens);
  }

  #session(request: ScheduledRequest, now: number): HomedSession {
    const known = this.#sessions.get(request.sessionId);
    if (known !== undefined) return known;
    const session: HomedSession = new ScheduledSession<EngineLoad>(request);
    this.#sessions.set(session.id, session);
    this.#queue.join(session, now);
    return session;
  }

  requestEnded(request: R, generated: number, now: number): void {
    const session = this.#sessions.get(request.sessionId);
    if (session?.request !== request) return;
    session.endedAt = now;
    this.#turns.ended(generated);
    this.#changes += 1;
    this.#settle(session);
    this.#resize(session, request.contextTokens + generated);
  }

  /** The request's engine left, failed or stalled; the session waits for another with the rest of its turn. */
  requestReturned(request: R, again: R): void {
    const session = this.#sessions.get(request.sessionId);
    if (session === undefined) return;
    session.engine?.leave(session);
    session.request = again;
    session.tokens = again.contextTokens;
    this.#homeless.add(session);
  }

  /** The request's caller waits no more. */
  requestCancelled(request: ScheduledRequest): void {
    const session = this.#sessions.get(request.sessionId);
    if (session?.request !== request) return;
    this.#homeless.delete(session);
    this.#queue.remove(session);
    this.#settle(session);
  }

  sessionEnded(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    if (session.request !== undefined) this.requestCancelled(session.request);
    session.engine?.leave(session);
    this.#sessions.delete(id);
    this.#changes += 1;
    if (session.order !== undefined) this.#growth.ended(session.group, session.grown);
    if (this.#queue.part(session)) this.#growth.forget(session.group);
  }

  /** A session's request is over; the session stays on its engine. */
  #settle(session: HomedSession): void {
    session.request = undefined;
    session.engine?.settle(session);
  }

  admissions(now: number): Admission<R>[] {
    this.#refresh();
    const open = [...this.#engines.values()].filter(({ isSuspended }) => !isSuspended);
    // Time alone may make room, so this comes before what an engine is known to be full by.
    for (const engine of open) engine.freeIdle(now);
    const admitted = open.flatMap((engine) => this.#goOn(engine, open, now));
    const isOver = () => !open.some(({ takesMore }) => takesMore);
    if (this.#homeless.size + this.#queue.length === 0 || isOver()) return admitted;
    const isTight = this.#isTight(open);
    for (const session of inOrder(this.#homeless, this.#turns.orderFor(open[0]!))) {
      const others = open.filter(({ name }) => session.request?.avoid?.has(name) !== true);
      const engine = this.#emptiest(
        this.#withPrompt(session, others.length > 0 ? others : open, isTight),
        session,
        now,
      );
      if (engine === undefined) {
        if (isOver()) break;
        continue;
      }
      this.#homeless.delete(session);
      admitted.push(this.#send(session, engine));
    }
    if (this.#homeless.size === 0) this.#sendNew(open, isTight, now, admitted);
    return admitted;
  }

  #refresh(): void {
    if (this.#changes <= this.#sessions.size * REFRESH_SHARE) return;
    this.#changes = 0;
    this.#growth.refresh([...this.#sessions.values()].filter(({ order }) => order !== undefined));
    for (const engine of this.#engines.values()) engine.isFull = false;
  }

  /** Admits later turns of the sessions of an engine. */
  #goOn(engine: EngineLoad, open: readonly EngineLoad[], now: number): Admission<R>[] {
    const admitted: Admission<R>[] = [];
    if (engine.waiting.size === 0 || engine.isBlocked) return admitted;
    const order = this.#turns.orderFor(engine);
    for (const session of inOrder(engine.waiting, order)) {
      const target = this.#queue.length === 0 ? betterThan(engine, open, session, this.#growth, now) : engine;
      if (target === engine && !engine.makeRoom(session, now, order)) {
        engine.isBlocked = true;
        if (!session.isKept) {
          engine.leave(session);
          this.#homeless.add(session);
        }
        break;
      }
      admitted.push(this.#send(session, target));
    }
    return admitted;
  }

  /** Whether the caches are too small for all sessions and a copy of every prompt in each. */
  #isTight(open: readonly EngineLoad[]): boolean {
    const grown = ((this.#sessions.size / open.length) * this.#growth.mean) / Math.E;
    return this.#queue.promptTokens + grown > Math.min(...open.map(({ limit }) => limit));
  }

  #isLong({ promptTokens }: HomedSession, isTight: boolean): boolean {
    return isTight && promptTokens > this.#growth.mean;
  }

  /** @returns The engines that have a session's long prompt; all of them where none has, or where prompts need not be kept together. */
  #withPrompt(session: HomedSession, engines: readonly EngineLoad[], isTight: boolean): readonly EngineLoad[] {
    const homes = this.#isLong(session, isTight) ? engines.filter((engine) => engine.has(session.group)) : [];
    return homes.length > 0 ? homes : engines;
  }

  #sendNew(open: readonly EngineLoad[], isTight: boolean, now: number, admitted: Admission<R>[]): void {
    const sendTo = (engines: readonly EngineLoad[], session: HomedSession): boolean => {
      const engine = this.#emptiest(engines, session, now);
      if (engine !== undefined) admitted.push(this.#send(session, engine));
      return engine !== undefined;
    };
    this.#queue.drain((session) => {
      if (sendTo(this.#withPrompt(session, open, isTight), session)) return 'sent';
      return this.#isLong(session, isTight) ? 'skip' : 'stop';
    }, now);
    // No engine is left idle for the sake of a prompt.
    this.#queue.drain((session) => (sendTo(open, session) ? 'sent' : 'stop'), now);
  }

  /** @returns The engine with the fewest sessions among those with enough free cache for one more. */
  #emptiest(engines: readonly EngineLoad[], session: HomedSession, now: number): EngineLoad | undefined {
    return cheapest(engines, (engine) => {
      if (!engine.takesMore) return Infinity;
      engine.isFull = !fits(engine, session, this.#growth.mean, now);
      return engine.isFull ? Infinity : engine.count;
    });
  }

  #send(session: HomedSession, engine: EngineLoad): Admission<R> {
    session.order ??= this.#sent++;
    engine.send(session);
    return { request: session.request as R, engine: engine.name };
  }
}
