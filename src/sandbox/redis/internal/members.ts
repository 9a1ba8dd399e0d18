import type { Redis } from 'ioredis';
import { DROP_MEMBERS, KEEP_MEMBER } from './scripts.js';
import * as z from 'zod';
import type { IsolationReport } from '../../../base/index.js';
import { ISOLATION_LEVELS } from '../../../base/internal/index.js';
import { WORKERS } from './keys.js';

/**
 * Who is alive: sorted sets whose scores are the times until which members count as alive, by Redis' clock.
 */

/** Most members that are read: a client with write access could add millions. */
const MOST_MEMBERS = 4096;

/** @returns The members whose time is not over, or has been over for less than the grace. */
export async function liveMembers(redis: Redis, key: string, graceMs = 0): Promise<string[]> {
  // Plain commands: scripts need the right to write, which a reader may lack.
  const [seconds] = await redis.time();
  return redis.zrangebyscore(key, Number(seconds) * 1000 - graceMs, '+inf', 'LIMIT', 0, MOST_MEMBERS);
}

/** Marks a member as alive for so long from now. */
export async function keepMember(redis: Redis, key: string, member: string, forMs: number): Promise<void> {
  await redis.eval(KEEP_MEMBER, 1, key, member, forMs);
}

/** Removes the members whose time has been over for so long. @returns Them. */
export async function dropMembers(redis: Redis, key: string, afterMs: number): Promise<string[]> {
  return (await redis.eval(DROP_MEMBERS, 1, key, afterMs)) as string[];
}

/** A worker, as it describes itself. */
export interface LiveWorker {
  readonly id: string;
  readonly slots: number;
  readonly level: IsolationReport['level'];
  readonly mechanism: string;
}

const workerSchema = z.object({
  id: z.string().min(1).max(300),
  slots: z.coerce.number().int().min(1).max(4096),
  level: z.enum(ISOLATION_LEVELS),
  mechanism: z.string().max(300),
});

/** @returns The member that describes a worker in the set of live workers. */
export const workerMember = ({ id, slots, level, mechanism }: LiveWorker): string =>
  `${id} ${slots} ${level} ${mechanism}`;

/** @returns The workers that are alive; other entries are skipped. */
export async function liveWorkers(redis: Redis): Promise<LiveWorker[]> {
  return (await liveMembers(redis, WORKERS)).flatMap((member) => {
    const [id, slots, level, ...mechanism] = member.split(' ');
    const parsed = workerSchema.safeParse({ id, slots, level, mechanism: mechanism.join(' ') });
    return parsed.success ? [parsed.data] : [];
  });
}

/** @returns The isolation of the worker that isolates least. */
export function weakestIsolation(workers: readonly LiveWorker[]): IsolationReport {
  const weakest = [...workers].sort((a, b) => ISOLATION_LEVELS.indexOf(a.level) - ISOLATION_LEVELS.indexOf(b.level))[0];
  if (weakest === undefined) return { level: 'none', mechanism: 'redis', missing: ['no worker has started yet'] };
  const { level, mechanism, id } = weakest;
  const missing = level === 'full' ? [] : [`worker ${id} has ${level} isolation: see its log at start`];
  return { level, mechanism: `redis, ${mechanism}`, missing };
}
