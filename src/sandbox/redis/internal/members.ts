import type { Redis } from 'ioredis';
import { DROP_MEMBERS, KEEP_MEMBER } from './scripts.js';

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
