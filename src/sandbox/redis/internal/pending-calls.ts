import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { SandboxError } from '../../../base/index.js';
import type { SandboxResult } from '../../../base/index.js';
import { SessionLost, unavailable } from '../../internal/unavailable.js';
import type { SessionPlace } from './entries.js';
import { MISSING } from './scripts.js';

/** A request that is written to a stream and waits for a result. */
export interface Parcel {
  readonly stream: string;
  /** @param id - The id of its result. */
  readonly fields: (id: string) => readonly string[];
  /** Withdraws a request whose caller no longer waits. @param entry - Its id in the stream. */
  readonly takeBack: (entry: string) => void;
  /** For a session's cell: the time in milliseconds after which a missing stream means that its worker is gone. */
  readonly graceMs?: number;
}

/** The result of a call, and the session it opened. */
export interface Answer {
  readonly result: SandboxResult;
  /** The session that the call opened. */
  readonly place?: SessionPlace | undefined;
}

interface Pending {
  readonly parcel: Parcel;
  readonly fields: readonly string[];
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: SessionLost) => void;
  readonly sentAt: number;
  /** Its id in the stream, once Redis has answered. */
  entry: string | undefined;
  /** When its stream was first missing. */
  goneSince: number | undefined;
}

const SEND_AT_ONCE = 512;
const AUDIT_COUNT = 1000;
const SEND_AGAIN_MS = 100;

/** A producer's calls that are not answered yet: sends them, and sends those again that Redis has lost. */
export class PendingCalls {
  readonly #pending = new Map<string, Pending>();
  /** Calls that are not sent yet, and how many are being sent. */
  #unsent: string[] = [];
  #sending = 0;

  constructor(private readonly redis: Redis) {}

  /** @returns The call's id and its result, which rejects with SessionLost if a session's stream is gone. */
  add(parcel: Parcel): { readonly id: string; readonly answer: Promise<Answer> } {
    const id = randomUUID();
    const answer = new Promise<Answer>((resolve, reject) => {
      const none = { entry: undefined, goneSince: undefined };
      // Serialized once, though it may be sent more than once.
      const fields = parcel.fields(id);
      this.#pending.set(id, { parcel, fields, resolve, reject, sentAt: performance.now(), ...none });
    });
    this.#unsent.push(id);
    this.#sendSome();
    return { id, answer };
  }

  /** Settles a call with its first result; it may have run twice. @returns Whether it was still pending. */
  settle(id: string, answer: Answer): boolean {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(answer);
    return pending !== undefined;
  }

  /** Settles the call as `unavailable`. */
  fail(id: string, error: SandboxError): void {
    const sentAt = this.#pending.get(id)?.sentAt ?? 0;
    this.settle(id, { result: unavailable(error, performance.now() - sentAt) });
  }

  /** The session of a cell is gone. */
  lose(id: string, error: SessionLost): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.reject(error);
  }

  /** Withdraws a call. @returns Whether it was still pending. */
  withdraw(id: string): boolean {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (pending?.entry !== undefined) pending.parcel.takeBack(pending.entry);
    return pending !== undefined;
  }

  withdrawAll(error: SandboxError): void {
    for (const [id, { resolve, sentAt }] of [...this.#pending]) {
      this.withdraw(id);
      resolve({ result: unavailable(error, performance.now() - sentAt) });
    }
  }

  /**
   * Sends lost calls again: a restarted Redis may have forgotten the last moments. A call stays in its stream until its result is in
   * ours, so a call that is in neither is lost.
   *
   * @param olderThanMs - Calls that were sent later are left alone.
   * @param readResults - Settles whatever has a result already.
   */
  async sendLostAgain(olderThanMs: number, readResults: () => Promise<void>): Promise<void> {
    const before = performance.now() - olderThanMs;
    const old = [...this.#pending].filter(([, { entry, sentAt }]) => entry !== undefined && sentAt < before);
    for (const stream of new Set(old.map(([, { parcel }]) => parcel.stream))) {
      const here = old.filter(([, { parcel }]) => parcel.stream === stream);
      for (let start = 0; start < here.length; start += AUDIT_COUNT) {
        await this.#sendMissing(stream, here.slice(start, start + AUDIT_COUNT), readResults);
      }
    }
  }

  async #sendMissing(stream: string, some: [string, Pending][], readResults: () => Promise<void>): Promise<void> {
    const entries = some.map(([, { entry }]) => entry!);
    const missing = new Set(await this.#missingOf(stream, entries));
    if (missing.size === 0) return;
    // A call that is not in its stream has a result, which may be on its way to us, or is lost.
    await readResults();
    for (const [i, [id, pending]] of some.entries()) {
      if (!missing.has(entries[i]!) || pending.entry !== entries[i] || !this.#pending.has(id)) continue;
      pending.entry = undefined;
      this.#unsent.push(id);
    }
    this.#sendSome();
  }

  /** @returns The entries that are not in the stream. */
  async #missingOf(stream: string, entries: readonly string[]): Promise<string[]> {
    try {
      return (await this.redis.eval(MISSING, 1, stream, ...entries)) as string[];
    } catch (error) {
      if (!String(error).includes('NOPERM')) throw error;
      // A trainer without the right to run scripts reads the calls themselves.
      const found = await Promise.all(entries.map((entry) => this.redis.xrange(stream, entry, entry)));
      return entries.filter((_, i) => found[i]!.length === 0);
    }
  }

  /** Sends calls in parts: tens of thousands of pending commands would take more memory than the calls. */
  #sendSome(): void {
    while (this.#sending < SEND_AT_ONCE && this.#unsent.length > 0) {
      for (const id of this.#unsent.splice(0, SEND_AT_ONCE - this.#sending)) {
        const pending = this.#pending.get(id);
        if (pending === undefined) continue;
        this.#sending++;
        void this.#send(id, pending).finally(() => {
          this.#sending--;
          if (this.#sending <= SEND_AT_ONCE / 2) this.#sendSome();
        });
      }
    }
  }

  async #send(id: string, pending: Pending): Promise<void> {
    const { stream, graceMs, takeBack } = pending.parcel;
    try {
      const entry =
        graceMs === undefined
          ? await this.redis.xadd(stream, '*', ...pending.fields)
          : await this.redis.xadd(stream, 'NOMKSTREAM', '*', ...pending.fields);
      if (entry === null) return this.#sendLater(id, pending);
      pending.entry = entry;
      pending.goneSince = undefined;
      // Withdrawn or answered meanwhile (it was sent again): no caller waits for this one.
      if (!this.#pending.has(id)) takeBack(entry);
    } catch (error) {
      // Redis refused it (out of memory, no permission), so there will be no result.
      this.fail(id, new SandboxError(`Redis: ${String(error)}`, { cause: error, retryable: true }));
    }
  }

  /** The stream of a cell is missing: its worker is gone, or is about to create it again in a Redis that forgot it. */
  #sendLater(id: string, pending: Pending): void {
    const now = performance.now();
    pending.goneSince ??= now;
    if (now > pending.goneSince + (pending.parcel.graceMs ?? 0)) {
      return this.lose(id, new SessionLost('its worker is gone'));
    }
    setTimeout(() => {
      this.#unsent.push(id);
      this.#sendSome();
    }, SEND_AGAIN_MS);
  }
}
