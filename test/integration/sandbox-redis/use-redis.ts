import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { RedisProcess } from './redis-server.js';

interface Closable {
  close(): Promise<void>;
}

/** A Redis of a file's tests, and what they open over it. */
export class RedisOfTests {
  process!: RedisProcess;
  client!: Redis;
  readonly #open: Closable[] = [];

  get url(): string {
    return this.process.url;
  }

  /** @returns What is closed after the test, the last first. */
  keep<T extends Closable>(one: T): T {
    this.#open.push(one);
    return one;
  }

  async closeAll(): Promise<void> {
    for (const one of this.#open.splice(0).reverse()) await one.close();
  }
}

/** Starts a Redis for the tests around the call; it is empty before each. */
export function useRedis(): RedisOfTests {
  const redis = new RedisOfTests();
  beforeAll(async () => {
    redis.process = await RedisProcess.start();
  });
  afterAll(() => redis.process.remove());
  beforeEach(async () => {
    redis.client = new Redis(redis.url);
    await redis.client.flushall();
  });
  afterEach(async () => {
    await redis.closeAll();
    await redis.client.quit();
  });
  return redis;
}
