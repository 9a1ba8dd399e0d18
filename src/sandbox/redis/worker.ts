import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { Sandbox, SandboxResult } from '../../base/index.js';
import { parseOptions } from '../../base/index.js';
import { connectRedis } from './connection.js';
import { readCall } from './entries.js';
import type { QueuedCall, RawEntry } from './entries.js';
import { callsKey, GROUP, NAMESPACES, parkedKey, resultsKey, WORKERS } from './keys.js';
import { ANSWER, PARK } from './scripts.js';

/** Options of {@link startRedisWorker}. */
export interface RedisWorkerOptions {
  readonly url: string;
  /** Runs the calls. The worker does not close it. */
  readonly sandbox: Sandbox;
  /** Calls it runs at once. */
  readonly concurrency: number;
  /** Calls it takes beyond those, so that none of its slots waits for Redis; default as many again. */
  readonly prefetch?: number;
  /** The namespaces it serves; default all that there are. */
  readonly namespaces?: readonly string[];
  /** A call whose worker has not been heard of for so long goes to another one; default 5 s. */
  readonly visibilityMs?: number;
  /** Deliveries after which a call that no worker has answered is parked; default 3. */
  readonly maxDeliveries?: number;
  /** How long results wait for their producer; default one hour. */
  readonly keepResultsSeconds?: number;
  readonly log?: (event: string, fields: Readonly<Record<string, unknown>>) => void;
}

const optionsSchema = z.strictObject({
  url: z.url({ protocol: /^rediss?$/ }),
  sandbox: z.custom<Sandbox>(
    (value) => typeof (value as Sandbox | undefined)?.run === 'function',
    'expected a sandbox',
  ),
  concurrency: z.int().min(1),
  prefetch: z.int().min(0).optional(),
  namespaces: z.array(z.string()).optional(),
  visibilityMs: z.number().min(100).default(5000),
  maxDeliveries: z.int().min(1).default(3),
  keepResultsSeconds: z.int().min(1).default(3600),
  log: z
    .custom<NonNullable<RedisWorkerOptions['log']>>((value) => typeof value === 'function', 'expected a function')
    .default(() => () => {}),
});

/** A worker that is serving the queue. */
export interface RedisWorker {
  readonly id: string;
  /** Takes no more calls, finishes those it runs, gives back those it has not begun, and goes. */
  close(): Promise<void>;
}

/**
 * Serves the queue in Redis with a sandbox of this machine.
 *
 * @throws SandboxError when there is no Redis; TypeError or RangeError for bad options.
 */
export async function startRedisWorker(options: RedisWorkerOptions): Promise<RedisWorker> {
  const settings = parseOptions(optionsSchema, options);
  const commands = await connectRedis(settings.url, 'worker');
  const reader = await connectRedis(settings.url, 'worker-reader');
  const worker = new Worker(commands, reader, settings);
  await worker.start();
  return worker;
}

const READ_BLOCK_MS = 500;
const CLAIM_COUNT = 256;
const FORGET_AFTER_MS = 3_600_000;

/** A call in our hands. */
interface Held extends QueuedCall {
  readonly namespace: string;
  readonly deliveries: number;
}

class Worker implements RedisWorker {
  readonly id = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #capacity: number;
  #held = new Map<string, Held>();
  #queue: Held[] = [];
  #running = 0;
  #namespaces: string[] = [];
  #turn = 0;
  #timers: NodeJS.Timeout[] = [];
  #reading: Promise<void> | undefined;
  #closing = false;
  #idle: (() => void) | undefined;
  #room: (() => void) | undefined;

  constructor(
    private readonly commands: Redis,
    private readonly reader: Redis,
    private readonly settings: z.output<typeof optionsSchema>,
  ) {
    this.#capacity = settings.concurrency + (settings.prefetch ?? settings.concurrency);
  }

  async start(): Promise<void> {
    await this.#findNamespaces();
    await this.#register();
    const { visibilityMs } = this.settings;
    this.#every(Math.min(1000, visibilityMs), () => this.#findNamespaces());
    this.#every(visibilityMs / 3, () => this.#keep());
    this.#every(visibilityMs / 2, () => this.#reclaim());
    this.#every(5000, () => this.#register());
    this.#every(60_000, () => this.#tidy());
    this.#reading = this.#read();
    this.settings.log('worker-started', { id: this.id, isolation: this.settings.sandbox.isolation });
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#timers.forEach(clearInterval);
    this.#room?.();
    this.reader.disconnect();
    await this.#reading;
    const keep = setInterval(() => void this.#keep().catch(() => {}), this.settings.visibilityMs / 3);
    const unbegun = this.#queue.splice(0);
    await this.#giveBack(unbegun).catch(() => {});
    if (this.#running > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
    clearInterval(keep);
    if (this.commands.status === 'ready') await this.commands.zrem(WORKERS, this.#member).catch(() => 0);
    this.commands.disconnect();
    this.settings.log('worker-stopped', { id: this.id });
  }

  get #member(): string {
    return `${this.id} ${this.settings.concurrency}`;
  }

  #every(ms: number, work: () => Promise<unknown>): void {
    let busy = false;
    const timer = setInterval(() => {
      if (busy || this.commands.status !== 'ready') return;
      busy = true;
      void work()
        .catch((error: unknown) => this.settings.log('worker-error', { error: String(error) }))
        .finally(() => (busy = false));
    }, ms);
    this.#timers.push(timer);
  }

  async #register(): Promise<void> {
    const now = Date.now();
    await this.commands.zadd(WORKERS, now + 15_000, this.#member);
    await this.commands.zremrangebyscore(WORKERS, '-inf', now);
  }

  /** Forgets workers that went long ago and left nothing behind. */
  async #tidy(): Promise<void> {
    for (const key of this.#namespaces.map(callsKey)) {
      const consumers = (await this.commands.xinfo('CONSUMERS', key, GROUP)) as unknown[][];
      for (const fields of consumers) {
        const about = new Map(fields.flatMap((name, i) => (i % 2 === 0 ? [[String(name), fields[i + 1]]] : [])));
        const gone = about.get('pending') === 0 && Number(about.get('idle')) > FORGET_AFTER_MS;
        if (gone) await this.commands.xgroup('DELCONSUMER', key, GROUP, String(about.get('name')));
      }
    }
  }

  async #findNamespaces(): Promise<void> {
    const names = this.settings.namespaces ?? (await this.commands.smembers(NAMESPACES)).sort();
    for (const name of names.filter((one) => !this.#namespaces.includes(one))) await this.#makeGroup(name);
    this.#namespaces = [...names];
  }

  async #makeGroup(namespace: string): Promise<void> {
    await this.commands.xgroup('CREATE', callsKey(namespace), GROUP, '0', 'MKSTREAM').catch((error: unknown) => {
      if (!String(error).includes('BUSYGROUP')) throw error;
    });
  }

  async #read(): Promise<void> {
    while (!this.#closing) {
      const free = this.#capacity - this.#held.size;
      if (free <= 0) {
        await new Promise<void>((resolve) => (this.#room = resolve));
        continue;
      }
      if (this.#namespaces.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        continue;
      }
      try {
        await this.#readSome(free);
      } catch (error) {
        if (this.#closing) return;
        if (String(error).includes('NOGROUP')) this.#namespaces = []; // Redis was emptied
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  /** Each namespace in turn is asked for its share of what we can take. */
  async #readSome(free: number): Promise<void> {
    const names = rotate(this.#namespaces, this.#turn++).slice(0, free);
    const count = Math.max(1, Math.floor(free / names.length));
    const keys = names.map(callsKey);
    const answer = (await this.reader.xreadgroup(
      'GROUP',
      GROUP,
      this.id,
      'COUNT',
      count,
      'BLOCK',
      READ_BLOCK_MS,
      'STREAMS',
      ...keys,
      ...keys.map(() => '>'),
    )) as [key: string, entries: RawEntry[]][] | null;
    for (const [key, entries] of answer ?? []) {
      const namespace = names[keys.indexOf(key)]!;
      for (const raw of entries) await this.#take(namespace, raw, 1);
    }
  }

  async #take(namespace: string, raw: RawEntry, deliveries: number): Promise<void> {
    let call: QueuedCall | undefined;
    try {
      call = readCall(raw);
    } catch (error) {
      await this.#park({ entry: raw[0], id: '', reply: '', call: { code: '' }, namespace, deliveries }, String(error));
      return;
    }
    const key = `${namespace} ${raw[0]}`;
    if (call === undefined || this.#held.has(key)) return;
    const held: Held = { ...call, namespace, deliveries };
    if (deliveries > this.settings.maxDeliveries) {
      await this.#park(held, `delivered ${deliveries - 1} times and never answered`);
      return;
    }
    this.#held.set(key, held);
    this.#queue.push(held);
    this.#pump();
  }

  #pump(): void {
    while (this.#running < this.settings.concurrency && this.#queue.length > 0) {
      const held = this.#queue.shift()!;
      this.#running++;
      void this.#serve(held).finally(() => {
        this.#running--;
        this.#held.delete(`${held.namespace} ${held.entry}`);
        this.#room?.();
        this.#pump();
        if (this.#running === 0) this.#idle?.();
      });
    }
  }

  async #serve(held: Held): Promise<void> {
    try {
      const result = await this.settings.sandbox.run(held.call);
      if (result.kind === 'unavailable' && result.cause.retryable && held.deliveries < this.settings.maxDeliveries) {
        await this.#giveBack([held]);
        return;
      }
      await this.#answer(held, result);
    } catch (error) {
      // A call that is itself malformed: the producer's own check should have refused it.
      const cause = { source: 'sandbox', message: String(error), retryable: false } as const;
      await this.#answer(held, { kind: 'unavailable', cause, durationMs: 0 }).catch(() => {});
    }
  }

  async #answer({ namespace, entry, id, reply }: Held, result: SandboxResult): Promise<void> {
    const keys = [callsKey(namespace), resultsKey(namespace, reply)];
    const seconds = this.settings.keepResultsSeconds;
    await this.commands.eval(ANSWER, 2, ...keys, GROUP, entry, id, JSON.stringify(result), seconds);
  }

  async #park({ namespace, entry, id, reply, call, deliveries }: Held, reason: string): Promise<void> {
    this.settings.log('call-parked', { id, namespace, reason });
    const cause = { source: 'sandbox', message: `the call was parked: ${reason}`, retryable: false } as const;
    const result: SandboxResult = { kind: 'unavailable', cause, durationMs: 0 };
    const keys = [callsKey(namespace), resultsKey(namespace, reply), parkedKey(namespace)];
    const values = [GROUP, entry, id, JSON.stringify(result), this.settings.keepResultsSeconds];
    await this.commands.eval(PARK, 3, ...keys, ...values, JSON.stringify(call), reason, deliveries);
  }

  /** Makes calls look as if they had been idle for long, so that the next look for such takes them. */
  async #giveBack(calls: readonly Held[]): Promise<void> {
    for (const { namespace, entry } of calls) {
      this.#held.delete(`${namespace} ${entry}`);
      const idle = this.settings.visibilityMs * 2;
      await this.commands.xclaim(callsKey(namespace), GROUP, this.id, 0, entry, 'IDLE', idle, 'JUSTID');
    }
  }

  /** Says that we still have what we have. */
  async #keep(): Promise<void> {
    for (const name of new Set([...this.#held.values()].map(({ namespace }) => namespace))) {
      const entries = [...this.#held.values()].filter(({ namespace }) => namespace === name).map(({ entry }) => entry);
      await this.commands.xclaim(callsKey(name), GROUP, this.id, 0, ...entries, 'JUSTID');
    }
  }

  /** Takes over calls whose worker has not been heard of. */
  async #reclaim(): Promise<void> {
    for (const namespace of this.#namespaces) {
      const free = this.#capacity - this.#held.size;
      if (free <= 0 || this.#closing) return;
      await this.#reclaimFrom(namespace, Math.min(free, CLAIM_COUNT));
    }
  }

  async #reclaimFrom(namespace: string, count: number): Promise<void> {
    const key = callsKey(namespace);
    const idle = this.settings.visibilityMs;
    const [, entries] = (await this.commands.xautoclaim(key, GROUP, this.id, idle, '0-0', 'COUNT', count)) as [
      string,
      RawEntry[],
    ];
    if (entries.length === 0) return;
    this.settings.log('calls-reclaimed', { namespace, count: entries.length });
    const counts = await Promise.all(
      entries.map(
        ([entry]) =>
          this.commands.xpending(key, GROUP, entry, entry, 1) as Promise<[unknown, unknown, unknown, number][]>,
      ),
    );
    for (const [i, raw] of entries.entries()) await this.#take(namespace, raw, counts[i]?.[0]?.[3] ?? 1);
  }
}

function rotate<T>(values: readonly T[], by: number): T[] {
  const at = values.length === 0 ? 0 : by % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}
