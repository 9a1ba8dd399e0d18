import { HttpError } from '../../../io/index.js';
import { randomUUID } from './node.js';
import { Numbered } from './requests.js';

/** A client's session; its models and samplers end with it. */
export interface Session {
  readonly id: string;
  /** Its models: training runs, and the futures of their making. */
  readonly models: Numbered<{ readonly run: string; readonly future: string }>;
  /** Ids of its sampling sessions. */
  readonly samplers: Numbered<string>;
  seenMs: number;
}

/** Longest time between two searches for expired sessions. */
const SWEEP_MS = 5000;

/** The open sessions. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  /** How often `sweep` is to be called, in milliseconds. */
  readonly sweepMs: number;
  #sweptMs = Date.now();

  constructor(private readonly limits: { readonly maxSessions: number; readonly sessionTtlMs: number }) {
    this.sweepMs = Math.min(SWEEP_MS, limits.sessionTtlMs);
  }

  get ids(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** @throws HttpError 429 if too many are open. */
  create(): Session {
    if (this.#sessions.size >= this.limits.maxSessions)
      throw new HttpError(
        429,
        `${this.#sessions.size} sessions of this key are open, the maximum: end one, or wait until one expires`,
        { 'retry-after': '10' },
      );
    const session = {
      id: randomUUID(),
      models: new Numbered<{ run: string; future: string }>(),
      samplers: new Numbered<string>(),
      seenMs: Date.now(),
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  /** @returns The session, which counts as used now. @throws HttpError 404 for a session that is not open. */
  require(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined)
      throw new HttpError(404, `session ${id.slice(0, 64)} is not open: it expired, or the server was restarted`);
    session.seenMs = Date.now();
    return session;
  }

  /** Forgets sampling sessions that are not open any more. */
  forgetSamplers(isOpen: (id: string) => boolean): void {
    for (const { samplers } of this.#sessions.values()) samplers.sweep(isOpen);
  }

  /** Closes a session; an unknown one is ignored. */
  close(id: string): void {
    this.#sessions.delete(id);
  }

  /**
   * Closes the sessions that have expired. Time in which the process was stopped is not counted: heartbeats wait in the sockets then.
   *
   * @param isBusy - Whether a session has requests under way.
   * @returns Their ids.
   */
  sweep(isBusy: (id: string) => boolean, nowMs = Date.now()): readonly string[] {
    const deafMs = Math.max(0, nowMs - this.#sweptMs - this.sweepMs);
    this.#sweptMs = nowMs;
    const over: string[] = [];
    for (const session of this.#sessions.values()) {
      session.seenMs = isBusy(session.id) ? nowMs : Math.min(nowMs, session.seenMs + deafMs);
      if (nowMs - session.seenMs > this.limits.sessionTtlMs) over.push(session.id);
    }
    for (const id of over) this.#sessions.delete(id);
    return over;
  }
}
