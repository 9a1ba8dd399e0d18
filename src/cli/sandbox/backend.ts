import { availableParallelism } from 'node:os';
import type { Sandbox } from '../../base/index.js';
import type { RedisSandbox, SandboxServerOptions } from '../../sandbox/index.js';
import type { Gauge, QueueStatus } from '../../sandbox/internal/index.js';
import type { Flags } from '../flags.js';
import { logIsolation, type Log } from './log.js';
import { LOCAL_NAMES, localOptions, redisAddress, sessionOptions } from './options.js';

/** Runs a server's calls. */
export interface Backend {
  readonly options: Pick<SandboxServerOptions, 'sandbox' | 'concurrency' | 'status' | 'gauges'>;
  close(): Promise<void>;
}

/** @returns This machine's pool, or the queue with a worker in this process if `--workers` is more than 0. */
export async function startBackend(flags: Flags, log: Log): Promise<Backend> {
  const redis = redisAddress(flags);
  const least = redis === undefined ? 1 : 0;
  const workers = flags.integer('workers', least, 1024) ?? (redis === undefined ? availableParallelism() : 0);
  const { createLocalSandbox, createRedisSandbox, startRedisWorker } = await import('../../sandbox/index.js');
  const open: { close(): Promise<void> }[] = [];
  const close = async () => {
    for (const one of open.splice(0).reverse()) await one.close();
  };
  try {
    let local: Sandbox | undefined;
    if (workers > 0) {
      local = await flags.check(
        () => createLocalSandbox({ ...localOptions(flags), concurrency: workers }),
        LOCAL_NAMES,
      );
      open.push(local);
      logIsolation(log, local.isolation);
    }
    if (redis === undefined) return { options: { sandbox: local!, concurrency: workers }, close };
    if (local !== undefined) {
      const worker = {
        ...redis,
        ...sessionOptions(flags),
        sandbox: local,
        concurrency: workers,
        log,
        ceiling: localOptions(flags).limits ?? {},
      };
      open.push(await flags.check(() => startRedisWorker(worker), LOCAL_NAMES));
    }
    const namespace = flags.text('namespace') ?? 'default';
    const queue = await flags.check(() => createRedisSandbox({ ...redis, namespace }), LOCAL_NAMES);
    open.push(queue);
    const watch = new QueueWatch(queue);
    open.push(watch);
    return { options: watch.options, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const LOOK_MS = 1000;
/** Calls that always go to the queue, so that new workers find some. */
const LEAST_THROUGH = 64;

/** Reads the queue's state every second, to send enough calls to keep all workers busy; other calls wait here. */
class QueueWatch {
  #slots = 0;
  #looking = false;
  readonly #timer: NodeJS.Timeout;

  constructor(private readonly queue: RedisSandbox) {
    this.#timer = setInterval(() => void this.#look(), LOOK_MS);
    void this.#look();
  }

  get options(): Backend['options'] {
    return {
      sandbox: this.queue,
      concurrency: () => Math.max(LEAST_THROUGH, 2 * this.#slots),
      status: async () => {
        const { waiting, slots } = await this.queue.status();
        return { queue: waiting, num_workers: slots };
      },
      gauges: async () => gauges(await this.queue.status(), this.queue.skipped),
    };
  }

  close(): Promise<void> {
    clearInterval(this.#timer);
    return Promise.resolve();
  }

  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    const status = await this.queue.status().catch(() => undefined);
    this.#slots = status?.slots ?? this.#slots;
    this.#looking = false;
  }
}

function gauges(status: QueueStatus, skipped: number): Gauge[] {
  const { waiting, running, oldestMs, parked, workers, slots } = status;
  return [
    { name: 'rstar2_redis_waiting', help: 'Calls in Redis that no worker has taken.', value: waiting },
    { name: 'rstar2_redis_running', help: 'Calls that workers are running.', value: running },
    { name: 'rstar2_redis_oldest_seconds', help: 'Age of the oldest unanswered call.', value: oldestMs / 1000 },
    { name: 'rstar2_redis_parked', help: 'Calls that were parked after too many deliveries.', value: parked },
    { name: 'rstar2_redis_workers', help: 'Workers that are alive.', value: workers },
    { name: 'rstar2_redis_slots', help: 'Most calls that all workers together run at once.', value: slots },
    { name: 'rstar2_redis_skipped', help: 'Invalid results in Redis that were skipped.', value: skipped },
  ];
}
