import type { Redis } from 'ioredis';
import { SandboxError } from '../../base/index.js';

/** How long a command may be on its way before the connection counts as broken. */
const KEEP_ALIVE_MS = 10_000;

/**
 * Connects to Redis; `rediss://` is TLS.
 *
 * The connection is kept for ever: commands given while it is down are sent when it is back, and those that were not
 * answered are sent again.
 *
 * @throws SandboxError when there is no Redis to connect to at first.
 */
export async function connectRedis(url: string, name: string): Promise<Redis> {
  const { Redis: Client } = await import('ioredis');
  const client = new Client(url, {
    connectionName: `rstar2-${name}`,
    lazyConnect: true,
    maxRetriesPerRequest: null,
    enableAutoPipelining: true,
    keepAlive: KEEP_ALIVE_MS,
    retryStrategy: (attempt) => Math.min(50 * 2 ** Math.min(attempt, 5), 1000),
    reconnectOnError: (error) => /READONLY|LOADING/.test(error.message),
  });
  client.on('error', () => {}); // told to whoever waits for an answer; the connection comes back by itself
  try {
    await client.connect();
  } catch (cause) {
    client.disconnect();
    const { host, port, protocol } = new URL(url);
    throw new SandboxError(`no Redis at ${protocol}//${host || port}`, { cause, retryable: true });
  }
  return client;
}
