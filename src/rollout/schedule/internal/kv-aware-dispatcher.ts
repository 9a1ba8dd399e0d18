import { fullStepMs, type EngineCurve } from '../engine-curve.js';
import type { Admission, Dispatcher, ScheduledRequest } from './dispatcher.js';
import { betterThan, emptiest, fastest } from './engine-choice.js';
import { EngineLoad, type HomedSession, type ObservedCache } from './engine-load.js';
import type { OccupancySample } from './occupancy-log.js';
import { ScheduledSession } from './scheduled-session.js';
import { SessionForecast } from './session-forecast.js';
import { StepPlan } from './step-plan.js';
import { WaitingQueue } from './waiting-queue.js';

export interface KvAwareOptions {
  /** `expected`: room for what rollouts are expected to need; `worst-case`: for all that their budgets allow. */
  readonly admission: 'expected' | 'worst-case';
  /** Share of an engine's cache that stays free of what is expected. */
  readonly reserve: number;
  /** From a group's first request on; what waits of it afterwards goes first. In milliseconds. */
  readonly groupDeadlineMs: number;
}

/**
 * The scheduler that the rStar2-Agent report describes (arXiv 2508.20722, section 3.3), with estimates: a central queue, and work goes to an
 * engine only when its KV cache has room for what the engine's rollouts will come to hold.
 *
 * - A session is let in where the peak of what all sessions there will hold fits, at the engine that will be fastest; its later
 *   turns go to the same one at once. They wait only where estimates were too low.
 * - Groups with the longest expected rollouts go first, ones of which little is known before those.
 * - Where lengths are known, those that full engines would end too late are put together in engines that stay emptier.
 * - When nothing waits, a turn moves to an emptier engine if it gains more time there than all lose while its context is computed again.
 */
export class KvAwareDispatcher<R extends ScheduledRequest> implements Dispatcher<R> {
  readonly #engines = new Map<string, EngineLoad<R>>();
  readonly #sessions = new Map<string, HomedSession<R>>();
  /** Those whose engine went away: they are far on, and go before all others. */
  readonly #homeless = new Set<HomedSession<R>>();
  readonly #queue: WaitingQueue<HomedSession<R>>;
  readonly #forecast: SessionForecast;
  readonly #plan = new StepPlan();
  /** A step of the slowest engine where its cache is full. */
  #fullStepMs = 1;

  constructor(readonly options: KvAwareOptions) {
    this.#queue = new WaitingQueue(options.groupDeadlineMs);
    this.#forecast = new SessionForecast(options.admission);
  }

  /** Requests that wait for an engine. */
  get waiting(): number {
    let held = 0;
    for (const engine of this.#engines.values()) held += engine.held.size;
    return this.#queue.length + this.#homeless.size + held;
  }

  /** How many began and were not ended. */
  get sessions(): number {
    return this.#sessions.size;
  }

  engineJoined(name: string, curve: EngineCurve): void {
    this.#engines.set(name, new EngineLoad(name, curve, this.options.reserve));
    this.#fullStepMs = Math.max(this.#fullStepMs, fullStepMs(curve));
  }

  engineLeft(name: string): void {
    const engine = this.#engines.get(name);
    if (engine === undefined) return;
    this.#engines.delete(name);
    this.#abandon(engine);
  }

  engineSuspended(name: string, suspended: boolean): void {
    const engine = this.#engines.get(name);
    engine?.setSuspended(suspended);
    if (engine !== undefined && suspended) this.#abandon(engine);
  }

  /** @returns What an engine holds of ours; undefined for one that is not there. */
  stateOf(name: string): Omit<OccupancySample, 'timeMs'> | undefined {
    return this.#engines.get(name)?.state;
  }

  engineObserved(name: string, cache: ObservedCache): void {
    this.#engines.get(name)?.observe(cache);
  }

  /** What waits for an engine waits for any; what runs there is told of by others. */
  #abandon(engine: EngineLoad<R>): void {
    for (const session of engine.held) this.#homeless.add(session);
    for (const session of engine.sessions) if (!engine.running.has(session)) engine.leave(session);
  }

  requestArrived(request: R, now: number): void {
    this.#forecast.arrived(request);
    const session = this.#session(request, now);
    session.arrive(request, this.#fullStepMs);
    if (session.sentAt === undefined) {
      this.#queue.push(session);
      for (const one of this.#engines.values()) one.isFull = false;
      return;
    }
    if (session.engine === undefined) this.#homeless.add(session);
    else session.engine.held.add(session);
  }

  #session(request: R, now: number): HomedSession<R> {
    let session = this.#sessions.get(request.sessionId);
    if (session !== undefined) return session;
    session = new ScheduledSession(request);
    this.#sessions.set(session.id, session);
    this.#plan.changed();
    this.#queue.join(session, now);
    return session;
  }

  requestEnded(request: R, generated: number, now: number): void {
    const session = this.#sessions.get(request.sessionId);
    const engine = session?.engine;
    if (session === undefined || engine === undefined) return;
    engine.measure(session, generated, now);
    this.#forecast.turnEnded();
    session.turnEnded(generated, now);
    session.growTo(request.contextTokens + generated);
    this.#settle(session);
    if (engine.suspended || this.#engines.get(engine.name) !== engine) engine.leave(session);
  }

  requestReturned(request: R, again: R): void {
    const session = this.#sessions.get(request.sessionId);
    if (session === undefined) return;
    session.growTo(again.contextTokens);
    session.engine?.leave(session);
    session.arrive(again, this.#fullStepMs);
    this.#homeless.add(session);
  }

  requestCancelled(request: R): void {
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
    this.#plan.changed();
    if (session.sentAt !== undefined) this.#forecast.sessionEnded(session);
    if (this.#queue.part(session)) this.#forecast.groupEnded(session.group);
  }

  /** Its request is over; it stays where it is. */
  #settle(session: HomedSession<R>): void {
    session.request = undefined;
    session.engine?.settle(session);
  }

  admissions(now: number): Admission<R>[] {
    this.#forecast.refresh(this.#sessions);
    this.#planStep(now);
    const admitted = this.#goOn(now);
    for (const session of this.#homeless) {
      const engine = fastest(this.#engines.values(), session, this.#forecast, now);
      if (engine === undefined) return admitted;
      this.#homeless.delete(session);
      admitted.push(this.#send(session, engine, now));
    }
    if (this.#queue.length > 0) this.#queue.sort((group) => this.#forecast.groupMean(group), now);
    while (this.#queue.length > 0) {
      const engine = emptiest(this.#engines.values());
      if (engine === undefined) break;
      const session = this.#queue.takeLongest((one) => engine.fits(one, this.#forecast, now));
      if (session === undefined) engine.isFull = true;
      else admitted.push(this.#send(session, engine, now));
    }
    return admitted;
  }

  /** Turns of sessions that live somewhere. */
  #goOn(now: number): Admission<R>[] {
    const admitted: Admission<R>[] = [];
    for (const engine of this.#engines.values()) {
      if (engine.isBlocked) continue;
      for (const session of engine.held) {
        const isLast = this.#queue.length === 0;
        const target = isLast ? betterThan(engine, this.#engines.values(), session, this.#forecast, now) : engine;
        if (target === engine && !engine.mayGoOn(session)) {
          engine.isBlocked = true;
          break;
        }
        admitted.push(this.#send(session, target, now));
      }
    }
    return admitted;
  }

  #planStep(now: number): void {
    const engines = [...this.#engines.values()].filter(({ suspended }) => !suspended);
    if (this.#plan.refresh(this.#sessions, engines, now))
      for (const engine of engines) engine.keepPace(this.#plan, now);
  }

  #send(session: HomedSession<R>, engine: EngineLoad<R>, now: number): Admission<R> {
    engine.send(session, this.#forecast, this.#plan, now);
    return { request: session.request!, engine: engine.name };
  }
}
