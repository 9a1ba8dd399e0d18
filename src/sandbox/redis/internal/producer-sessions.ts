import type { Redis } from 'ioredis';
import type { SandboxCall, SandboxResult, SandboxSession } from '../../../base/index.js';
import { SandboxError } from '../../../base/index.js';
import { delay } from '../../../io/index.js';
import { RemoteSession } from '../../internal/remote-session.js';
import type { Begun, SessionWire } from '../../internal/remote-session.js';
import { SessionLost } from '../../internal/unavailable.js';
import type { SessionMessage, SessionPlace } from './entries.js';
import { cellsKey } from './keys.js';
import type { Answer, Parcel, PendingCalls } from './pending-calls.js';

/** How long closing waits for Redis. */
const SAY_MS = 2000;

/** The producer that owns the sessions. */
interface Producer {
  readonly namespace: string;
  readonly id: string;
}

/** Sends a request and waits for its result, under the producer's time limit. */
type Ask = (parcel: Parcel, signal: AbortSignal, onSent?: (id: string) => void) => Promise<Answer>;

/** An open session. */
interface Known {
  lost: SessionLost | undefined;
  /** The pending cell. */
  waiting: string | undefined;
}

/**
 * A producer's sessions. The first cell of a session is queued like any call. The worker that takes it keeps the session and reads the
 * further cells from a stream of its own, which exists as long as the worker.
 */
export class ProducerSessions implements SessionWire<SessionPlace> {
  readonly #open = new Set<SandboxSession>();
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly redis: Redis,
    private readonly producer: Producer,
    private readonly pending: PendingCalls,
    /** Makes the request of a call that opens a session. */
    private readonly opening: (call: SandboxCall) => Parcel,
    private readonly ask: Ask,
  ) {}

  open(): SandboxSession {
    const session = new RemoteSession<SessionPlace>(this, () => this.#open.delete(session));
    this.#open.add(session);
    return session;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open].map((session) => session.close()));
  }

  /** Called when a worker reports that a session is lost. */
  lose(session: string, reason: string): void {
    const known = this.#known.get(session);
    if (known === undefined) return;
    known.lost = new SessionLost(reason);
    if (known.waiting !== undefined) this.pending.lose(known.waiting, known.lost);
  }

  /** Called with the session that a first cell has opened. */
  own({ session }: SessionPlace): void {
    this.#known.set(session, { lost: undefined, waiting: undefined });
  }

  /** Ends a session whose first cell has no caller any more, unless it is one of ours and its result was read twice. */
  disown(place: SessionPlace): void {
    if (!this.#known.has(place.session)) void this.#say(place, { kind: 'close', session: place.session });
  }

  async begin(call: SandboxCall, signal: AbortSignal): Promise<Begun<SessionPlace>> {
    const { result, place } = await this.ask(this.opening(call), signal);
    if (place === undefined && result.kind !== 'unavailable') throw new SandboxError('the worker opened no session');
    return { result, place };
  }

  async next(place: SessionPlace, number: number, call: SandboxCall, signal: AbortSignal): Promise<SandboxResult> {
    const { session, leaseMs } = place;
    const known = this.#known.get(session);
    if (known?.lost !== undefined) throw known.lost;
    const parcel: Parcel = {
      stream: this.#streamOf(place),
      fields: (id) => this.#fields({ kind: 'run', id, session, number, call }),
      takeBack: (entry) => void this.#cancel(place, number, entry),
      graceMs: leaseMs,
    };
    try {
      return (await this.ask(parcel, signal, (id) => known !== undefined && (known.waiting = id))).result;
    } finally {
      if (known !== undefined) known.waiting = undefined;
    }
  }

  async end(place: SessionPlace): Promise<void> {
    this.#known.delete(place.session);
    await this.#say(place, { kind: 'close', session: place.session });
  }

  async #cancel(place: SessionPlace, number: number, entry: string): Promise<void> {
    await this.redis.xdel(this.#streamOf(place), entry).catch(() => 0);
    await this.#say(place, { kind: 'cancel', session: place.session, number });
  }

  /** Tells the worker to end a session. A worker that does not receive it ends the session when it has been idle long enough. */
  async #say(place: SessionPlace, message: SessionMessage): Promise<void> {
    if (this.redis.status !== 'ready') return;
    const said = this.redis.xadd(this.#streamOf(place), 'NOMKSTREAM', '*', ...this.#fields(message));
    const enough = new AbortController();
    await Promise.race([said.catch(() => null), delay(SAY_MS, enough.signal).catch(() => {})]);
    enough.abort();
  }

  #fields(message: SessionMessage): string[] {
    return ['reply', this.producer.id, 'message', JSON.stringify(message)];
  }

  #streamOf({ worker }: SessionPlace): string {
    return cellsKey(this.producer.namespace, worker);
  }
}
