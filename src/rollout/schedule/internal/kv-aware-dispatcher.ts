import { fullStepMs, type EngineCurve } from '../engine-curve.js';
import type { Admission, Dispatcher, ScheduledRequest } from './dispatcher.js';
import { betterThan, emptiest, fastest } from './engine-choice.js';
import { EngineLoad, type HomedSession, type ObservedCache } from './engine-load.js';
import type { EngineState } from './occupancy-log.js';
import { ScheduledSession } from './scheduled-session.js';
import { SessionForecast } from './session-forecast.js';
import { StepPlan } from './step-plan.js';
import { WaitingQueue } from './waiting-queue.js';

export interface KvAwareOptions {
  /** `expected`: room for the tokens that rollouts are expected to need; `worst-case`: for all that their budgets allow. */
  readonly admission: 'expected' | 'worst-case';
  /** Share of an engine's cache that stays free. */
  readonly reserve: number;
  /** From a group's first request on, in milliseconds; its waiting requests go first afterwards. */
  readonly groupDeadlineMs: number;
}

/**
 * The scheduler that the rStar2-Agent report describes (arXiv 2508.20722, section 3.3), with estimates: a central queue, and an engine gets a rollout
 * only when its KV cache has room for the tokens that all its rollouts will come to have.
 *
 * - A session is admitted where the expected peak of all sessions fits, at the engine that will be fastest. Its later turns go to the same engine at
 *   once, and wait only where estimates were too low.
 * - Groups with the longest expected rollouts go first. Groups of which little is known count as longer.
 * - Where lengths are known, rollouts that full engines would end too late share engines that stay emptier.
 * - When nothing waits, a turn moves to an emptier engine if it gains more time there than all lose while its context is computed again.
 */
export class KvAwareDispatcher<R extends ScheduledRequest> implements Dispatcher<R> {
  readonly #engines = new Map<string, EngineLoad>();
  readonly #sessions = new Map<string, HomedSession>();
  /** Waiting sessions whose engine went away. They have progressed far, and go before all others. */
  readonly #homeless = new Set<HomedSession>();
  readonly #queue: WaitingQueue<HomedSession>;
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
    let waiting = this.#queue.length + this.#homeless.size;
    for (const engine of this.#engines.values()) waiting += engine.waiting.size;
    return waiting;
  }

  /** Sessions that began and were not ended. */
  get sessions(): number {
    return this.#sessions.size;
  }

  engineJoined(name: string, curve: EngineCurve): void {
    this.#engines.set(name, new EngineLoad(name, curve, this.options.reserve));
    this.#fullStepMs = Math.max(this.#fullStepMs, fullStepMs(curve));
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
    engine?.setSuspended(suspended);
    if (engine !== undefined && suspended) this.#abandon(engine);
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
    this.#forecast.arrived(request);
    const session = this.#session(request, now);
    session.arrive(request, this.#fullStepMs);
    if (session.sentAt === undefined) {
      this.#queue.push(session);
      for (const one of this.#engines.values()) one.isFull = false;
      return;
    }
    if (session.engine === undefined) this.#homeless.add(session);
    else session.engine.waiting.add(session);
  }

  #session(request: ScheduledRequest, now: number): HomedSession {
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

  /** The request's engine failed: it waits again, as `again`, with the tokens that were generated in its context. */
  requestReturned(request: R, again: R): void {
    const session = this.#sessions.get(request.sessionId);
    if (session === undefined) return;
    session.growTo(again.contextTokens);
    session.engine?.leave(session);
    session.arrive(again, this.#fullStepMs);
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
    this.#plan.changed();
    if (session.sentAt !== undefined) this.#forecast.sessionEnded(session);
    if (this.#queue.part(session)) this.#forecast.groupEnded(session.group);
  }

  /** A session's request is over; the session stays on its engine. */
  #settle(session: HomedSession): void {
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

  /** Admits later turns of sessions to the engines that have their contexts. */
  #goOn(now: number): Admission<R>[] {
    const admitted: Admission<R>[] = [];
    for (const engine of this.#engines.values()) {
      if (engine.isBlocked) continue;
      for (const session of engine.waiting) {
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

  #send(session: HomedSession, engine: EngineLoad, now: number): Admission<R> {
    engine.send(session, this.#forecast, this.#plan, now);
    return { request: session.request as R, engine: engine.name };
  }
}
