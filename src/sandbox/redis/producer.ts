import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
} from '../../base/index.js';
import { failureCause, SandboxError } from '../../base/index.js';
import { parseOptions, runCalls } from '../../base/internal/index.js';
import { checkCall } from '../limits.js';
import { addressShape, connectRedis } from './connection.js';
import type { RedisAddress } from './connection.js';
import { readResult } from './entries.js';
import type { RawEntry } from './entries.js';
import { callsKey, NAMESPACES, producerKey, resultsKey } from './keys.js';
import { liveWorkers, queueStatus, weakestIsolation } from './queue-status.js';
import type { QueueStatus } from './queue-status.js';
import { KEEP_MEMBER, MISSING } from './scripts.js';
import { Withdrawals } from './withdrawals.js';

/** Options of {@link createRedisSandbox}. */
export interface RedisSandboxOptions extends RedisAddress {
  /** Separates trainers that share a Redis; default `default`. */
  readonly namespace?: string;
  /** How long a call may take in all, waiting included, before it is `unavailable`; default one hour. */
  readonly timeoutMs?: number;
  /** How often calls that have not been answered are looked for in Redis; default 2 s. */
  readonly auditMs?: number;
}

/** A sandbox that is a queue. */
export interface RedisSandbox extends Sandbox {
  /**
   * How the queue stands: this trainer's calls, everybody's workers.
   *
   * @throws SandboxError while Redis cannot be reached.
   */
  status(): Promise<QueueStatus>;
}

const optionsSchema = z.strictObject({
  ...addressShape,
  namespace: z
    .string()
    .regex(/^[\w.-]+$/, 'expected letters, digits, ".", "_" or "-"')
    .default('default'),
  timeoutMs: z.number().positive().max(2_147_483_647).default(3_600_000),
  auditMs: z.number().min(10).max(60_000).default(2000),
});

/**
 * A sandbox that is a queue in Redis, served by any number of `rstar2-agent sandbox worker` on any number of machines.
 *
 * A call is delivered at least once and answered exactly once: workers that die lose their calls to others, and calls
 * that Redis itself lost in a restart are sent again. Its `isolation` is that of the worker that contains least.
 *
 * @throws SandboxError when there is no Redis; TypeError or RangeError for bad options.
 */
export async function createRedisSandbox(options: RedisSandboxOptions): Promise<RedisSandbox> {
  const settings = parseOptions(optionsSchema, options);
  const address = { url: settings.url, ...(settings.ca === undefined ? {} : { ca: settings.ca }) };
  const commands = await connectRedis(address, 'producer');
  const reader = await connectRedis(address, 'producer-reader');
  const sandbox = new Producer(commands, reader, settings);
  await sandbox.start();
  return sandbox;
}

interface Pending {
  readonly body: string;
  readonly resolve: (result: SandboxResult) => void;
  readonly sentAt: number;
  /** Its place in the stream, once Redis has said so. */
  entry: string | undefined;
}

const READ_BLOCK_MS = 1000;
const READ_COUNT = 512;
const AUDIT_COUNT = 1000;
const SEND_AT_ONCE = 512;
/** A producer that has not been heard of for so long is dead: its calls are not run. */
const ALIVE_MS = 30_000;

class Producer implements RedisSandbox {
  readonly #id = randomUUID();
  readonly #calls: string;
  readonly #results: string;
  readonly #withdrawals: Withdrawals;
  #isolation: IsolationReport = weakestIsolation([]);
  #pending = new Map<string, Pending>();
  /** Calls that Redis has not been told of, and how many it is being told of. */
  #unsent: string[] = [];
  #sending = 0;
  #last = '0-0';
  #reading: Promise<void> | undefined;
  #audit: NodeJS.Timeout | undefined;
  #closed: SandboxError | undefined;

  constructor(
    private readonly commands: Redis,
    private readonly reader: Redis,
    private readonly settings: z.output<typeof optionsSchema>,
  ) {
    this.#calls = callsKey(settings.namespace);
    this.#results = resultsKey(settings.namespace, this.#id);
    this.#withdrawals = new Withdrawals(commands, settings.namespace);
  }

  get isolation(): IsolationReport {
    return this.#isolation;
  }

  async start(): Promise<void> {
    await this.#keepAlive();
    this.#reading = this.#read();
    this.#audit = setInterval(() => void this.#lookAfter(), this.settings.auditMs);
    this.#audit.unref();
  }

  async status(): Promise<QueueStatus> {
    if (this.commands.status !== 'ready') throw new SandboxError('Redis cannot be reached', { retryable: true });
    return queueStatus(this.commands, this.settings.namespace);
  }

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkCall(call);
    signal?.throwIfAborted();
    if (this.#closed !== undefined) return unavailable(this.#closed, 0);
    if (signal !== undefined) setMaxListeners(0, signal);
    const id = randomUUID();
    const sentAt = performance.now();
    return new Promise<SandboxResult>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#withdraw(id);
        const error = new SandboxError(`no answer in ${this.settings.timeoutMs} ms`, { retryable: true });
        settle(unavailable(error, performance.now() - sentAt));
      }, this.settings.timeoutMs);
      const abort = () => {
        this.#withdraw(id);
        clearTimeout(timer);
        reject(signal!.reason as Error);
      };
      const settle = (result: SandboxResult) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        resolve(result);
      };
      signal?.addEventListener('abort', abort, { once: true });
      const pending: Pending = { body: JSON.stringify(call), resolve: settle, sentAt, entry: undefined };
      this.#pending.set(id, pending);
      this.#unsent.push(id);
      this.#sendSome();
    });
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  async close(): Promise<void> {
    if (this.#closed !== undefined) return;
    this.#closed = new SandboxError('the sandbox was closed');
    clearInterval(this.#audit);
    for (const [id, pending] of [...this.#pending]) {
      this.#withdraw(id);
      pending.resolve(unavailable(this.#closed, performance.now() - pending.sentAt));
    }
    this.reader.disconnect();
    await this.#reading;
    if (this.commands.status === 'ready') {
      await this.#withdrawals.flush();
      await this.commands.del(this.#results, producerKey(this.settings.namespace, this.#id)).catch(() => 0);
    }
    this.commands.disconnect();
  }

  /** Not all at once: tens of thousands of commands on their way take more memory than the calls do. */
  #sendSome(): void {
    while (this.#sending < SEND_AT_ONCE && this.#unsent.length > 0) {
      const ids = this.#unsent.splice(0, SEND_AT_ONCE - this.#sending);
      for (const id of ids) {
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
    const fields = ['id', id, 'reply', this.#id, 'call', pending.body];
    try {
      pending.entry = (await this.commands.xadd(this.#calls, '*', ...fields)) ?? undefined;
      // Withdrawn or answered meanwhile (it was sent again): nobody waits for this one.
      if (!this.#pending.has(id) && pending.entry !== undefined) this.#withdrawals.add(pending.entry);
    } catch (error) {
      // Redis refused it (out of memory, no permission): nobody will answer.
      if (this.#pending.delete(id)) {
        const cause = new SandboxError(`Redis: ${String(error)}`, { cause: error, retryable: true });
        pending.resolve(unavailable(cause, performance.now() - pending.sentAt));
      }
    }
  }

  #withdraw(id: string): void {
    const entry = this.#pending.get(id)?.entry;
    this.#pending.delete(id);
    if (entry !== undefined) this.#withdrawals.add(entry);
  }

  async #read(): Promise<void> {
    while (this.#closed === undefined) {
      try {
        const answer = await this.reader.xread(
          'COUNT',
          READ_COUNT,
          'BLOCK',
          READ_BLOCK_MS,
          'STREAMS',
          this.#results,
          this.#last,
        );
        const entries = (answer?.[0]?.[1] ?? []) as RawEntry[];
        for (const entry of entries) this.#take(entry);
        if (entries.length === 0) continue;
        this.#last = entries.at(-1)![0];
        void this.commands.xtrim(this.#results, 'MINID', this.#last).catch(() => 0);
      } catch {
        if (this.#closed === undefined) await sleep(100);
      }
    }
  }

  /** A call may have run twice: its first result counts. */
  #take(entry: RawEntry): void {
    const answer = readResult(entry);
    const pending = answer && this.#pending.get(answer.id);
    if (answer === undefined || pending === undefined) return;
    this.#pending.delete(answer.id);
    pending.resolve(answer.result);
  }

  async #lookAfter(): Promise<void> {
    if (this.commands.status !== 'ready') return;
    try {
      await this.#keepAlive();
      await this.#sendLostAgain();
    } catch {
      return; // Redis went away: the next round is soon
    }
  }

  /** Says that we are there, and looks who serves us. */
  async #keepAlive(): Promise<void> {
    const { namespace } = this.settings;
    const [workers] = await Promise.all([
      liveWorkers(this.commands),
      this.commands.set(producerKey(namespace, this.#id), '1', 'PX', ALIVE_MS),
      this.commands.eval(KEEP_MEMBER, 1, NAMESPACES, namespace, ALIVE_MS),
    ]);
    this.#isolation = weakestIsolation(workers);
  }

  /**
   * Sends again what Redis no longer has: after a restart it may have forgotten the last moments. A call is in the
   * stream until its result is in ours, so one that is in neither is lost.
   */
  async #sendLostAgain(): Promise<void> {
    const before = performance.now() - this.settings.auditMs;
    const old = [...this.#pending].filter(([, { entry, sentAt }]) => entry !== undefined && sentAt < before);
    for (let start = 0; start < old.length; start += AUDIT_COUNT) {
      const some = old.slice(start, start + AUDIT_COUNT);
      const entries = some.map(([, { entry }]) => entry!);
      const missing = new Set((await this.commands.eval(MISSING, 1, this.#calls, ...entries)) as string[]);
      if (missing.size === 0) continue;
      // Not in the calls: then it is in the results, which may be on their way to us, or it is lost.
      for (const entry of (await this.commands.xrange(this.#results, '-', '+')) as RawEntry[]) this.#take(entry);
      for (const [i, [id, pending]] of some.entries()) {
        if (!missing.has(entries[i]!) || pending.entry !== entries[i] || !this.#pending.has(id)) continue;
        pending.entry = undefined;
        this.#unsent.push(id);
      }
      this.#sendSome();
    }
  }
}

function unavailable(error: SandboxError, durationMs: number): SandboxResult {
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs };
}
