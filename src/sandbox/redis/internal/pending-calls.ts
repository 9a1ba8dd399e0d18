import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { failureCause, SandboxError } from '../../../base/index.js';
import type { SandboxCall, SandboxResult } from '../../../base/index.js';
import { MISSING } from './scripts.js';
import type { Withdrawals } from './withdrawals.js';

interface Pending {
  readonly body: string;
  readonly resolve: (result: SandboxResult) => void;
  readonly sentAt: number;
  /** Its place in the stream, once Redis has said so. */
  entry: string | undefined;
}

const SEND_AT_ONCE = 512;
const AUDIT_COUNT = 1000;

/** A producer's calls that are not answered yet: sends them, and again where Redis lost them. */
export class PendingCalls {
  readonly #pending = new Map<string, Pending>();
  /** Calls that Redis has not been told of, and how many it is being told of. */
  #unsent: string[] = [];
  #sending = 0;

  constructor(
    private readonly redis: Redis,
    /** The stream of calls, and who waits for their results. */
    private readonly place: { readonly calls: string; readonly producer: string },
    private readonly withdrawals: Withdrawals,
  ) {}

  /** @returns The call's id, and what it comes to. */
  add(call: SandboxCall): { readonly id: string; readonly answer: Promise<SandboxResult> } {
    const id = randomUUID();
    const answer = new Promise<SandboxResult>((resolve) => {
      this.#pending.set(id, { body: JSON.stringify(call), resolve, sentAt: performance.now(), entry: undefined });
    });
    this.#unsent.push(id);
    this.#sendSome();
    return { id, answer };
  }

  /** A call may have run twice: its first result counts. */
  settle(id: string, result: SandboxResult): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.resolve(result);
  }

  /** The call came to nothing, by no fault of its own. */
  fail(id: string, error: SandboxError): void {
    const sentAt = this.#pending.get(id)?.sentAt ?? 0;
    this.settle(id, unavailable(error, performance.now() - sentAt));
  }

  /** Nobody waits for it any more. */
  withdraw(id: string): void {
    const entry = this.#pending.get(id)?.entry;
    this.#pending.delete(id);
    if (entry !== undefined) this.withdrawals.add(entry);
  }

  withdrawAll(error: SandboxError): void {
    for (const [id, { resolve, sentAt }] of [...this.#pending]) {
      this.withdraw(id);
      resolve(unavailable(error, performance.now() - sentAt));
    }
  }

  /**
   * Sends again what Redis no longer has: after a restart it may have forgotten the last moments. A call is in the
   * stream until its result is in ours, so one that is in neither is lost.
   *
   * @param olderThanMs - Calls that were sent later are left alone.
   * @param readResults - Settles whatever has a result already.
   */
  async sendLostAgain(olderThanMs: number, readResults: () => Promise<void>): Promise<void> {
    const before = performance.now() - olderThanMs;
    const old = [...this.#pending].filter(([, { entry, sentAt }]) => entry !== undefined && sentAt < before);
    for (let start = 0; start < old.length; start += AUDIT_COUNT) {
      const some = old.slice(start, start + AUDIT_COUNT);
      const entries = some.map(([, { entry }]) => entry!);
      const missing = new Set(await this.#missingOf(entries));
      if (missing.size === 0) continue;
      // Not in the calls: then it is in the results, which may be on their way to us, or it is lost.
      await readResults();
      for (const [i, [id, pending]] of some.entries()) {
        if (!missing.has(entries[i]!) || pending.entry !== entries[i] || !this.#pending.has(id)) continue;
        pending.entry = undefined;
        this.#unsent.push(id);
      }
      this.#sendSome();
    }
  }

  /** @returns The entries that are not in the stream. */
  async #missingOf(entries: readonly string[]): Promise<string[]> {
    const { calls } = this.place;
    try {
      return (await this.redis.eval(MISSING, 1, calls, ...entries)) as string[];
    } catch (error) {
      if (!String(error).includes('NOPERM')) throw error;
      // A trainer that may not run scripts, since those can hold up everybody's Redis, reads the calls themselves.
      const found = await Promise.all(entries.map((entry) => this.redis.xrange(calls, entry, entry)));
      return entries.filter((_, i) => found[i]!.length === 0);
    }
  }

  /** Not all at once: tens of thousands of commands on their way take more memory than the calls do. */
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
    const fields = ['id', id, 'reply', this.place.producer, 'call', pending.body];
    try {
      pending.entry = (await this.redis.xadd(this.place.calls, '*', ...fields)) ?? undefined;
      // Withdrawn or answered meanwhile (it was sent again): nobody waits for this one.
      if (!this.#pending.has(id) && pending.entry !== undefined) this.withdrawals.add(pending.entry);
    } catch (error) {
      // Redis refused it (out of memory, no permission): nobody will answer.
      this.fail(id, new SandboxError(`Redis: ${String(error)}`, { cause: error, retryable: true }));
    }
  }
}

export function unavailable(error: SandboxError, durationMs: number): SandboxResult {
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs };
}
