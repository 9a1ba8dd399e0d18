import type { Redis } from 'ioredis';
import type { SandboxCall, SandboxResult } from '../../../base/index.js';
import { delay } from '../../../io/index.js';
import { limitedCall } from '../../internal/limits.js';
import { OpenSessions } from '../../internal/open-sessions.js';
import type { CellOptions } from '../../internal/open-sessions.js';
import { SessionLost } from '../../internal/unavailable.js';
import type { RedisWorkerSettings } from '../options.js';
import type { CellStreams, SessionOwner } from './cell-streams.js';
import { readMessage } from './entries.js';
import type { RawEntry, SessionMessage, SessionPlace } from './entries.js';
import { cellsKey } from './keys.js';
import type { Skipped } from './skipped.js';

const READ_BLOCK_MS = 250;
const REST_MS = 100;
/** A producer whose key is missing for so long is gone: after a restart of Redis it would have written the key again. */
const OWNER_GRACE_MS = 5000;
/** How long a namespace without sessions is still read, to answer requests for lost sessions. */
const FORGET_AFTER_MS = 600_000;

type Run = SessionMessage & { readonly kind: 'run' };

/** The first cell of a session was queued as a call and already has a slot. */
interface WorkerCellOptions extends CellOptions {
  readonly hasSlot: boolean;
}

/** Lets a session's cell run when a slot is free. */
type InSlot = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** The sessions of a worker. It reads their cells from one stream per namespace. */
export class WorkerSessions {
  readonly #sessions: OpenSessions<WorkerCellOptions>;
  /** The last message of each namespace that was read, and when it last had a session. */
  readonly #last = new Map<string, string>();
  readonly #usedAt = new Map<string, number>();
  readonly #running = new Map<string, AbortController>();
  readonly #serving = new Set<Promise<void>>();
  readonly #goneSince = new Map<string, number>();
  #closing = false;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly reader: Redis,
    private readonly streams: CellStreams,
    private readonly worker: string,
    private readonly settings: RedisWorkerSettings,
    private readonly skipped: Skipped,
    inSlot: InSlot,
  ) {
    this.#sessions = new OpenSessions({
      sandbox: settings.sandbox,
      maxSessions: settings.maxSessions,
      idleMs: settings.sessionIdleMs,
      inSlot: (work, { hasSlot, signal }) => (hasSlot ? work() : inSlot(work, signal)),
    });
  }

  /** Time to live of our streams when we stop renewing them. */
  get leaseMs(): number {
    return 2 * this.settings.visibilityMs;
  }

  /** Opens a session with its first cell. @returns The cell's result, and the session's place if it was opened. */
  async begin(
    owner: SessionOwner,
    call: SandboxCall,
    signal: AbortSignal,
  ): Promise<{ result: SandboxResult; place?: SessionPlace }> {
    const { namespace } = owner;
    const { result, place: session } = await this.#sessions.begin(call, {
      owner: nameOf(owner),
      signal,
      hasSlot: true,
    });
    if (session === undefined) return { result };
    await this.streams.keep(namespace, this.leaseMs);
    this.#usedAt.set(namespace, performance.now());
    if (!this.#last.has(namespace)) this.#last.set(namespace, '0-0');
    this.#reading ??= this.#read();
    return { result, place: { session, worker: this.worker, leaseMs: this.leaseMs } };
  }

  /** Ends a session that its producer does not know of. */
  async discard(owner: SessionOwner, { session }: SessionPlace): Promise<void> {
    await this.#sessions.end(session, nameOf(owner));
  }

  /** Renews our streams. */
  async keep(): Promise<void> {
    const now = performance.now();
    for (const owner of this.#sessions.owned.keys()) this.#usedAt.set(ownerOf(owner).namespace, now);
    for (const [namespace, usedAt] of this.#usedAt) {
      const isInUse = now < usedAt + FORGET_AFTER_MS;
      const done = isInUse ? this.streams.keep(namespace, this.leaseMs) : this.#forget(namespace);
      await done.catch((error: unknown) => this.skipped.add(cellsKey(namespace, this.worker), String(error)));
    }
  }

  /** Ends the sessions of producers that have gone. */
  async endAbandoned(): Promise<void> {
    const now = performance.now();
    const { owned } = this.#sessions;
    for (const name of this.#goneSince.keys()) if (!owned.has(name)) this.#goneSince.delete(name);
    for (const [name, sessions] of owned) {
      if (await this.streams.isAlive(ownerOf(name))) {
        this.#goneSince.delete(name);
      } else if (now > (this.#goneSince.get(name) ?? now) + OWNER_GRACE_MS) {
        this.settings.log('warn', 'sessions-ended', { count: sessions.length, why: 'their producer is gone' });
        await Promise.all(sessions.map((session) => this.#sessions.end(session, name)));
      } else if (!this.#goneSince.has(name)) {
        this.#goneSince.set(name, now);
      }
    }
  }

  /** Takes no more messages. */
  async stop(): Promise<void> {
    this.#closing = true;
    this.reader.disconnect();
    await this.#reading;
  }

  /** Ends all sessions, and opens no more. */
  async end(): Promise<void> {
    await this.#sessions.close();
  }

  /** Finishes the running cells, then ends all sessions and notifies their producers. */
  async finish(): Promise<void> {
    await Promise.all(this.#serving);
    const { owned } = this.#sessions;
    await this.end();
    const notified = [...owned].flatMap(([name, sessions]) =>
      sessions.map((session) => this.streams.tellLost(ownerOf(name), session, 'its worker was closed')),
    );
    await Promise.allSettled(notified);
    await Promise.allSettled([...this.#usedAt.keys()].map((namespace) => this.#forget(namespace)));
  }

  async #forget(namespace: string): Promise<void> {
    this.#usedAt.delete(namespace);
    this.#last.delete(namespace);
    await this.streams.drop(namespace);
  }

  async #read(): Promise<void> {
    while (!this.#closing) {
      if (this.#last.size === 0) {
        await delay(REST_MS);
        continue;
      }
      try {
        for (const { namespace, raw } of await this.streams.read(this.reader, this.#last, READ_BLOCK_MS)) {
          if (this.#last.has(namespace)) this.#last.set(namespace, raw[0]);
          this.#receive(namespace, raw);
        }
      } catch {
        // A stream's key may hold another type now: `keep` creates such streams again.
        if (!this.#closing) await Promise.all([delay(REST_MS), this.keep().catch(() => {})]);
      }
    }
  }

  #receive(namespace: string, raw: RawEntry): void {
    const read = readMessage(raw);
    const entry = raw[0];
    if (read.kind === 'broken') {
      this.skipped.add(cellsKey(namespace, this.worker), read.reason);
      return this.#serve(this.streams.remove(namespace, entry));
    }
    const { message, reply } = read;
    const owner = { namespace, reply };
    if (message.kind === 'run') return this.#serve(this.#run(owner, entry, message));
    if (message.kind === 'cancel') this.#running.get(cellOf(owner, message))?.abort(new Error('its caller is gone'));
    else this.#serve(this.#sessions.end(message.session, nameOf(owner)));
    this.#serve(this.streams.remove(namespace, entry));
  }

  #serve(work: Promise<void>): void {
    const served = work
      .catch((error: unknown) => this.settings.log('error', 'worker-error', { error: String(error) }))
      .finally(() => this.#serving.delete(served));
    this.#serving.add(served);
  }

  async #run(owner: SessionOwner, entry: string, message: Run): Promise<void> {
    const { id, session, number } = message;
    const call = limitedCall(message.call, this.settings.ceiling);
    const name = cellOf(owner, message);
    const controller = this.#running.get(name) ?? new AbortController();
    this.#running.set(name, controller);
    const { signal } = controller;
    try {
      const options = { owner: nameOf(owner), signal, hasSlot: false };
      const result = await this.#sessions.next(session, number, call, options);
      await this.streams.answer(owner, entry, id, result);
    } catch (error) {
      if (error instanceof SessionLost) await this.streams.tellLost(owner, session, error.reason, entry);
      else if (signal.aborted) await this.streams.remove(owner.namespace, entry);
      else throw error;
    } finally {
      if (this.#running.get(name) === controller) this.#running.delete(name);
    }
  }
}

const nameOf = ({ namespace, reply }: SessionOwner): string => `${namespace} ${reply}`;

function ownerOf(name: string): SessionOwner {
  const [namespace, reply] = name.split(' ') as [string, string];
  return { namespace, reply };
}

const cellOf = (owner: SessionOwner, { session, number }: { readonly session: string; readonly number: number }) =>
  `${nameOf(owner)} ${session} ${number}`;
