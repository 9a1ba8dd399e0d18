import { HttpError } from '../../../io/index.js';
import { randomUUID } from './node.js';
import { Numbered } from './requests.js';

/** A client's session: what it made goes with it. */
export interface Session {
  readonly id: string;
  /** Its models: training runs, and the futures of their making. */
  readonly models: Numbered<{ readonly run: string; readonly future: string }>;
  /** Ids of its sampling sessions. */
  readonly samplers: Numbered<string>;
  seenMs: number;
}

/** Clients that are there. */
export class Sessions {
  readonly #sessions = new Map<string, Session>();

  constructor(private readonly limits: { readonly maxSessions: number; readonly sessionTtlMs: number }) {}

  get ids(): readonly string[] {
    return [...this.#sessions.keys()];
  }

  /** @throws HttpError 429 where so many are open. */
  create(): Session {
    if (this.#sessions.size >= this.limits.maxSessions)
      throw new HttpError(429, `${this.#sessions.size} sessions are open`, { 'retry-after': '10' });
    const session = {
      id: randomUUID(),
      models: new Numbered<{ run: string; future: string }>(),
      samplers: new Numbered<string>(),
      seenMs: Date.now(),
    };
    this.#sessions.set(session.id, session);
    return session;
  }

  /** Notes that its client is there. @throws HttpError 404 for a session that is not open. */
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

  /** Closes one; one that is not open is closed. */
  close(id: string): void {
    this.#sessions.delete(id);
  }

  /** @returns Those that are over now. @param isBusy - Whether something of it is under way. */
  sweep(isBusy: (id: string) => boolean, nowMs = Date.now()): readonly string[] {
    const over: string[] = [];
    for (const session of this.#sessions.values()) {
      if (isBusy(session.id)) session.seenMs = nowMs;
      if (nowMs - session.seenMs > this.limits.sessionTtlMs) over.push(session.id);
    }
    for (const id of over) this.#sessions.delete(id);
    return over;
  }
}
