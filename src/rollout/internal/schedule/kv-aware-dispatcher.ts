import type { EngineCurve } from '../../engine-curve.js';
import type { Admission, Dispatcher, ScheduledRequest } from './dispatcher.js';
import { LengthEstimates } from './length-estimates.js';
import { PeakUsage, type SessionNeed } from './peak-usage.js';

export interface KvAwareOptions {
  /** `expected`: room for what rollouts are expected to need; `worst-case`: for all that their budgets allow. */
  readonly admission: 'expected' | 'worst-case';
  /** Share of an engine's cache that stays free of what is expected. */
  readonly reserve: number;
  /** From a group's first request on; what waits of it afterwards goes first. In milliseconds. */
  readonly groupDeadlineMs: number;
}

/** What an engine says of its cache, where it does. */
export interface ObservedCache {
  readonly capacityTokens: number | undefined;
  readonly usedTokens: number | undefined;
}

interface Engine {
  readonly name: string;
  readonly curve: EngineCurve;
  /** That live here: running, or in a tool call. */
  readonly sessions: Set<Session<ScheduledRequest>>;
  readonly running: Set<Session<ScheduledRequest>>;
  /** Tokens of all its sessions. */
  tokens: number;
  /** Turns of its sessions that wait until there is room, in order of arrival. */
  readonly held: Set<Session<ScheduledRequest>>;
  suspended: boolean;
  capacityTokens: number;
  /** Of these, what others hold. */
  foreignTokens: number;
  /** How much slower it is than its curve says. */
  slowness: number;
  /** What all its sessions will hold, as of a time; undefined where something changed since. */
  usage: { readonly peak: PeakUsage; readonly now: number } | undefined;
  /** Nothing in the queue fitted since anything changed here. */
  isFull: boolean;
  /** The first that is held was refused since then. */
  isBlocked: boolean;
}

interface Session<R extends ScheduledRequest> {
  readonly id: string;
  readonly group: string;
  /** Tokens that it had when last seen. */
  tokens: number;
  /** Tokens that it began with, and by how many it was last expected to grow from there. */
  readonly begun: number;
  expected: number | undefined;
  /** When its last request ended. */
  idleSince: number;
  /** By how many it may grow from there, and by how many it will, where that is known. */
  most: number;
  known: number | undefined;
  engine: Engine | undefined;
  request: R | undefined;
  /** When its request was sent, and how long a step was then. */
  sentAt: number;
  stepMs: number;
}

interface Group<R extends ScheduledRequest> {
  readonly deadline: number;
  readonly sessions: Set<Session<R>>;
  sent: number;
}

/** The queue is sorted anew after so many endings. */
const RESORT_AFTER = 64;

/** What is added each time that a turn has no room at home; it goes again as sessions are let in. */
const MARGIN_STEP = 0.004;
const MARGIN_DECAY = 0.001;
const MOST_MARGIN = 0.3;

/** Speeds are averaged over about so many turns. */
const SPEED_MEMORY = 16;

/**
 * The scheduler that the rStar2-Agent report describes (arXiv 2508.20722, section 3.3), with estimates: a central queue, and work goes to an
 * engine only when its KV cache has room for what the engine's rollouts will come to hold.
 *
 * - A session is let in where the peak of what all sessions there will hold fits, at the engine that will be fastest; its later
 *   turns go to the same one at once. They wait only where estimates were too low.
 * - Groups with the longest expected rollouts go first, ones of which little is known before those.
 * - When nothing waits, a turn moves to an emptier engine if the time it gains there is longer than computing its context again.
 */
export class KvAwareDispatcher<R extends ScheduledRequest> implements Dispatcher<R> {
  readonly #engines = new Map<string, Engine>();
  readonly #sessions = new Map<string, Session<R>>();
  readonly #groups = new Map<string, Group<R>>();
  /** Those whose engine went away: they are far on, and go before all others. */
  readonly #homeless = new Set<Session<R>>();
  /** Those that were sent nowhere yet, the longest last as of the latest sorting. */
  #queue: Session<R>[] = [];
  /** Changes to estimates since. */
  #unsorted = Infinity;
  #estimates: LengthEstimates | undefined;
  #longest = 1;
  /** Share of the caches that is left free besides: estimates have been too low. */
  #margin = 0;
  /** Of all turns and tool calls together. */
  #turnMs = 1;
  #toolMs = 0;

  constructor(readonly options: KvAwareOptions) {}

  /** Requests that wait for an engine. */
  get waiting(): number {
    let held = 0;
    for (const engine of this.#engines.values()) held += engine.held.size;
    return this.#queue.length + this.#homeless.size + held;
  }

  engineJoined(name: string, curve: EngineCurve): void {
    const sets = { sessions: new Set<Session<R>>(), running: new Set<Session<R>>(), held: new Set<Session<R>>() };
    this.#engines.set(name, {
      name,
      curve,
      ...sets,
      suspended: false,
      tokens: 0,
      capacityTokens: curve.capacityTokens,
      foreignTokens: 0,
      slowness: 1,
      usage: undefined,
      isFull: false,
    } as unknown as Engine);
  }

  engineLeft(name: string): void {
    const engine = this.#engines.get(name);
    if (engine === undefined) return;
    this.#engines.delete(name);
    this.#abandon(engine);
  }

  engineSuspended(name: string, suspended: boolean): void {
    const engine = this.#engines.get(name);
    if (engine === undefined) return;
    engine.suspended = suspended;
    engine.isFull = engine.isBlocked = false;
    if (suspended) this.#abandon(engine);
  }

  /** What an engine says of its cache. @param usedTokens - Of all requests that run there, whoever sent them. */
  engineObserved(name: string, { capacityTokens, usedTokens }: ObservedCache): void {
    const engine = this.#engines.get(name);
    if (engine === undefined) return;
    engine.capacityTokens = capacityTokens ?? engine.capacityTokens;
    engine.isFull = engine.isBlocked = false;
    if (usedTokens !== undefined) engine.foreignTokens = Math.max(0, usedTokens - this.#runningTokens(engine));
  }

  #runningTokens({ running }: Engine): number {
    let tokens = 0;
    for (const { tokens: begun, request } of running) tokens += begun + request!.generated();
    return tokens;
  }

  #limit({ capacityTokens, foreignTokens }: Engine): number {
    return capacityTokens * (1 - this.options.reserve) - foreignTokens;
  }

  /** What waits for an engine waits for any; what runs there is told of by others. */
  #abandon(engine: Engine): void {
    for (const session of engine.held) this.#homeless.add(session as Session<R>);
    engine.held.clear();
    for (const session of engine.sessions) {
      if (engine.running.has(session)) continue;
      this.#leave(session as Session<R>);
    }
  }

  requestArrived(request: R, now: number): void {
    // Too much at first costs less than too little, which throws contexts out of the caches.
    this.#estimates ??= new LengthEstimates(request.maxTokens / 1.5);
    this.#longest = Math.max(this.#longest, request.maxTokens);
    const session = this.#session(request, now);
    session.request = request;
    const home = session.engine;
    if (home !== undefined && (home.suspended || this.#engines.get(home.name) !== home)) this.#leave(session);
    const { engine } = session;
    if (session.sentAt >= 0) this.#toolMs += now - session.idleSince;
    this.#grow(session, request.contextTokens);
    session.most = request.maxTokens;
    session.known = request.knownTokens;
    if (engine !== undefined) engine.held.add(session);
    else if (session.sentAt >= 0) this.#homeless.add(session);
    else {
      this.#queue.push(session);
      this.#unsorted = Infinity;
      for (const one of this.#engines.values()) one.isFull = false;
    }
  }

  #session(request: R, now: number): Session<R> {
    let session = this.#sessions.get(request.sessionId);
    if (session !== undefined) return session;
    const { sessionId: id, group: name } = request;
    const fresh = {
      engine: undefined,
      request: undefined,
      most: 0,
      known: undefined,
      sentAt: -1,
      stepMs: 0,
      idleSince: 0,
      expected: undefined,
    };
    session = { id, group: name, tokens: request.contextTokens, begun: request.contextTokens, ...fresh };
    this.#sessions.set(id, session);
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { deadline: now + this.options.groupDeadlineMs, sessions: new Set(), sent: 0 };
      this.#groups.set(name, group);
    }
    group.sessions.add(session);
    return session;
  }

  /** Estimates anew how long a session will be. @param hasEnded - It is as long as it will be. */
  #expect(session: Session<R>, hasEnded = false): void {
    const { group, tokens, begun, most } = session;
    const grown = tokens - begun;
    const rest = hasEnded ? [0] : this.#estimates!.rest(group, grown, most);
    const expected = grown + rest.reduce((sum, more) => sum + more, 0) / rest.length;
    this.#estimates!.update(group, session.expected, expected);
    session.expected = expected;
  }

  #grow(session: Session<R>, tokens: number): void {
    const growth = Math.max(0, tokens - session.tokens);
    if (session.engine !== undefined) session.engine.tokens += tokens - session.tokens;
    session.tokens = tokens;
    session.most -= growth;
    if (session.known !== undefined) session.known -= growth;
    if (growth > 0) this.#expect(session);
  }

  requestEnded(request: R, generated: number, now: number): void {
    const session = this.#sessions.get(request.sessionId);
    const engine = session?.engine;
    if (session === undefined || engine === undefined) return;
    if (generated > 0 && session.stepMs > 0) {
      const expected = generated * ((session.stepMs + this.#stepMs(engine)) / 2);
      engine.slowness += ((now - session.sentAt) / expected - engine.slowness) / SPEED_MEMORY;
    }
    session.idleSince = now;
    this.#turnMs += now - session.sentAt;
    this.#grow(session, request.contextTokens + generated);
    this.#settle(session);
    if (engine.suspended) this.#leave(session);
  }

  requestReturned(request: R, again: R): void {
    const session = this.#sessions.get(request.sessionId);
    if (session === undefined) return;
    this.#grow(session, again.contextTokens);
    this.#leave(session);
    session.request = again;
    this.#homeless.add(session);
  }

  requestCancelled(request: R): void {
    const session = this.#sessions.get(request.sessionId);
    if (session?.request !== request) return;
    this.#homeless.delete(session);
    session.engine?.held.delete(session);
    const place = this.#queue.indexOf(session);
    if (place >= 0) this.#queue.splice(place, 1);
    this.#settle(session);
  }

  sessionEnded(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    if (session.request !== undefined) this.requestCancelled(session.request);
    this.#leave(session);
    this.#sessions.delete(id);
    if (session.sentAt >= 0) {
      this.#expect(session, true);
      this.#unsorted += 1;
    }
    const group = this.#groups.get(session.group)!;
    group.sessions.delete(session);
    if (group.sessions.size > 0) return;
    this.#groups.delete(session.group);
    this.#estimates?.forget(session.group);
  }

  /** Its request is over; it stays where it is. */
  #settle(session: Session<R>): void {
    session.request = undefined;
    const { engine } = session;
    if (engine === undefined) return;
    engine.running.delete(session);
    engine.isFull = engine.isBlocked = false;
    engine.usage = undefined;
  }

  #leave(session: Session<R>): void {
    const { engine } = session;
    if (engine === undefined) return;
    engine.sessions.delete(session);
    engine.held.delete(session);
    engine.running.delete(session);
    engine.tokens -= session.tokens;
    engine.usage = undefined;
    engine.isFull = engine.isBlocked = false;
    session.engine = undefined;
  }

  admissions(now: number): Admission<R>[] {
    const admitted: Admission<R>[] = [];
    for (const engine of this.#engines.values()) {
      if (engine.isBlocked) continue;
      for (const session of engine.held as Set<Session<R>>) {
        const target = this.#queue.length === 0 ? this.#betterThan(engine, session, now) : engine;
        if (target === engine && !this.#mayGoOn(engine, session)) {
          engine.isBlocked = true;
          this.#margin = Math.min(MOST_MARGIN, this.#margin + MARGIN_STEP);
          break;
        }
        admitted.push(this.#send(session, target, now));
      }
    }
    for (const session of this.#homeless) {
      const engine = this.#fastest(session, now);
      if (engine === undefined) break;
      admitted.push(this.#send(session, engine, now));
    }
    if (this.#homeless.size > 0 || this.#queue.length === 0) return admitted;
    this.#sort(now);
    for (let engine = this.#emptiest(); engine !== undefined && this.#queue.length > 0; engine = this.#emptiest()) {
      const place = this.#longestThatFits(engine, now);
      if (place === undefined) {
        engine.isFull = true;
        continue;
      }
      const [session] = this.#queue.splice(place, 1) as [Session<R>];
      this.#groups.get(session.group)!.sent += 1;
      this.#margin *= 1 - MARGIN_DECAY;
      admitted.push(this.#send(session, engine, now));
    }
    return admitted;
  }

  #send(session: Session<R>, engine: Engine, now: number): Admission<R> {
    const before = session.engine;
    this.#homeless.delete(session);
    before?.held.delete(session);
    if (before !== engine) {
      if (before !== undefined) this.#leave(session);
      engine.tokens += session.tokens;
      engine.usage?.peak.add(this.#need(session), this.#presence());
    }
    session.engine = engine;
    engine.sessions.add(session);
    engine.running.add(session);
    session.sentAt = now;
    session.stepMs = this.#stepMs(engine);
    return { request: session.request!, engine: engine.name };
  }

  #sort(now: number): void {
    if (this.#unsorted < RESORT_AFTER) return;
    this.#unsorted = 0;
    const estimates = new Map<string, number>();
    for (const [name, { deadline, sent }] of this.#groups) {
      // Where little is known a group may be long: one that has sent none counts as twice the estimate.
      const estimate = this.#estimates!.groupMean(name) * (1 + 1 / (1 + sent));
      estimates.set(name, now > deadline ? Number.MAX_VALUE : estimate);
    }
    const scoreOf = ({ group, request }: Session<R>) => request!.knownTokens ?? estimates.get(group)!;
    const scored = this.#queue.map((session) => ({ session, score: scoreOf(session) }));
    this.#queue = scored.sort((a, b) => a.score - b.score).map(({ session }) => session);
  }

  /** Of those that are not full, the one that is fastest with what runs there. */
  #emptiest(): Engine | undefined {
    let [best, least] = [undefined as Engine | undefined, Infinity];
    for (const engine of this.#engines.values()) {
      if (engine.suspended || engine.isFull) continue;
      const stepMs = this.#stepMs(engine);
      if (stepMs < least) [best, least] = [engine, stepMs];
    }
    return best;
  }

  /** By bisection: what is longer needs more at any time. */
  #longestThatFits(engine: Engine, now: number): number | undefined {
    let [low, high] = [0, this.#queue.length];
    if (this.#fits(engine, this.#queue[high - 1]!, now)) return high - 1;
    if (!this.#fits(engine, this.#queue[0]!, now)) return undefined;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.#fits(engine, this.#queue[middle]!, now)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** The engine that is fastest with one more, of those that have room for it. */
  #fastest(session: Session<R>, now: number): Engine | undefined {
    let [best, least] = [undefined as Engine | undefined, Infinity];
    for (const engine of this.#engines.values()) {
      const stepMs = this.#stepMs(engine, session);
      if (!engine.suspended && stepMs < least && this.#fits(engine, session, now)) [best, least] = [engine, stepMs];
    }
    return best;
  }

  /** Whether an engine has room for what all its sessions will come to hold, with one more. */
  #fits(engine: Engine, further: Session<R>, now: number): boolean {
    if (engine.sessions.size === 0) return true;
    if (engine.sessions.size >= engine.curve.maxRequests) return false;
    if (engine.usage?.now !== now) {
      const peak = new PeakUsage(this.#longest);
      for (const session of engine.sessions as Set<Session<R>>) peak.add(this.#need(session), this.#presence());
      engine.usage = { peak, now };
    }
    return (
      engine.usage.peak.peakWith(this.#need(further)) <= this.#limit(engine) - this.#margin * engine.capacityTokens
    );
  }

  /** A turn of a session that lives here: what is in a tool call can leave the cache, so only what runs counts. */
  #mayGoOn(engine: Engine, { tokens }: Session<R>): boolean {
    return engine.running.size === 0 || this.#runningTokens(engine) + tokens <= this.#limit(engine);
  }

  /** The share of its time for which a session runs: while it is in a tool call its room can be another's. */
  #presence(): number {
    if (this.options.admission === 'worst-case') return 1;
    return this.#turnMs / (this.#turnMs + this.#toolMs);
  }

  #need({ request, tokens, begun, most, known, group }: Session<R>): SessionNeed {
    const generated = request?.generated() ?? 0;
    const now = tokens + generated;
    if (this.options.admission === 'worst-case') return { tokens: now, growth: [most - generated] };
    if (known !== undefined) return { tokens: now, growth: [known - generated] };
    return { tokens: now, growth: this.#estimates!.rest(group, now - begun, most - generated) };
  }

  /** Where a turn will be done first, if that is not at home: what it gains must pay for its context. */
  #betterThan(home: Engine, session: Session<R>, now: number): Engine {
    const { contextTokens } = session.request!;
    const { growth } = this.#need(session);
    const left = growth.reduce((sum, more) => sum + more, 0) / growth.length;
    let [best, least] = [home, left * this.#stepMs(home, session)];
    for (const engine of this.#engines.values()) {
      if (engine.suspended || engine === home) continue;
      const cost = left * this.#stepMs(engine, session) + contextTokens * engine.curve.prefillMsPerToken;
      if (cost < least && this.#fits(engine, session, now)) [best, least] = [engine, cost];
    }
    return best;
  }

  /** Time of a step with all that lives there, and one more, in milliseconds. */
  #stepMs({ curve, sessions, tokens, slowness }: Engine, further?: Session<R>): number {
    const more = further !== undefined && !sessions.has(further);
    const requests = sessions.size + (more ? 1 : 0);
    const held = tokens + (more ? further.tokens : 0);
    return slowness * (curve.stepMs + requests * curve.stepMsPerRequest + held * curve.stepMsPerToken);
  }
}
