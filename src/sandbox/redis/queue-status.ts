import type { Redis } from 'ioredis';
import { addedAt } from './entries.js';
import type { RawEntry } from './entries.js';
import { callsKey, GROUP, NAMESPACES, WORKERS } from './keys.js';

/** How the queue stands. */
export interface QueueStatus {
  /** Calls that no worker has taken yet. */
  readonly waiting: number;
  /** Calls in workers' hands. */
  readonly running: number;
  /** Age of the oldest call that has not been answered, in milliseconds. */
  readonly oldestMs: number;
  /** Slots of all workers that are alive. */
  readonly slots: number;
}

/** @param namespace - One trainer's queue; all of them together where it is not given. */
export async function queueStatus(redis: Redis, namespace?: string): Promise<QueueStatus> {
  const namespaces = namespace === undefined ? await redis.smembers(NAMESPACES) : [namespace];
  const now = Number((await redis.time())[0]) * 1000;
  const parts = await Promise.all(namespaces.map((name) => streamStatus(redis, callsKey(name), now)));
  const workers = await redis.zrangebyscore(WORKERS, Date.now(), '+inf');
  return {
    waiting: parts.reduce((sum, part) => sum + part.waiting, 0),
    running: parts.reduce((sum, part) => sum + part.running, 0),
    oldestMs: Math.max(0, ...parts.map((part) => part.oldestMs)),
    slots: workers.reduce((sum, member) => sum + Number(member.split(' ')[1]), 0),
  };
}

async function streamStatus(redis: Redis, key: string, now: number): Promise<Omit<QueueStatus, 'slots'>> {
  const [length, pending, first] = await Promise.all([
    redis.xlen(key),
    redis.xpending(key, GROUP).catch(() => [0]) as Promise<[number]>,
    redis.xrange(key, '-', '+', 'COUNT', 1) as Promise<RawEntry[]>,
  ]);
  const running = Math.min(pending[0], length);
  return {
    waiting: length - running,
    running,
    oldestMs: first[0] === undefined ? 0 : Math.max(0, now - addedAt(first[0][0])),
  };
}
