import type { Redis } from 'ioredis';
import { SandboxError } from '../../../base/index.js';
import { importPeer } from '../../../io/index.js';
import type { RedisAddress } from '../options.js';

/** A connection that owes an answer and is silent for so long counts as broken; reads block for less. */
const SILENCE_MS = 6000;

/**
 * Connects to Redis; `rediss://` is TLS.
 *
 * A lost connection is opened again, without a limit of tries. Commands that wait or were not answered are sent then.
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
 * Runs `start` on what has connected; closes it if that fails.
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
 * Waits for work with Redis, but not longer than Redis may be away: without this limit, commands wait until it is back, perhaps for ever.
 *
 * @param awayMs - How long Redis may be away at a time.
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
