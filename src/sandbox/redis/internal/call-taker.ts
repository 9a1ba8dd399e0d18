import type { Redis } from 'ioredis';
import { delay } from '../../../io/index.js';
import type { RedisWorkerSettings } from '../options.js';
import type { CallRunner } from './call-runner.js';
import { readCall } from './entries.js';
import type { ParkedCall, GroupMember, ClaimedCall, Taken } from './group.js';
import { callsKey } from './keys.js';
import type { ServedNamespaces } from './served-namespaces.js';
import type { Skipped } from './skipped.js';

const READ_BLOCK_MS = 500;
const CLAIM_COUNT = 256;

/** Takes calls from Redis for the runner: new ones, and those of workers that have not been heard of. */
export class CallTaker {
  #closing = false;
  #reading: Promise<void> | undefined;

  constructor(
    private readonly reader: Redis,
    private readonly group: GroupMember,
    private readonly namespaces: ServedNamespaces,
    private readonly runner: CallRunner,
    private readonly settings: RedisWorkerSettings,
    private readonly skipped: Skipped,
  ) {}

  start(): void {
    this.#reading = this.#read();
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.runner.wake();
    this.reader.disconnect();
    await this.#reading;
  }

  async reclaim(): Promise<void> {
    await this.namespaces.inEach(async (namespace) => {
      if (this.runner.isStuck || this.#closing || this.runner.isResting) return;
      // Even without a free slot: these calls have waited longest, and with a deep queue no worker ever has a free slot.
      const count = Math.min(Math.max(this.runner.free, this.settings.concurrency), CLAIM_COUNT);
      const taken = await this.group.reclaim(namespace, count);
      if (taken.length === 0) return;
      this.settings.log('warn', 'calls-reclaimed', { namespace, count: taken.length });
      await this.#receive(taken, true);
    });
  }

  async #read(): Promise<void> {
    while (!this.#closing) {
      if (!this.runner.wantsMore) {
        await this.runner.waitForRoom();
        continue;
      }
      const names = rotated(this.namespaces.serving);
      if (names.length === 0 || this.runner.isResting) {
        await delay(50);
        continue;
      }
      try {
        const { taken, broken } = await this.group.take(this.reader, names, this.runner.free);
        for (const { namespace, error } of broken) this.namespaces.setAside(namespace, error);
        if (taken.length > 0) await this.#receive(taken, false);
        else if (broken.length === 0) {
          await this.#receive(await this.group.waitFor(this.reader, names, READ_BLOCK_MS), false);
        }
      } catch {
        if (!this.#closing) await delay(100);
      }
    }
  }

  async #receive(taken: readonly Taken[], first: boolean): Promise<void> {
    const fresh: ClaimedCall[] = [];
    for (const { namespace, raw, begun } of taken) {
      const read = readCall(raw);
      if (read.kind === 'deleted') continue;
      if (read.kind === 'call') {
        const claimed: ClaimedCall = { ...read.value, namespace, begun };
        if (!this.runner.has(claimed)) fresh.push(claimed);
        continue;
      }
      this.skipped.add(callsKey(namespace), read.reason);
      await this.#park({ ...read.value, namespace, begun }, read.reason);
    }
    this.runner.claim(fresh);
    for (const namespace of new Set(fresh.map((claimed) => claimed.namespace))) {
      await this.#begin(
        namespace,
        fresh.filter((claimed) => claimed.namespace === namespace),
        first,
      );
    }
  }

  /** Passes those calls of one namespace to the runner whose producers are alive. */
  async #begin(namespace: string, calls: readonly ClaimedCall[], first: boolean): Promise<void> {
    try {
      const wanted = new Set(await this.group.wanted(namespace, calls));
      const unwanted = calls.filter((claimed) => !wanted.has(claimed));
      if (unwanted.length > 0) await this.runner.drop(unwanted, 'their producer is gone');
      for (const claimed of wanted) await this.#accept(claimed, first);
    } catch (error) {
      this.runner.forget(calls); // others take them over
      this.namespaces.setAside(namespace, String(error));
    }
  }

  async #accept(claimed: ClaimedCall, first: boolean): Promise<void> {
    if (claimed.begun >= this.settings.maxDeliveries) {
      this.runner.forget([claimed]);
      await this.#park(claimed, `started ${claimed.begun} times and never answered`);
    } else if (this.#closing) {
      await this.runner.giveBack([claimed]);
    } else if (this.runner.has(claimed)) {
      this.runner.run(claimed, first); // else it was cancelled meanwhile
    }
  }

  async #park(call: ParkedCall, reason: string): Promise<void> {
    const { id, namespace } = call;
    this.settings.log('warn', 'call-parked', { id, namespace, reason });
    await this.group.park(call, reason).catch((error: unknown) => this.namespaces.setAside(namespace, String(error)));
  }
}

/** @returns The items in a new order at each call, so that no item is always first. */
function rotated<T>(values: readonly T[]): T[] {
  const by = Math.floor(Math.random() * values.length);
  return [...values.slice(by), ...values.slice(0, by)];
}
