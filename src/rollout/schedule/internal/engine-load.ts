import { stepMsOf, type EngineCurve } from '../engine-curve.js';
import type { ScheduledRequest } from './dispatcher.js';
import type { OccupancySample } from './occupancy-log.js';
import { PeakUsage, type SessionNeed } from './peak-usage.js';
import type { ScheduledSession } from './scheduled-session.js';
import type { SessionForecast } from './session-forecast.js';
import type { StepPlan } from './step-plan.js';

/** What an engine says of its cache, where it does. */
export interface ObservedCache {
  readonly capacityTokens: number | undefined;
  /** Of all requests that run there, whoever sent them. */
  readonly usedTokens: number | undefined;
}

/** Speeds are averaged over about so many turns. */
const SPEED_MEMORY = 16;

/** A forecast of an engine's usage is made anew when one of so many sessions changed, or after so many steps. */
const REMAKE_SHARE = 16;
const REMAKE_STEPS = 32;

/** What all sessions of an engine will hold, as of a time. */
interface ForecastUsage<R extends ScheduledRequest> {
  readonly peak: PeakUsage;
  /** What each added to it. */
  readonly added: Map<HomedSession<R>, SessionNeed>;
  /** What no session was to grow by more than. */
  readonly longest: number;
  readonly madeAt: number;
  /** Endings since then. */
  changes: number;
}

/** A session that lives on an engine, or on none. */
export type HomedSession<R extends ScheduledRequest> = ScheduledSession<R, EngineLoad<R>>;

/** One engine as the scheduler sees it: which sessions live there, how fast that makes it, and whether there is room for one more. */
export class EngineLoad<R extends ScheduledRequest> {
  /** That live here: running, or in a tool call. */
  readonly sessions = new Set<HomedSession<R>>();
  readonly running = new Set<HomedSession<R>>();
  /** Sessions whose turn waits until there is room, in order of arrival. */
  readonly held = new Set<HomedSession<R>>();
  /** Tokens of all its sessions. */
  tokens = 0;
  suspended = false;
  /** Milliseconds that a step may take here for those in a hurry to end in time. */
  pace = Infinity;
  /** Nothing in the queue fitted since anything changed here. */
  isFull = false;
  /** The first that is held was refused since then. */
  isBlocked = false;
  #capacityTokens: number;
  /** Of these, what others hold. */
  #foreignTokens = 0;
  /** How much slower it is than its curve says. */
  #slowness = 1;
  #usage: ForecastUsage<R> | undefined;

  /** @param reserve - Share of its cache that stays free of what is expected. */
  constructor(
    readonly name: string,
    readonly curve: EngineCurve,
    readonly reserve: number,
  ) {
    this.#capacityTokens = curve.capacityTokens;
  }

  observe({ capacityTokens, usedTokens }: ObservedCache): void {
    this.#capacityTokens = capacityTokens ?? this.#capacityTokens;
    this.isFull = this.isBlocked = false;
    if (usedTokens !== undefined) this.#foreignTokens = Math.max(0, usedTokens - this.#runningTokens());
  }

  /** As it is now. */
  get state(): Omit<OccupancySample, 'timeMs'> {
    const heldTokens = () => this.#runningTokens();
    return {
      running: this.running.size,
      waiting: this.held.size,
      get heldTokens() {
        return heldTokens();
      },
    };
  }

  setSuspended(suspended: boolean): void {
    this.suspended = suspended;
    this.isFull = this.isBlocked = false;
  }

  /** A session's turn begins here. */
  send(session: HomedSession<R>, forecast: SessionForecast, plan: StepPlan, now: number): void {
    const pace = plan.paceOf(session, now);
    session.isHurried ||= pace < Infinity;
    if (session.isHurried) this.pace = Math.min(this.pace, pace);
    if (session.engine !== this) {
      session.engine?.leave(session);
      this.tokens += session.tokens;
      if (this.#usage !== undefined) addTo(this.#usage, session, forecast);
      this.sessions.add(session);
      session.engine = this;
    }
    this.held.delete(session);
    this.running.add(session);
    session.sentAt = now;
    session.stepMs = this.stepMs();
  }

  /** The plan was made anew: what did not fit is tried again. What came here when it was in no hurry does not keep others away. */
  keepPace(plan: StepPlan, now: number): void {
    this.pace = Infinity;
    for (const session of this.sessions)
      if (session.isHurried) this.pace = Math.min(this.pace, plan.paceOf(session, now));
    this.isFull = false;
  }

  /** A turn ended here with so many tokens: how fast was it? */
  measure({ stepMs, sentAt }: HomedSession<R>, generated: number, now: number): void {
    if (generated === 0 || stepMs === 0) return;
    const expected = generated * ((stepMs + this.stepMs()) / 2);
    this.#slowness += ((now - sentAt!) / expected - this.#slowness) / SPEED_MEMORY;
  }

  /** A session's request is over, or waits no more; it stays here. */
  settle(session: HomedSession<R>): void {
    this.held.delete(session);
    this.running.delete(session);
    this.isFull = this.isBlocked = false;
    if (this.#usage !== undefined) this.#usage.changes += 1;
  }

  leave(session: HomedSession<R>): void {
    this.settle(session);
    const added = this.#usage?.added.get(session);
    if (added !== undefined) this.#usage!.peak.add(added, -1);
    this.#usage?.added.delete(session);
    this.sessions.delete(session);
    this.tokens -= session.tokens;
    session.engine = undefined;
  }

  /** Whether there is room for what all its sessions will come to hold, with one more, and those in a hurry stay fast enough. */
  fits(further: HomedSession<R>, forecast: SessionForecast, now: number): boolean {
    if (this.sessions.size === 0) return true;
    if (this.sessions.size >= this.curve.maxRequests) return false;
    const usage = this.#upToDate(forecast, now);
    const peak = usage.peak.peakWith(forecast.need(further));
    return peak <= this.#limit() && this.#stepMsOf(this.sessions.size + 1, peak) <= this.pace;
  }

  /** Made anew when many sessions have changed, or all have grown by much. */
  #upToDate(forecast: SessionForecast, now: number): ForecastUsage<R> {
    const { sessions } = this;
    const usage = this.#usage;
    const steps = (now - (usage?.madeAt ?? -Infinity)) / this.stepMs();
    const { longest } = forecast;
    const isFresh = usage?.longest === longest && usage.changes <= sessions.size / REMAKE_SHARE && steps < REMAKE_STEPS;
    if (isFresh) return usage;
    const made: ForecastUsage<R> = { peak: new PeakUsage(longest), added: new Map(), longest, madeAt: now, changes: 0 };
    for (const session of sessions) addTo(made, session, forecast);
    return (this.#usage = made);
  }

  /** Whether a turn of a session that lives here may run: what is in a tool call can leave the cache, so only what runs counts. */
  mayGoOn({ tokens }: HomedSession<R>): boolean {
    return this.running.size === 0 || this.#runningTokens() + tokens <= this.#limit();
  }

  /** Time of a step with all that lives here, and one more, in milliseconds. */
  stepMs(further?: HomedSession<R>): number {
    const more = further !== undefined && !this.sessions.has(further);
    const requests = this.sessions.size + (more ? 1 : 0);
    const held = this.tokens + (more ? further.tokens : 0);
    return this.#stepMsOf(requests, held);
  }

  #stepMsOf(requests: number, held: number): number {
    return this.#slowness * stepMsOf(this.curve, requests, held);
  }

  #runningTokens(): number {
    let tokens = 0;
    for (const session of this.running) tokens += session.tokens + session.generated;
    return tokens;
  }

  #limit(): number {
    return this.#capacityTokens * (1 - this.reserve) - this.#foreignTokens;
  }
}

function addTo<R extends ScheduledRequest>(
  { peak, added }: ForecastUsage<R>,
  session: HomedSession<R>,
  forecast: SessionForecast,
): void {
  const need = forecast.need(session);
  peak.add(need);
  added.set(session, need);
}
