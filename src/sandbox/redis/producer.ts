import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
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
import { failureCause, parseOptions, SandboxError } from '../../base/index.js';
import { checkCall } from '../limits.js';
import { connectRedis } from './connection.js';
import { readResult } from './entries.js';
import type { RawEntry } from './entries.js';
import { callsKey, NAMESPACES, resultsKey } from './keys.js';

/** Options of {@link createRedisSandbox}. */
export interface RedisSandboxOptions {
  /** `redis://…`, or `rediss://…` for TLS. */
  readonly url: string;
  /** Separates trainers that share a Redis; default `default`. */
  readonly namespace?: string;
  /** How long a call may take in all, waiting included, before it is `unavailable`; default one hour. */
  readonly timeoutMs?: number;
  /** How often calls that have not been answered are looked for in Redis; default 5 s. */
  readonly auditMs?: number;
}

const optionsSchema = z.strictObject({
  url: z.url({ protocol: /^rediss?$/ }),
  namespace: z
    .string()
    .regex(/^[\w.-]+$/, 'expected letters, digits, ".", "_" or "-"')
    .default('default'),
  timeoutMs: z.number().positive().default(3_600_000),
  auditMs: z.number().positive().default(5000),
});

/**
 * A sandbox that is a queue in Redis, served by any number of `rstar2-agent sandbox worker` on any number of machines.
 *
 * A call is delivered at least once and answered exactly once: workers that die lose their calls to others, and calls
 * that Redis itself lost in a restart are sent again.
 *
 * @throws SandboxError when there is no Redis; TypeError or RangeError for bad options.
 */
export async function createRedisSandbox(options: RedisSandboxOptions): Promise<Sandbox> {
  const settings = parseOptions(optionsSchema, options);
  const commands = await connectRedis(settings.url, 'producer');
  const reader = await connectRedis(settings.url, 'producer-reader');
  const sandbox = new RedisSandbox(commands, reader, settings);
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

class RedisSandbox implements Sandbox {
  readonly isolation: IsolationReport = {
    level: 'partial',
    mechanism: 'redis',
    missing: ['each worker contains programs by its own means: see what it logs when it starts'],
  };
  readonly #id = randomUUID();
  readonly #calls: string;
  readonly #results: string;
  #pending = new Map<string, Pending>();
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
  }

  async start(): Promise<void> {
    await this.commands.sadd(NAMESPACES, this.settings.namespace);
    this.#reading = this.#read();
    this.#audit = setInterval(() => void this.#lookForLost().catch(() => {}), this.settings.auditMs);
    this.#audit.unref();
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
      void this.#send(id, pending);
    });
  }

  runBatch(calls: readonly SandboxCall[], { signal, onResult }: BatchOptions = {}): Promise<SandboxResult[]> {
    calls.forEach(checkCall);
    return Promise.all(
      calls.map(async (call, index) => {
        const result = await this.run(call, { signal });
        onResult?.(result, index);
        return result;
      }),
    );
  }

  async close(): Promise<void> {
    if (this.#closed !== undefined) return;
    this.#closed = new SandboxError('the sandbox was closed');
    clearInterval(this.#audit);
    for (const [id, pending] of this.#pending) {
      this.#withdraw(id);
      pending.resolve(unavailable(this.#closed, performance.now() - pending.sentAt));
    }
    this.reader.disconnect();
    await this.#reading;
    if (this.commands.status === 'ready') await this.commands.del(this.#results).catch(() => 0);
    this.commands.disconnect();
  }

  async #send(id: string, pending: Pending): Promise<void> {
    try {
      const fields = ['id', id, 'reply', this.#id, 'call', pending.body];
      pending.entry = (await this.commands.xadd(this.#calls, '*', ...fields)) ?? undefined;
    } catch (error) {
      // Redis refused it (out of memory, no permission): nobody will answer.
      if (this.#pending.delete(id)) {
        const cause = new SandboxError(`Redis: ${String(error)}`, { cause: error, retryable: true });
        pending.resolve(unavailable(cause, performance.now() - pending.sentAt));
      }
    }
  }

  /** Takes back what has not started; what has, runs to its end unheard. */
  #withdraw(id: string): void {
    const entry = this.#pending.get(id)?.entry;
    this.#pending.delete(id);
    if (entry !== undefined && this.commands.status === 'ready')
      void this.commands.xdel(this.#calls, entry).catch(() => 0);
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
        if (entries.length > 0) void this.commands.xtrim(this.#results, 'MINID', this.#last).catch(() => 0);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  }

  #take(entry: RawEntry): void {
    this.#last = entry[0];
    const answer = readResult(entry);
    const pending = answer && this.#pending.get(answer.id);
    if (answer === undefined || pending === undefined) return; // answered before: a call may have run twice
    this.#pending.delete(answer.id);
    pending.resolve(answer.result);
  }

  /**
   * Sends again what Redis no longer has: after a restart it may have forgotten the last moments. A call is in the
   * stream until its result is in ours, so one that is in neither is lost.
   */
  async #lookForLost(): Promise<void> {
    if (this.commands.status !== 'ready') return;
    await this.commands.sadd(NAMESPACES, this.settings.namespace);
    const before = performance.now() - this.settings.auditMs;
    const old = [...this.#pending].filter(([, { entry, sentAt }]) => entry !== undefined && sentAt < before);
    for (let start = 0; start < old.length; start += AUDIT_COUNT) {
      const some = old.slice(start, start + AUDIT_COUNT);
      const found = await Promise.all(some.map(([, { entry }]) => this.commands.xrange(this.#calls, entry!, entry!)));
      const missing = some.filter((_, i) => found[i]!.length === 0);
      if (missing.length === 0) continue;
      // Not in the calls: then it is in the results, which may be on their way to us, or it is lost.
      await this.#catchUp();
      for (const [id, pending] of missing) if (this.#pending.has(id)) void this.#send(id, pending);
    }
  }

  /** Reads everything that is in the results now. */
  async #catchUp(): Promise<void> {
    const entries = (await this.commands.xrange(this.#results, '-', '+')) as RawEntry[];
    for (const entry of entries) {
      const answer = readResult(entry);
      const pending = answer && this.#pending.get(answer.id);
      if (answer === undefined || pending === undefined) continue;
      this.#pending.delete(answer.id);
      pending.resolve(answer.result);
    }
  }
}

function unavailable(error: SandboxError, durationMs: number): SandboxResult {
  return { kind: 'unavailable', cause: failureCause('sandbox', error), durationMs };
}
