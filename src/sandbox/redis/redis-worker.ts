import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import * as z from 'zod';
import { parseOptions } from '../../base/internal/index.js';
import { CallRunner, STUCK_MS } from './internal/call-runner.js';
import { CallTaker } from './internal/call-taker.js';
import { CellStreams } from './internal/cell-streams.js';
import { connectRedis, started, whileReachable } from './internal/connection.js';
import { GroupMember } from './internal/group.js';
import { CANCEL_PATTERN, cancelChannel, callsKey, namespaceOf, WORKERS } from './internal/keys.js';
import { workerMember, dropMembers, keepMember } from './internal/members.js';
import { ServedNamespaces } from './internal/served-namespaces.js';
import { Skipped } from './internal/skipped.js';
import { WorkerSessions } from './internal/worker-sessions.js';
import { redisWorkerOptionsSchema } from './options.js';
import type { RedisWorkerOptions, RedisWorkerSettings } from './options.js';

/** A worker that is serving the queue. */
export interface RedisWorker {
  readonly id: string;
  /** Number of invalid entries in Redis that were skipped: 0 if no other program writes there. */
  readonly skipped: number;
  /**
   * Takes no more calls, finishes running calls, returns the others to the queue, and ends its sessions. If Redis is away for longer than
   * `visibilityMs`, no caller is notified: other workers have taken its calls over by then.
   */
  close(): Promise<void>;
}

/**
 * Serves the queue in Redis with a sandbox of this machine.
 *
 * @throws SandboxError if Redis cannot be reached or refuses access; TypeError or RangeError for bad options.
 *
 * @example
 * const worker = await startRedisWorker({ url: 'redis://localhost:6379', sandbox: await createLocalSandbox(), concurrency: 8 });
 */
export async function startRedisWorker(options: RedisWorkerOptions): Promise<RedisWorker> {
  const settings = parseOptions(redisWorkerOptionsSchema, options);
  const commands = await connectRedis(settings, 'worker');
  const reader = await connectRedis(settings, 'worker-reader');
  const listener = await connectRedis(settings, 'worker-listener');
  const cells = await connectRedis(settings, 'worker-cells');
  return started(new Worker(commands, reader, listener, cells, settings));
}

const ALIVE_MS = 15_000;
/** Longest message of a producer, which names at most a thousand calls. */
const MOST_CANCEL_CHARACTERS = 100_000;
const cancelledSchema = z.array(z.string().regex(/^\d{1,20}-\d{1,20}$/));

class Worker implements RedisWorker {
  readonly id = `${hostname().replace(/\s/g, '-')}-${process.pid}-${randomUUID().slice(0, 8)}`;
  readonly #group: GroupMember;
  readonly #namespaces: ServedNamespaces;
  readonly #runner: CallRunner;
  readonly #sessions: WorkerSessions;
  readonly #taker: CallTaker;
  readonly #skipped: Skipped;
  #timers: NodeJS.Timeout[] = [];
  #closing = false;

  constructor(
    private readonly commands: Redis,
    reader: Redis,
    private readonly listener: Redis,
    cells: Redis,
    private readonly settings: RedisWorkerSettings,
  ) {
    const { visibilityMs, log } = settings;
    this.#skipped = new Skipped(log);
    this.#group = new GroupMember(commands, this.id, visibilityMs, ({ namespace, error }) =>
      this.#skipped.add(callsKey(namespace), error),
    );
    this.#namespaces = new ServedNamespaces(commands, this.#group, settings, this.#skipped);
    const streams = new CellStreams(commands, this.id);
    this.#sessions = new WorkerSessions(cells, streams, this.id, settings, this.#skipped, (work, signal) =>
      this.#runner.inSlot(work, signal),
    );
    this.#runner = new CallRunner(this.#group, settings, this.#sessions);
    this.#taker = new CallTaker(reader, this.#group, this.#namespaces, this.#runner, settings, this.#skipped);
  }

  get skipped(): number {
    return this.#skipped.count;
  }

  async start(): Promise<void> {
    const { visibilityMs, namespaces, log, sandbox } = this.settings;
    await this.#attempt(() => this.#namespaces.look());
    await this.#attempt(() => this.#register());
    const cancel = (channel: string, message: string) => this.#cancel(channel, message);
    if (namespaces === undefined) {
      this.listener.on('pmessage', (_: string, channel: string, message: string) => cancel(channel, message));
      await this.listener.psubscribe(CANCEL_PATTERN);
    } else {
      this.listener.on('message', cancel);
      await this.listener.subscribe(...namespaces.map(cancelChannel));
    }
    this.#every(Math.min(1000, visibilityMs), () => this.#namespaces.look());
    this.#every(visibilityMs / 3, () => this.#group.keep(this.#runner.claimed));
    this.#every(visibilityMs / 3, () => this.#sessions.keep());
    this.#every(Math.max(500, visibilityMs), () => this.#sessions.endAbandoned());
    this.#every(visibilityMs / 2, () => this.#taker.reclaim());
    this.#every(STUCK_MS / 2, () => this.#runner.giveBackStuck());
    this.#every(5000, () => this.#register());
    this.#every(60_000, () => this.#namespaces.tidy());
    this.#taker.start();
    log('info', 'worker-started', { id: this.id, isolation: sandbox.isolation });
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#timers.forEach(clearInterval);
    this.listener.disconnect();
    const { visibilityMs } = this.settings;
    const keep = () => Promise.all([this.#group.keep(this.#runner.claimed), this.#sessions.keep()]);
    const timer = setInterval(() => void keep().catch(() => {}), visibilityMs / 3);
    await whileReachable(this.commands, this.#finish(), visibilityMs);
    clearInterval(timer);
    await this.#sessions.end();
    const leave = () => this.commands.zrem(WORKERS, this.#member).catch(() => 0);
    if (this.commands.status === 'ready') await whileReachable(this.commands, leave(), visibilityMs);
    this.commands.disconnect();
    this.settings.log('info', 'worker-stopped', { id: this.id });
  }

  async #finish(): Promise<void> {
    await this.#sessions.stop();
    await this.#taker.close();
    await this.#runner.giveBackWaiting().catch(() => {});
    await this.#runner.waitForIdle();
    await this.#sessions.finish();
  }

  get #member(): string {
    const { isolation } = this.settings.sandbox;
    return workerMember({ id: this.id, slots: this.settings.concurrency, ...isolation });
  }

  #every(ms: number, work: () => Promise<unknown>): void {
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy || this.commands.status !== 'ready') return;
      isBusy = true;
      void this.#attempt(work).finally(() => (isBusy = false));
    }, ms);
    this.#timers.push(timer);
  }

  /** Logs errors of background work; the worker continues. */
  async #attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.settings.log('error', 'worker-error', { error: String(error) });
    }
  }

  async #register(): Promise<void> {
    await keepMember(this.commands, WORKERS, this.#member, ALIVE_MS);
    await dropMembers(this.commands, WORKERS, 0);
  }

  /** Any client can publish anything on a channel, so messages are checked. */
  #cancel(channel: string, message: string): void {
    const entries = readCancelled(message);
    if (entries === undefined) return this.#skipped.add(channel, 'a message that names no calls');
    const namespace = namespaceOf(channel);
    this.#runner.cancel(entries.map((entry) => ({ namespace, entry })));
  }
}

function readCancelled(message: string): readonly string[] | undefined {
  if (message.length > MOST_CANCEL_CHARACTERS) return undefined;
  try {
    return cancelledSchema.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
}
