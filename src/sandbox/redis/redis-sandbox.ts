import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type {
  BatchOptions,
  CallOptions,
  IsolationReport,
  Sandbox,
  SandboxCall,
  SandboxResult,
  SandboxSession,
} from '../../base/index.js';
import { SandboxError } from '../../base/index.js';
import { checkSandboxCall, parseOptions, runCalls } from '../../base/internal/index.js';
import { TimeLimitError, withTimeLimit } from '../../io/index.js';
import { openSession } from '../internal/remote-session.js';
import { unavailable } from '../internal/unavailable.js';
import { connectRedis, started, whileReachable } from './internal/connection.js';
import { callsKey, NAMESPACES, producerKey, resultsKey } from './internal/keys.js';
import { liveWorkers, weakestIsolation, keepMember } from './internal/members.js';
import { PendingCalls } from './internal/pending-calls.js';
import type { Answer, Parcel } from './internal/pending-calls.js';
import { ProducerSessions } from './internal/producer-sessions.js';
import { ResultsReader } from './internal/results-reader.js';
import { Skipped } from './internal/skipped.js';
import { Withdrawals } from './internal/withdrawals.js';
import { redisSandboxOptionsSchema } from './options.js';
import type { RedisSandboxOptions, RedisSandboxSettings } from './options.js';
import { queueStatus } from './queue-status.js';
import type { QueueStatus } from './queue-status.js';

/** A sandbox that is a queue. */
export interface RedisSandbox extends Sandbox {
  /** Number of entries in Redis that were not results and were skipped: 0 if no other program writes there. */
  readonly skipped: number;
  /**
   * The state of the queue: this trainer's calls, and the workers of all trainers.
   *
   * @throws SandboxError while Redis cannot be reached.
   */
  status(): Promise<QueueStatus>;
}

/**
 * A sandbox that is a queue in Redis, served by any number of `rstar2-agent sandbox worker` on any number of machines.
 *
 * A call is delivered at least once and answered exactly once: calls of a dead worker go to other workers, and calls that Redis lost in a
 * restart are sent again. Its `isolation` is that of the worker with the weakest isolation.
 *
 * @throws SandboxError if Redis cannot be reached; TypeError or RangeError for bad options.
 *
 * @example
 * const sandbox = await createRedisSandbox({ url: 'redis://localhost:6379' });
 */
export async function createRedisSandbox(options: RedisSandboxOptions): Promise<RedisSandbox> {
  const settings = parseOptions(redisSandboxOptionsSchema, options);
  const commands = await connectRedis(settings, 'producer');
  const reader = await connectRedis(settings, 'producer-reader');
  return started(new Producer(commands, reader, settings));
}

/** Silence after which a producer counts as dead: its calls are not run. */
const ALIVE_MS = 30_000;

/** How long closing waits for a Redis that is away. */
const AWAY_MS = 2000;

class Producer implements RedisSandbox {
  readonly #id = randomUUID();
  readonly #withdrawals: Withdrawals;
  readonly #pending: PendingCalls;
  readonly #sessions: ProducerSessions;
  readonly #results: ResultsReader;
  readonly #skipped = new Skipped();
  #isolation: IsolationReport = weakestIsolation([]);
  #audit: NodeJS.Timeout | undefined;
  #closed: SandboxError | undefined;

  constructor(
    private readonly commands: Redis,
    reader: Redis,
    private readonly settings: RedisSandboxSettings,
  ) {
    const { namespace } = settings;
    this.#withdrawals = new Withdrawals(commands, namespace);
    this.#pending = new PendingCalls(commands);
    this.#sessions = new ProducerSessions(
      commands,
      { namespace, id: this.#id },
      this.#pending,
      (call) => this.#parcel(call, ['session', '1']),
      (parcel, signal, onSent) => this.#ask(parcel, signal, onSent),
    );
    const results = resultsKey(namespace, this.#id);
    this.#results = new ResultsReader(reader, commands, results, this.#pending, this.#sessions, this.#skipped);
  }

  get isolation(): IsolationReport {
    return this.#isolation;
  }

  get skipped(): number {
    return this.#skipped.count;
  }

  async start(): Promise<void> {
    await this.#keepAlive();
    this.#results.start();
    this.#audit = setInterval(() => void this.#lookAfter(), this.settings.auditMs);
    this.#audit.unref();
  }

  async status(): Promise<QueueStatus> {
    if (this.commands.status !== 'ready') throw new SandboxError('Redis cannot be reached', { retryable: true });
    return queueStatus(this.commands, this.settings.namespace);
  }

  async run(call: SandboxCall, { signal }: CallOptions = {}): Promise<SandboxResult> {
    checkSandboxCall(call);
    signal?.throwIfAborted();
    if (this.#closed !== undefined) return unavailable(this.#closed, 0);
    return (await this.#ask(this.#parcel(call), signal)).result;
  }

  runBatch(calls: readonly SandboxCall[], options?: BatchOptions): Promise<SandboxResult[]> {
    return runCalls((call, callOptions) => this.run(call, callOptions), calls, options);
  }

  session(options: CallOptions = {}): Promise<SandboxSession> {
    return openSession(() => {
      if (this.#closed !== undefined) throw this.#closed;
      return this.#sessions.open();
    }, options);
  }

  async close(): Promise<void> {
    if (this.#closed !== undefined) return;
    this.#closed = new SandboxError('the sandbox was closed');
    clearInterval(this.#audit);
    await whileReachable(this.commands, this.#leave(this.#closed), AWAY_MS);
    this.commands.disconnect();
  }

  /** Withdraws pending calls and removes this producer's keys from Redis. */
  async #leave(why: SandboxError): Promise<void> {
    const { namespace } = this.settings;
    const closed = this.#sessions.close();
    this.#pending.withdrawAll(why);
    await closed;
    await this.#results.close();
    await this.#withdrawals.flush();
    await this.commands.del(resultsKey(namespace, this.#id), producerKey(namespace, this.#id)).catch(() => 0);
  }

  /** @param more - Fields besides those of every call. */
  #parcel(call: SandboxCall, more: readonly string[] = []): Parcel {
    const body = JSON.stringify(call);
    return {
      stream: callsKey(this.settings.namespace),
      fields: (id) => ['id', id, 'reply', this.#id, 'call', body, ...more],
      takeBack: (entry) => this.#withdrawals.add(entry),
    };
  }

  async #ask(parcel: Parcel, signal: AbortSignal | undefined, onSent?: (id: string) => void): Promise<Answer> {
    const startedAt = performance.now();
    const { timeoutMs } = this.settings;
    const { id, answer } = this.#pending.add(parcel);
    onSent?.(id);
    try {
      return await withTimeLimit(() => answer, signal, timeoutMs);
    } catch (error) {
      const isAnswered = !this.#pending.withdraw(id);
      if (isAnswered) void answer.then(({ place }) => place && this.#sessions.end(place)).catch(() => {});
      if (!(error instanceof TimeLimitError)) throw error;
      // A session's cell may have run, so it must not be sent again.
      const retryable = parcel.graceMs === undefined;
      const late = new SandboxError(`no answer in ${timeoutMs} ms`, { retryable });
      return { result: unavailable(late, performance.now() - startedAt) };
    }
  }

  async #lookAfter(): Promise<void> {
    if (this.commands.status !== 'ready') return;
    try {
      await this.#keepAlive();
      await this.#pending.sendLostAgain(this.settings.auditMs, () => this.#results.readAll());
    } catch {
      return; // Redis went away: the next round is soon
    }
  }

  /** Marks this producer as alive, and reads which workers there are. */
  async #keepAlive(): Promise<void> {
    const { namespace } = this.settings;
    const [workers] = await Promise.all([
      // The shared keys may be broken or read-only; workers that know our namespace serve it even so.
      liveWorkers(this.commands).catch(() => []),
      this.commands.set(producerKey(namespace, this.#id), '1', 'PX', ALIVE_MS),
      keepMember(this.commands, NAMESPACES, namespace, ALIVE_MS).catch(() => {}),
    ]);
    this.#isolation = weakestIsolation(workers);
  }
}
