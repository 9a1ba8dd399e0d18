import type { Redis } from 'ioredis';
import type { SandboxResult } from '../../../base/index.js';
import type { Addressed, QueuedCall, RawEntry, SessionPlace } from './entries.js';
import { callsKey, GROUP, KEEP_RESULTS_SECONDS, parkedKey, producerKey, resultsKey } from './keys.js';
import { ANSWER, PARK, TAKE } from './scripts.js';

/** A call that this worker has claimed. */
export interface ClaimedCall extends QueuedCall {
  readonly namespace: string;
  /** How often it was begun before. */
  readonly begun: number;
}

/** An entry that was read from the stream, and how often a worker began it before. */
export interface Taken {
  readonly namespace: string;
  readonly raw: RawEntry;
  readonly begun: number;
}

/** A call that no worker runs again: it cannot be read, or was begun too often. */
export type ParkedCall = Addressed & { readonly namespace: string; readonly begun: number };

/** A namespace whose calls cannot be read: its key has another type, or access is denied. */
export interface BrokenNamespace {
  readonly namespace: string;
  readonly error: string;
}

/**
 * One consumer of the consumer group: it claims, keeps, returns and answers calls.
 *
 * Redis counts deliveries. The group sets that count to one more than the number of times the call was begun, so that a call does not
 * count as begun if it only waited at a worker that died.
 */
export class GroupMember {
  /** By namespace, where the next search for abandoned calls continues. */
  #cursors = new Map<string, string>();

  constructor(
    private readonly redis: Redis,
    private readonly name: string,
    private readonly visibilityMs: number,
    /** Called for a namespace that cannot be written; the others are still served. */
    private readonly onBroken: (broken: BrokenNamespace) => void,
  ) {}

  /** Creates the group if there is none; it includes the calls that are already in the stream. */
  async make(namespace: string): Promise<void> {
    await this.redis.xgroup('CREATE', callsKey(namespace), GROUP, '0', 'MKSTREAM').catch((error: unknown) => {
      if (!String(error).includes('BUSYGROUP')) throw error;
    });
  }

  /** @returns Up to `count` new calls, from every namespace that has some, and the namespaces that cannot be read. */
  async take(
    reader: Redis,
    namespaces: readonly string[],
    count: number,
  ): Promise<{ readonly taken: Taken[]; readonly broken: BrokenNamespace[] }> {
    const keys = namespaces.map(callsKey);
    const answer = await reader.eval(TAKE, keys.length, ...keys, GROUP, this.name, count);
    const [taken, broken] = answer as [[number, RawEntry][], [number, string][]];
    return {
      taken: taken.map(([index, raw]) => ({ namespace: namespaces[index - 1]!, raw, begun: 0 })),
      broken: broken.map(([index, error]) => ({ namespace: namespaces[index - 1]!, error })),
    };
  }

  /** Waits for a new call in any namespace, for a while; takes at most one of each. */
  async waitFor(reader: Redis, namespaces: readonly string[], waitMs: number): Promise<Taken[]> {
    const keys = namespaces.map(callsKey);
    const from = keys.map(() => '>');
    const wait = ['COUNT', 1, 'BLOCK', waitMs, 'STREAMS'] as const;
    const answer = (await reader.xreadgroup('GROUP', GROUP, this.name, ...wait, ...keys, ...from)) as
      [key: string, entries: RawEntry[]][] | null;
    return (answer ?? []).flatMap(([key, entries]) =>
      entries.map((raw) => ({ namespace: namespaces[keys.indexOf(key)]!, raw, begun: 0 })),
    );
  }

  /** Takes over calls whose worker has not been heard of. */
  async reclaim(namespace: string, count: number): Promise<Taken[]> {
    const key = callsKey(namespace);
    const from = this.#cursors.get(namespace) ?? '0-0';
    const found = await this.redis.xautoclaim(key, GROUP, this.name, this.visibilityMs, from, 'COUNT', count, 'JUSTID');
    const [cursor, ids] = found as [string, string[]];
    this.#cursors.set(namespace, cursor);
    const about = await Promise.all(
      ids.map(async (id) => {
        const [entries, pending] = await Promise.all([
          this.redis.xrange(key, id, id) as Promise<RawEntry[]>,
          this.redis.xpending(key, GROUP, id, id, 1) as Promise<[unknown, unknown, unknown, number][]>,
        ]);
        return { raw: entries[0], begun: Math.max(0, (pending[0]?.[3] ?? 1) - 1), id };
      }),
    );
    const withdrawn = about.filter(({ raw }) => raw === undefined).map(({ id }) => id);
    if (withdrawn.length > 0) await this.redis.xack(key, GROUP, ...withdrawn);
    return about.flatMap(({ raw, begun }) => (raw === undefined ? [] : [{ namespace, raw, begun }]));
  }

  /** @returns The calls whose producer is alive. */
  async wanted<C extends QueuedCall>(namespace: string, calls: readonly C[]): Promise<C[]> {
    const producers = [...new Set(calls.map(({ reply }) => reply))];
    const alive = await Promise.all(producers.map((id) => this.redis.exists(producerKey(namespace, id))));
    return calls.filter(({ reply }) => alive[producers.indexOf(reply)] === 1);
  }

  /** Records that a call begins to run. */
  async begin({ namespace, entry, begun }: ClaimedCall): Promise<void> {
    const count = ['RETRYCOUNT', begun + 2, 'JUSTID'] as const;
    await this.redis.xclaim(callsKey(namespace), GROUP, this.name, 0, entry, ...count);
  }

  /** Renews our claim to calls. */
  async keep(calls: Iterable<ClaimedCall>): Promise<void> {
    await this.#inEach(calls, (key, entries) => this.redis.xclaim(key, GROUP, this.name, 0, ...entries, 'JUSTID'));
  }

  /** Marks calls as abandoned, so that the next search of any worker finds them. */
  async giveBack(calls: Iterable<ClaimedCall>): Promise<void> {
    const idle = ['IDLE', Math.round(this.visibilityMs * 2), 'JUSTID'] as const;
    await this.#inEach(calls, (key, entries) => this.redis.xclaim(key, GROUP, this.name, 0, ...entries, ...idle));
  }

  /** Removes calls without an answer: their callers no longer wait. */
  async drop(calls: Iterable<ClaimedCall>): Promise<void> {
    await this.#inEach(calls, (key, entries) =>
      Promise.all([this.redis.xack(key, GROUP, ...entries), this.redis.xdel(key, ...entries)]),
    );
  }

  /**
   * @param place - Of the session that the call opened.
   * @returns Whether this was its first result.
   */
  async answer(
    { namespace, entry, id, reply }: ClaimedCall,
    result: SandboxResult,
    place?: SessionPlace,
  ): Promise<boolean> {
    const keys = [callsKey(namespace), resultsKey(namespace, reply)];
    const values = [GROUP, entry, id, JSON.stringify(result), KEEP_RESULTS_SECONDS];
    const session = place === undefined ? '' : JSON.stringify(place);
    return (await this.redis.eval(ANSWER, 2, ...keys, ...values, session)) === 1;
  }

  /** Answers a call as `unavailable`, and copies it to the stream of parked calls. */
  async park({ namespace, entry, id, reply, body, begun }: ParkedCall, reason: string): Promise<void> {
    const cause = { source: 'sandbox', message: `the call was parked: ${reason}`, retryable: false } as const;
    const result: SandboxResult = { kind: 'unavailable', cause, durationMs: 0 };
    const keys = [callsKey(namespace), resultsKey(namespace, reply), parkedKey(namespace)];
    const values = [GROUP, entry, id, JSON.stringify(result), KEEP_RESULTS_SECONDS];
    await this.redis.eval(PARK, 3, ...keys, ...values, body, reason, begun);
  }

  /** Removes consumers that are gone and have no pending calls. */
  async tidy(namespace: string, afterMs: number): Promise<void> {
    const key = callsKey(namespace);
    const consumers = (await this.redis.xinfo('CONSUMERS', key, GROUP)) as unknown[][];
    for (const fields of consumers) {
      const about = new Map(fields.flatMap((name, i) => (i % 2 === 0 ? [[String(name), fields[i + 1]]] : [])));
      const gone = about.get('pending') === 0 && Number(about.get('idle')) > afterMs;
      if (gone) await this.redis.xgroup('DELCONSUMER', key, GROUP, String(about.get('name')));
    }
  }

  /** Runs `work` on the calls of each namespace; if it fails for one, the others are not affected. */
  async #inEach(
    calls: Iterable<ClaimedCall>,
    work: (key: string, entries: string[]) => Promise<unknown>,
  ): Promise<void> {
    const all = [...byNamespace(calls)].map(([namespace, entries]) =>
      work(callsKey(namespace), entries).catch((error: unknown) => this.onBroken({ namespace, error: String(error) })),
    );
    await Promise.all(all);
  }
}

function byNamespace(calls: Iterable<ClaimedCall>): Map<string, string[]> {
  const entries = new Map<string, string[]>();
  for (const { namespace, entry } of calls) {
    const some = entries.get(namespace);
    if (some === undefined) entries.set(namespace, [entry]);
    else some.push(entry);
  }
  return entries;
}
