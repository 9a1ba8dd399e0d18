import type { Redis } from 'ioredis';
import { addedAt } from './internal/entries.js';
import type { RawEntry } from './internal/entries.js';
import { callsKey, GROUP, NAMESPACES, parkedKey } from './internal/keys.js';
import { liveWorkers, liveMembers } from './internal/members.js';

/** The state of the queue. */
export interface QueueStatus {
  /** Calls that no worker has taken yet. */
  readonly waiting: number;
  /** Calls that workers run. */
  readonly running: number;
  /** Age of the oldest call that has not been answered, in milliseconds. */
  readonly oldestMs: number;
  /** Parked calls. */
  readonly parked: number;
  /** Workers that are alive. */
  readonly workers: number;
  /** Most calls that all workers together run at once. */
  readonly slots: number;
}

/** @param namespace - One trainer's queue; default: all queues. */
export async function queueStatus(redis: Redis, namespace?: string): Promise<QueueStatus> {
  const namespaces = namespace === undefined ? await liveMembers(redis, NAMESPACES) : [namespace];
  const now = Number((await redis.time())[0]) * 1000;
  const parts = await Promise.all(namespaces.map((name) => namespaceStatus(redis, name, now)));
  const workers = await liveWorkers(redis);
  const total = (of: (part: (typeof parts)[number]) => number) => parts.reduce((sum, part) => sum + of(part), 0);
  return {
    waiting: total(({ waiting }) => waiting),
    running: total(({ running }) => running),
    oldestMs: Math.max(0, ...parts.map((part) => part.oldestMs)),
    parked: total(({ parked }) => parked),
    workers: workers.length,
    slots: workers.reduce((sum, { slots }) => sum + slots, 0),
  };
}

async function namespaceStatus(redis: Redis, namespace: string, now: number) {
  const key = callsKey(namespace);
  // A namespace whose keys are of another kind has no calls to count.
  const [length, pending, first, parked] = await Promise.all([
    redis.xlen(key).catch(() => 0),
    redis.xpending(key, GROUP).catch(() => [0]) as Promise<[number]>,
    redis.xrange(key, '-', '+', 'COUNT', 1).catch(() => []) as Promise<RawEntry[]>,
    redis.xlen(parkedKey(namespace)).catch(() => 0),
  ]);
  const running = Math.min(pending[0], length);
  const oldestMs = first[0] === undefined ? 0 : Math.max(0, now - addedAt(first[0][0]));
  return { waiting: length - running, running, oldestMs, parked };
}
