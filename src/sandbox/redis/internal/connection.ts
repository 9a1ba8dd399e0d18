import type { Redis } from 'ioredis';
import { SandboxError } from '../../../base/index.js';
import { importPeer } from '../../../io/index.js';
import type { RedisAddress } from '../options.js';

/** How long a connection on which an answer is due may be silent before it counts as broken; reads block for less. */
const SILENCE_MS = 6000;

/**
 * Connects to Redis; `rediss://` is TLS.
 *
 * The connection is kept for ever: commands given while it is down are sent when it is back, and those that were not
 * answered are sent again.
 *
 * @throws SandboxError when there is no Redis to connect to at first, or no ioredis installed.
 */
export async function connectRedis({ url, ca }: RedisAddress, name: string): Promise<Redis> {
  const load = () => import('ioredis');
  const { Redis: Client } = await importPeer('sandboxes over Redis', 'ioredis', load);
  const client = new Client(url, {
    connectionName: `rstar2-${name}`,
    lazyConnect: true,
    connectTimeout: SILENCE_MS,
    maxRetriesPerRequest: null,
    enableAutoPipelining: true,
    socketTimeout: SILENCE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1000),
    reconnectOnError: (error) => (/^(READONLY|LOADING)/.test(error.message) ? 2 : false),
    ...(ca === undefined ? {} : { tls: { ca } }),
  });
  let last: Error | undefined; // later ones are of no interest: the connection comes back by itself
  client.on('error', (error) => (last = error));
  try {
    await client.connect();
  } catch (cause) {
    client.disconnect();
    const { host, port, protocol } = new URL(url);
    const why = (last ?? (cause as Error)).message;
    throw new SandboxError(`no Redis at ${protocol}//${host || port}: ${why}`, {
      cause: last ?? cause,
      retryable: true,
    });
  }
  return client;
}

/**
 * Starts what has connected; what cannot be started is closed.
 *
 * @throws SandboxError that says what Redis said.
 */
export async function started<T extends { start(): Promise<void>; close(): Promise<void> }>(client: T): Promise<T> {
  try {
    await client.start();
  } catch (cause) {
    await client.close();
    throw new SandboxError(`Redis: ${String(cause)}`, { cause });
  }
  return client;
}

const LOOK_MS = 50;

/**
 * Waits for work with Redis, but no longer than Redis can be away: commands that are given while it is wait for it to come
 * back, for ever if need be.
 *
 * @param awayMs - How long it may be away at a time.
 */
export async function whileReachable(redis: Redis, work: Promise<unknown>, awayMs: number): Promise<void> {
  let awaySince: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const isAway = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      awaySince = redis.status === 'ready' ? undefined : (awaySince ?? performance.now());
      if (awaySince !== undefined && performance.now() > awaySince + awayMs) resolve();
    }, LOOK_MS);
  });
  try {
    await Promise.race([work, isAway]);
  } finally {
    clearInterval(timer);
  }
}
