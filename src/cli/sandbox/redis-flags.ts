import { UsageError } from '../command.js';
import type { Flags } from '../flags.js';

/** Flags that say where the queue is. */
export const REDIS_FLAGS = {
  redis: { type: 'string' },
  'redis-ca': { type: 'string' },
} as const;

export const REDIS_VARIABLE = 'RSTAR2_REDIS_URL';

/** @returns Where Redis is, or undefined where nothing says so. */
export function redisAddress(flags: Flags): { readonly url: string; readonly ca?: string } | undefined {
  const url = flags.text('redis', REDIS_VARIABLE);
  if (url === undefined) return undefined;
  const where = flags.text('redis') === undefined ? REDIS_VARIABLE : '--redis';
  if (/^rediss?\+cluster:/.test(url)) throw new UsageError(`${where}: a Redis cluster is not supported`);
  if (!/^rediss?:\/\/\S+$/.test(url)) throw new UsageError(`${where}: expected redis://… or rediss://…`);
  const ca = flags.file('redis-ca');
  return { url, ...(ca === undefined ? {} : { ca }) };
}
