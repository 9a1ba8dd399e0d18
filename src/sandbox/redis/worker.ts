import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { SandboxResult } from '../../base/index.js';
import { parseOptions } from '../../base/internal/index.js';
import { connectRedis } from './connection.js';
import { readCall } from './entries.js';
import { GroupMember } from './group.js';
import type { Held, Taken } from './group.js';
import { CANCEL_PATTERN, callsKey, namespaceOf, NAMESPACES, WORKERS } from './keys.js';
import { liveMembers, workerMember } from './queue-status.js';
import { DROP_MEMBERS, KEEP_MEMBER } from './scripts.js';
import { workerOptionsSchema } from './worker-options.js';
import type { RedisWorkerOptions, WorkerSettings } from './worker-options.js';

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
  const settings = parseOptions(workerOptionsSchema, options);
  const address = { url: settings.url, ...(settings.ca === undefined ? {} : { ca: settings.ca }) };
  const commands = await connectRedis(address, 'worker');
  const reader = await connectRedis(address, 'worker-reader');
  const listener = await connectRedis(address, 'worker-listener');
  const worker = new Worker(commands, reader, listener, settings);
  await worker.start();
  return worker;
}

const READ_BLOCK_MS = 500;
const CLAIM_COUNT = 256;
const ALIVE_MS = 15_000;
const FORGET_AFTER_MS = 3_600_000;
/** What waits here is enough for so long: a read from Redis takes less. */
const AHEAD_MS = 30;
const MOST_AHEAD = 32;
/** When no call has ended for so long, those that wait behind them are given back. */
const STUCK_MS = 500;
const FIRST_REST_MS = 250;
const LONGEST_REST_MS = 5000;

class Worker implements RedisWorker {
  readonly id = `${hostname().replace(/\s/g, '-')}-${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #group: GroupMember;
  /** By namespace and entry: those that wait and those that run. */
  #held = new Map<string, Held>();
  #queue: Held[] = [];
  #running = new Map<string, AbortController>();
  #namespaces: string[] = [];
  #timers: NodeJS.Timeout[] = [];
  #reading: Promise<void> | undefined;
  #closing = false;
  #idle: (() => void) | undefined;
  #room: (() => void) | undefined;
  /** How long a call runs, as a running mean. */
  #runMs = 50;
  #finishedAt = 0;
  /** A sandbox that fails takes no calls for a while: others can run them. */
  #restMs = 0;
  #restUntil = 0;

  constructor(
    private readonly commands: Redis,
    private readonly reader: Redis,
    private readonly listener: Redis,
    private readonly settings: WorkerSettings,
  ) {
    this.#group = new GroupMember(commands, this.id, settings.visibilityMs, settings.keepResultsSeconds);
  }

  async start(): Promise<void> {
    await this.#findNamespaces();
    await this.#register();
    this.listener.on('pmessage', (_: string, channel: string, message: string) => this.#cancel(channel, message));
    await this.listener.psubscribe(CANCEL_PATTERN);
    const { visibilityMs } = this.settings;
    this.#every(Math.min(1000, visibilityMs), () => this.#findNamespaces());
    this.#every(visibilityMs / 3, () => this.#group.keep(this.#held.values()));
    this.#every(visibilityMs / 2, () => this.#reclaim());
    this.#every(STUCK_MS / 2, () => this.#giveBackStuck());
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
    this.listener.disconnect();
    await this.#reading;
    const keep = () => this.#group.keep(this.#held.values()).catch(() => {});
    const timer = setInterval(() => void keep(), this.settings.visibilityMs / 3);
    await this.#giveBack(this.#queue.splice(0)).catch(() => {});
    if (this.#held.size > 0) await new Promise<void>((resolve) => (this.#idle = resolve));
    clearInterval(timer);
    if (this.commands.status === 'ready') await this.commands.zrem(WORKERS, this.#member).catch(() => 0);
    this.commands.disconnect();
    this.settings.log('worker-stopped', { id: this.id });
  }

  get #member(): string {
    const { isolation } = this.settings.sandbox;
    return workerMember({ id: this.id, slots: this.settings.concurrency, ...isolation });
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
    await this.commands.eval(KEEP_MEMBER, 1, WORKERS, this.#member, ALIVE_MS);
    await this.commands.eval(DROP_MEMBERS, 1, WORKERS, 0);
  }

  /** Forgets namespaces and workers that went long ago. */
  async #tidy(): Promise<void> {
    const gone = (await this.commands.eval(DROP_MEMBERS, 1, NAMESPACES, FORGET_AFTER_MS)) as string[];
    if (gone.length > 0) await this.commands.del(...gone.map(callsKey));
    for (const namespace of this.#namespaces) await this.#group.tidy(namespace, FORGET_AFTER_MS);
  }

  async #findNamespaces(): Promise<void> {
    const names = this.settings.namespaces ?? (await liveMembers(this.commands, NAMESPACES, FORGET_AFTER_MS)).sort();
    for (const name of names.filter((one) => !this.#namespaces.includes(one))) await this.#group.make(name);
    this.#namespaces = [...names];
  }

  async #read(): Promise<void> {
    while (!this.#closing) {
      // Not for one call at a time: when half of what waits here is gone, it is filled up.
      if (this.#queue.length * 2 > this.#prefetch || this.#free <= 0) {
        await new Promise<void>((resolve) => (this.#room = resolve));
        continue;
      }
      if (this.#namespaces.length === 0 || performance.now() < this.#restUntil) {
        await sleep(50);
        continue;
      }
      try {
        const names = rotate(this.#namespaces, Math.floor(Math.random() * this.#namespaces.length));
        const taken = await this.#group.take(this.reader, names, this.#free);
        await this.#receive(taken.length > 0 ? taken : await this.#group.waitFor(this.reader, names, READ_BLOCK_MS));
      } catch (error) {
        if (this.#closing) return;
        if (String(error).includes('NOGROUP')) this.#namespaces = []; // Redis was emptied
        await sleep(100);
      }
    }
  }

  /** Calls that may wait here: few where they take long, since others could run them. */
  get #prefetch(): number {
    const { concurrency, prefetch } = this.settings;
    return prefetch ?? Math.ceil(concurrency * Math.min(MOST_AHEAD, AHEAD_MS / Math.max(1, this.#runMs)));
  }

  get #stuck(): boolean {
    return this.#running.size >= this.settings.concurrency && performance.now() > this.#finishedAt + STUCK_MS;
  }

  /** Calls that we can take now. */
  get #free(): number {
    return this.#stuck ? 0 : this.settings.concurrency + this.#prefetch - this.#running.size - this.#queue.length;
  }

  async #receive(taken: readonly Taken[], first = false): Promise<void> {
    const fresh: Held[] = [];
    for (const { namespace, raw, begun } of taken) {
      try {
        const call = readCall(raw);
        if (call !== undefined && !this.#held.has(keyOf({ namespace, ...call }))) {
          fresh.push({ ...call, namespace, begun });
        }
      } catch (error) {
        const [entry] = raw;
        await this.#park({ entry, id: '', reply: '', call: { code: '' }, namespace, begun }, String(error));
      }
    }
    // They are ours from here on, and are kept, also while their producers are looked for.
    for (const held of fresh) this.#held.set(keyOf(held), held);
    for (const namespace of new Set(fresh.map((held) => held.namespace))) {
      const some = fresh.filter((held) => held.namespace === namespace);
      const wanted = new Set(await this.#group.wanted(namespace, some));
      const unwanted = some.filter((held) => !wanted.has(held));
      if (unwanted.length > 0) await this.#drop(unwanted, 'their producer is gone');
      for (const held of wanted) await this.#accept(held, first);
    }
  }

  async #accept(held: Held, first: boolean): Promise<void> {
    if (held.begun >= this.settings.maxDeliveries) {
      this.#held.delete(keyOf(held));
      await this.#park(held, `begun ${held.begun} times and never answered`);
      return;
    }
    if (this.#closing) {
      await this.#giveBack([held]);
      return;
    }
    if (!this.#held.has(keyOf(held))) return; // cancelled meanwhile
    if (first) this.#queue.unshift(held);
    else this.#queue.push(held);
    this.#pump();
  }

  #pump(): void {
    while (this.#running.size < this.settings.concurrency && this.#queue.length > 0) {
      const held = this.#queue.shift()!;
      const controller = new AbortController();
      this.#running.set(keyOf(held), controller);
      if (this.#running.size === this.settings.concurrency) this.#finishedAt = performance.now();
      const failed = (error: unknown) => this.settings.log('worker-error', { error: String(error) });
      void this.#serve(held, controller.signal)
        .catch(failed)
        .finally(() => {
          this.#held.delete(keyOf(held));
          this.#room?.();
          if (this.#held.size === 0) this.#idle?.();
        });
    }
  }

  async #serve(held: Held, signal: AbortSignal): Promise<void> {
    void this.#group.begin(held).catch(() => {});
    const startedAt = performance.now();
    const result = await this.#run(held, signal);
    this.#finishedAt = performance.now();
    this.#runMs += (this.#finishedAt - startedAt - this.#runMs) / 16;
    // The next one runs while this one's result is on its way.
    this.#running.delete(keyOf(held));
    this.#pump();
    if (result === undefined) return this.#drop([held], 'cancelled');
    this.#feel(result.kind === 'unavailable');
    const mayGoOn = result.kind === 'unavailable' && result.cause.retryable;
    if (mayGoOn && held.begun + 1 < this.settings.maxDeliveries) await this.#giveBack([held]);
    else await this.#group.answer(held, result);
  }

  /** @returns What the call came to; undefined where it was cancelled. */
  async #run({ call }: Held, signal: AbortSignal): Promise<SandboxResult | undefined> {
    try {
      return await this.settings.sandbox.run(call, { signal });
    } catch (error) {
      if (signal.aborted) return undefined;
      // A call that is itself malformed: the producer's own check should have refused it.
      const cause = { source: 'sandbox', message: String(error), retryable: false } as const;
      return { kind: 'unavailable', cause, durationMs: 0 };
    }
  }

  #feel(failed: boolean): void {
    this.#restMs = failed ? Math.min(LONGEST_REST_MS, Math.max(FIRST_REST_MS, this.#restMs * 2)) : 0;
    this.#restUntil = performance.now() + this.#restMs;
  }

  #cancel(channel: string, message: string): void {
    const namespace = namespaceOf(channel);
    const dropped: Held[] = [];
    for (const entry of JSON.parse(message) as string[]) {
      const key = keyOf({ namespace, entry });
      const held = this.#held.get(key);
      if (held === undefined) continue;
      const running = this.#running.get(key);
      if (running === undefined) dropped.push(held);
      else running.abort(new Error('nobody waits for it any more'));
    }
    if (dropped.length === 0) return;
    this.#queue = this.#queue.filter((held) => !dropped.includes(held));
    this.#drop(dropped, 'cancelled').catch(() => {});
  }

  async #drop(calls: readonly Held[], why: string): Promise<void> {
    for (const held of calls) this.#held.delete(keyOf(held));
    this.#room?.();
    this.settings.log('calls-dropped', { count: calls.length, why });
    await this.#group.drop(calls);
  }

  async #giveBack(calls: readonly Held[]): Promise<void> {
    for (const held of calls) this.#held.delete(keyOf(held));
    await this.#group.giveBack(calls);
  }

  async #giveBackStuck(): Promise<void> {
    if (this.#queue.length > 0 && this.#stuck) await this.#giveBack(this.#queue.splice(0));
  }

  async #park(held: Held, reason: string): Promise<void> {
    this.settings.log('call-parked', { id: held.id, namespace: held.namespace, reason });
    await this.#group.park(held, reason);
  }

  async #reclaim(): Promise<void> {
    for (const namespace of this.#namespaces) {
      // Also when there is no room: they have waited for longest, and a deep queue leaves room to nobody.
      const count = Math.min(Math.max(this.#free, this.settings.concurrency), CLAIM_COUNT);
      if (this.#stuck || this.#closing || performance.now() < this.#restUntil) return;
      const taken = await this.#group.reclaim(namespace, count);
      if (taken.length === 0) continue;
      this.settings.log('calls-reclaimed', { namespace, count: taken.length });
      await this.#receive(taken, true);
    }
  }
}

const keyOf = ({ namespace, entry }: { readonly namespace: string; readonly entry: string }): string =>
  `${namespace} ${entry}`;

function rotate<T>(values: readonly T[], by: number): T[] {
  return [...values.slice(by), ...values.slice(0, by)];
}
