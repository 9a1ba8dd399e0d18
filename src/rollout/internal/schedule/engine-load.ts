import type { EngineCurve } from '../../engine-curve.js';
import type { ScheduledRequest } from './dispatcher.js';
import { PeakUsage } from './peak-usage.js';
import type { ScheduledSession } from './scheduled-session.js';
import type { SessionForecast } from './session-forecast.js';

/** What an engine says of its cache, where it does. */
export interface ObservedCache {
  readonly capacityTokens: number | undefined;
  /** Of all requests that run there, whoever sent them. */
  readonly usedTokens: number | undefined;
}

/** Speeds are averaged over about so many turns. */
const SPEED_MEMORY = 16;

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
  /** Nothing in the queue fitted since anything changed here. */
  isFull = false;
  /** The first that is held was refused since then. */
  isBlocked = false;
  #capacityTokens: number;
  /** Of these, what others hold. */
  #foreignTokens = 0;
  /** How much slower it is than its curve says. */
  #slowness = 1;
  /** What all its sessions will hold, as of a time; undefined where something changed since. */
  #usage: { readonly peak: PeakUsage; readonly now: number } | undefined;

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

  setSuspended(suspended: boolean): void {
    this.suspended = suspended;
    this.isFull = this.isBlocked = false;
  }

  /** A session's turn begins here. */
  send(session: HomedSession<R>, forecast: SessionForecast, now: number): void {
    if (session.engine !== this) {
      session.engine?.leave(session);
      this.tokens += session.tokens;
      this.#usage?.peak.add(forecast.need(session), forecast.presence);
      this.sessions.add(session);
      session.engine = this;
    }
    this.held.delete(session);
    this.running.add(session);
    session.sentAt = now;
    session.stepMs = this.stepMs();
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
    this.#usage = undefined;
  }

  leave(session: HomedSession<R>): void {
    this.settle(session);
    this.sessions.delete(session);
    this.tokens -= session.tokens;
    session.engine = undefined;
  }

  /** Whether there is room for what all its sessions will come to hold, with one more. @param margin - Share of the cache to be left free besides. */
  fits(further: HomedSession<R>, forecast: SessionForecast, margin: number, now: number): boolean {
    if (this.sessions.size === 0) return true;
    if (this.sessions.size >= this.curve.maxRequests) return false;
    if (this.#usage?.now !== now) {
      const peak = new PeakUsage(forecast.longest);
      for (const session of this.sessions) peak.add(forecast.need(session), forecast.presence);
      this.#usage = { peak, now };
    }
    return this.#usage.peak.peakWith(forecast.need(further)) <= this.#limit() - margin * this.#capacityTokens;
  }

  /** Whether a turn of a session that lives here may run: what is in a tool call can leave the cache, so only what runs counts. */
  mayGoOn({ tokens }: HomedSession<R>): boolean {
    return this.running.size === 0 || this.#runningTokens() + tokens <= this.#limit();
  }

  /** Time of a step with all that lives here, and one more, in milliseconds. */
  stepMs(further?: HomedSession<R>): number {
    const { curve } = this;
    const more = further !== undefined && !this.sessions.has(further);
    const requests = this.sessions.size + (more ? 1 : 0);
    const held = this.tokens + (more ? further.tokens : 0);
    return this.#slowness * (curve.stepMs + requests * curve.stepMsPerRequest + held * curve.stepMsPerToken);
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
