import type { Redis } from 'ioredis';
import { DROP_MEMBERS, KEEP_MEMBER } from './scripts.js';
import * as z from 'zod';
import type { IsolationReport } from '../../../base/index.js';
import { ISOLATION_LEVELS } from '../../../base/internal/index.js';
import { WORKERS } from './keys.js';

/**
 * Who is there: sorted sets whose scores are the time until which a member counts as alive, by Redis' own clock.
 */

/** More are not looked at: whoever may write to the set could put millions there. */
const MOST_MEMBERS = 4096;

/** @returns The members whose time is not over, or not for longer than the grace. */
export async function liveMembers(redis: Redis, key: string, graceMs = 0): Promise<string[]> {
  // Plain commands, since whoever reads it may have no right to write, and scripts need both.
  const [seconds] = await redis.time();
  return redis.zrangebyscore(key, Number(seconds) * 1000 - graceMs, '+inf', 'LIMIT', 0, MOST_MEMBERS);
}

/** Puts a member in, for so long from now. */
export async function keepMember(redis: Redis, key: string, member: string, forMs: number): Promise<void> {
  await redis.eval(KEEP_MEMBER, 1, key, member, forMs);
}

/** @returns The members whose time has been over for so long; they are removed. */
export async function dropMembers(redis: Redis, key: string, afterMs: number): Promise<string[]> {
  return (await redis.eval(DROP_MEMBERS, 1, key, afterMs)) as string[];
}

/** A worker as it said what it is. */
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

/** How a worker is written down among those that are alive. */
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

/** @returns What programs are contained by at the worker that contains them least. */
export function weakestIsolation(workers: readonly LiveWorker[]): IsolationReport {
  const weakest = [...workers].sort((a, b) => ISOLATION_LEVELS.indexOf(a.level) - ISOLATION_LEVELS.indexOf(b.level))[0];
  if (weakest === undefined) return { level: 'none', mechanism: 'redis', missing: ['no worker is there yet'] };
  const { level, mechanism, id } = weakest;
  const missing = level === 'full' ? [] : [`worker ${id} gives ${level} isolation: see what it logs when it starts`];
  return { level, mechanism: `redis, ${mechanism}`, missing };
}
