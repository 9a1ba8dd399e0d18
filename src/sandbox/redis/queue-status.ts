import type { Redis } from 'ioredis';
import type { IsolationReport } from '../../base/index.js';
import { addedAt } from './entries.js';
import type { RawEntry } from './entries.js';
import { callsKey, GROUP, NAMESPACES, parkedKey, WORKERS } from './keys.js';
import { MEMBERS } from './scripts.js';

/** How the queue stands. */
export interface QueueStatus {
  /** Calls that no worker has taken yet. */
  readonly waiting: number;
  /** Calls in workers' hands. */
  readonly running: number;
  /** Age of the oldest call that has not been answered, in milliseconds. */
  readonly oldestMs: number;
  /** Calls that were given up on. */
  readonly parked: number;
  /** Workers that are alive. */
  readonly workers: number;
  /** Calls that all of them together run at once. */
  readonly slots: number;
}

/** @param namespace - One trainer's queue; all of them together where it is not given. */
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

/** A worker as it said what it is. */
export interface LiveWorker {
  readonly id: string;
  readonly slots: number;
  readonly level: IsolationReport['level'];
  readonly mechanism: string;
}

/** How a worker is written down among those that are alive. */
export const workerMember = ({ id, slots, level, mechanism }: LiveWorker): string =>
  `${id} ${slots} ${level} ${mechanism}`;

export async function liveWorkers(redis: Redis): Promise<LiveWorker[]> {
  return (await liveMembers(redis, WORKERS)).map((member) => {
    const [id = '', slots = '0', level = 'none', ...mechanism] = member.split(' ');
    return { id, slots: Number(slots), level: level as LiveWorker['level'], mechanism: mechanism.join(' ') };
  });
}

/** @returns The members whose time is not over, or not for longer than the grace. */
export async function liveMembers(redis: Redis, key: string, graceMs = 0): Promise<string[]> {
  return (await redis.eval(MEMBERS, 1, key, graceMs)) as string[];
}

/** @returns What programs are contained by at the worker that contains them least. */
export function weakestIsolation(workers: readonly LiveWorker[]): IsolationReport {
  const order = ['none', 'partial', 'full'] as const;
  const weakest = [...workers].sort((a, b) => order.indexOf(a.level) - order.indexOf(b.level))[0];
  if (weakest === undefined) return { level: 'none', mechanism: 'redis', missing: ['no worker is there yet'] };
  const { level, mechanism, id } = weakest;
  const missing = level === 'full' ? [] : [`worker ${id} gives ${level} isolation: see what it logs when it starts`];
  return { level, mechanism: `redis, ${mechanism}`, missing };
}

async function namespaceStatus(redis: Redis, namespace: string, now: number) {
  const key = callsKey(namespace);
  const [length, pending, first, parked] = await Promise.all([
    redis.xlen(key),
    redis.xpending(key, GROUP).catch(() => [0]) as Promise<[number]>,
    redis.xrange(key, '-', '+', 'COUNT', 1) as Promise<RawEntry[]>,
    redis.xlen(parkedKey(namespace)),
  ]);
  const running = Math.min(pending[0], length);
  const oldestMs = first[0] === undefined ? 0 : Math.max(0, now - addedAt(first[0][0]));
  return { waiting: length - running, running, oldestMs, parked };
}
