import { stepMsOf, type EngineCurve } from '../engine-curve.js';
import type { EngineState } from './occupancy-log.js';
import { PeakUsage, type SessionNeed } from './peak-usage.js';
import type { ScheduledSession } from './scheduled-session.js';
import type { SessionForecast } from './session-forecast.js';
import type { StepPlan } from './step-plan.js';

/** An engine's report about its KV cache. */
export interface ObservedCache {
  readonly capacityTokens: number | undefined;
  /** Of all requests that run there, those of other clients included. */
  readonly usedTokens: number | undefined;
}

/** Speeds are averaged over about so many turns. */
const SPEED_MEMORY = 16;

/** A forecast of an engine's usage is made anew when one of so many sessions changed, or after so many steps. */
const REMAKE_SHARE = 16;
const REMAKE_STEPS = 32;

/** The tokens that all sessions of an engine will come to have, as of a time. */
interface ForecastUsage {
  readonly peak: PeakUsage;
  /** The need that each session added. */
  readonly added: Map<HomedSession, SessionNeed>;
  /** No session was to grow by more tokens. */
  readonly longest: number;
  readonly madeAt: number;
  /** Endings since then. */
  changes: number;
}

/** A session, and the engine that has its cache, if any. */
export type HomedSession = ScheduledSession<EngineLoad>;

/** One engine as the scheduler sees it: which sessions live there, how fast that makes it, and whether there is room for one more. */
export class EngineLoad {
  /** Sessions that live here: running, or in a tool call. */
  readonly sessions = new Set<HomedSession>();
  readonly running = new Set<HomedSession>();
  /** Sessions whose turn waits until there is room, in order of arrival. */
  readonly waiting = new Set<HomedSession>();
  /** Tokens of all its sessions. */
  tokens = 0;
  suspended = false;
  /** Milliseconds that a step may take here for its urgent sessions to end in time. */
  pace = Infinity;
  /** No session of the queue has fitted since anything changed here. */
  isFull = false;
  /** The first session that waits here was refused since then. */
  isBlocked = false;
  #capacityTokens: number;
  /** Tokens in its cache of requests that others sent. */
  #foreignTokens = 0;
  /** How much slower it is than its curve says. */
  #slowness = 1;
  #usage: ForecastUsage | undefined;

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
    this.#changed();
    if (usedTokens !== undefined) this.#foreignTokens = Math.max(0, usedTokens - this.#runningTokens());
  }

  get state(): EngineState {
    return { running: this.running.size, waiting: this.waiting.size, heldTokens: () => this.#runningTokens() };
  }

  setSuspended(suspended: boolean): void {
    this.suspended = suspended;
    this.#changed();
  }

  /** Called after a change: refused sessions may fit now. */
  #changed(): void {
    this.isFull = this.isBlocked = false;
  }

  /** A session's turn begins here. */
  send(session: HomedSession, forecast: SessionForecast, plan: StepPlan, now: number): void {
    const pace = plan.paceOf(session, now);
    session.isUrgent ||= pace < Infinity;
    if (session.isUrgent) this.pace = Math.min(this.pace, pace);
    if (session.engine !== this) {
      session.engine?.leave(session);
      this.tokens += session.tokens;
      if (this.#usage !== undefined) addTo(this.#usage, session, forecast);
      this.sessions.add(session);
      session.engine = this;
    }
    this.waiting.delete(session);
    this.running.add(session);
    session.sentAt = now;
    session.stepMs = this.stepMs();
  }

  /** The plan was made anew. A session that came here before it was urgent does not keep others away. */
  keepPace(plan: StepPlan, now: number): void {
    this.pace = Infinity;
    for (const session of this.sessions)
      if (session.isUrgent) this.pace = Math.min(this.pace, plan.paceOf(session, now));
    this.isFull = false;
  }

  /** Compares the speed of a turn that ended here with so many tokens with the curve. */
  measure({ stepMs, sentAt }: HomedSession, generated: number, now: number): void {
    if (generated === 0 || stepMs === 0) return;
    const expected = generated * ((stepMs + this.stepMs()) / 2);
    this.#slowness += ((now - sentAt!) / expected - this.#slowness) / SPEED_MEMORY;
  }

  /** A session's request is over, or waits no more; the session stays here. */
  settle(session: HomedSession): void {
    this.waiting.delete(session);
    this.running.delete(session);
    this.#changed();
    if (this.#usage !== undefined) this.#usage.changes += 1;
  }

  leave(session: HomedSession): void {
    this.settle(session);
    const added = this.#usage?.added.get(session);
    if (added !== undefined) this.#usage!.peak.add(added, -1);
    this.#usage?.added.delete(session);
    this.sessions.delete(session);
    this.tokens -= session.tokens;
    session.engine = undefined;
  }

  /** Whether all its sessions and one more will fit into its cache, and its urgent sessions stay fast enough. */
  fits(further: HomedSession, forecast: SessionForecast, now: number): boolean {
    if (this.sessions.size === 0) return true;
    if (this.sessions.size >= this.curve.maxRequests) return false;
    const usage = this.#upToDate(forecast, now);
    const peak = usage.peak.peakWith(forecast.need(further));
    return peak <= this.#limit() && this.#stepMsOf(this.sessions.size + 1, peak) <= this.pace;
  }

  /** Makes the forecast anew when many sessions have changed, or all have grown by much. */
  #upToDate(forecast: SessionForecast, now: number): ForecastUsage {
    const usage = this.#usage;
    const steps = (now - (usage?.madeAt ?? -Infinity)) / this.stepMs();
    const { longest } = forecast;
    const mayChange = this.sessions.size / REMAKE_SHARE;
    if (usage?.longest === longest && usage.changes <= mayChange && steps < REMAKE_STEPS) return usage;
    const made: ForecastUsage = { peak: new PeakUsage(longest), added: new Map(), longest, madeAt: now, changes: 0 };
    for (const session of this.sessions) addTo(made, session, forecast);
    return (this.#usage = made);
  }

  /** Whether a turn of a session that lives here may run. The context of a session in a tool call can leave the cache, so only running ones count. */
  mayGoOn({ tokens }: HomedSession): boolean {
    return this.running.size === 0 || this.#runningTokens() + tokens <= this.#limit();
  }

  /** Time of a step with all that lives here, and one more, in milliseconds. */
  stepMs(further?: HomedSession): number {
    const more = further !== undefined && !this.sessions.has(further);
    return this.#stepMsOf(this.sessions.size + (more ? 1 : 0), this.tokens + (more ? further.tokens : 0));
  }

  #stepMsOf(requests: number, tokens: number): number {
    return this.#slowness * stepMsOf(this.curve, requests, tokens);
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

function addTo({ peak, added }: ForecastUsage, session: HomedSession, forecast: SessionForecast): void {
  const need = forecast.need(session);
  peak.add(need);
  added.set(session, need);
}
