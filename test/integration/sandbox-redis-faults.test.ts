import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/base/index.js';
import { createCodeJudgeSandbox, createRedisSandbox } from '../../src/sandbox/index.js';
import { expectAll, numbered } from './sandbox-redis/batches.js';
import { startServer, startWorker } from './sandbox-redis/processes.js';
import type { Started } from './sandbox-redis/processes.js';
import { freePort, RedisProcess, waitFor } from './sandbox-redis/redis-server.js';
import { TcpProxy } from './sandbox-redis/tcp-proxy.js';

const COUNT = 120;
/** Two workers of two slots each are busy with the batch for about a second. */
const code = (i: number) => `import time\ntime.sleep(0.02)\nprint(${i})`;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let redis: RedisProcess;
let proxy: TcpProxy;
/** A worker that comes to Redis directly, and one that comes through the proxy; kept between tests. */
let workers: Started[] = [];
beforeAll(async () => {
  redis = await RedisProcess.start();
  proxy = await TcpProxy.start(redis.port);
}, 60_000);
afterAll(async () => {
  await stopWorkers();
  await proxy.close();
  await redis.remove();
});

async function emptyRedis(): Promise<void> {
  const client = new Redis(redis.url);
  await client.flushall();
  await client.quit();
}

const proxied = () => `redis://127.0.0.1:${proxy.port}`;
const stopWorkers = () => Promise.all(workers.splice(0).map((worker) => worker.stop('SIGKILL')));

/** Starts those workers anew that are no longer there. */
async function startWorkers(): Promise<void> {
  // Not `killed`: that is true of a process that was sent any signal, as one that stood still and went on.
  const alive = (worker: Started | undefined) =>
    worker?.process.exitCode === null && worker.process.signalCode === null;
  const urls = [redis.url, proxied()];
  workers = await Promise.all(urls.map(async (url, i) => (alive(workers[i]) ? workers[i]! : startWorker(url))));
}

describe('when something fails in the middle of a batch over Redis', { timeout: 120_000 }, () => {
  let sandbox: Sandbox;
  const told: number[] = [];

  /** Begins a batch and lets it come some way. */
  async function begin(url = redis.url): Promise<() => Promise<void>> {
    await startWorkers();
    sandbox = await createRedisSandbox({ url, auditMs: 500 });
    const results = sandbox.runBatch(numbered(COUNT, code), { onResult: (_, index) => told.push(index) });
    await waitFor(() => told.length > 20);
    return async () => expectAll(await results, told);
  }
  beforeEach(async () => {
    await emptyRedis();
    told.length = 0;
  });
  afterEach(async () => {
    proxy.mend();
    await sandbox.close();
  });

  it('every call is answered once although a worker is killed', async () => {
    const allAnswered = await begin();
    await workers[0]!.stop('SIGKILL');
    await allAnswered();
  });

  it('every call is answered once although all workers are killed and new ones come', async () => {
    const allAnswered = await begin();
    await stopWorkers();
    await startWorkers();
    await allAnswered();
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'every call is answered once although Redis is ended by %s and comes back',
    async (signal) => {
      const allAnswered = await begin();
      await redis.stop(signal);
      await pause(1000);
      await redis.begin();
      await allAnswered();
    },
  );

  it('every call is answered once although Redis comes back empty', async () => {
    const allAnswered = await begin();
    await emptyRedis();
    await allAnswered();
  });

  it('every call is answered once although a worker stands still for a while', async () => {
    const allAnswered = await begin();
    workers[0]!.process.kill('SIGSTOP');
    await pause(2500);
    workers[0]!.process.kill('SIGCONT');
    await allAnswered();
  });

  it('every call is answered once although a worker is cut off, and comes back', async () => {
    const allAnswered = await begin();
    proxy.cut();
    await allAnswered();
    proxy.mend();
    // It serves again, also alone.
    await workers[0]!.stop('SIGKILL');
    const again = await sandbox.runBatch(numbered(4));
    expect(again.map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok', 'ok']);
  });

  it('every call is answered once although the trainer is cut off, and comes back', async () => {
    const allAnswered = await begin(proxied());
    proxy.cut();
    await pause(2000);
    proxy.mend();
    await allAnswered();
  });
});

describe('when something fails in the middle of a batch over HTTP', { timeout: 120_000 }, () => {
  let server: Started | undefined;
  let sandbox: Sandbox;
  const told: number[] = [];

  async function begin(port: number, ...more: string[]): Promise<() => Promise<void>> {
    server = await startServer(port, ...more);
    sandbox = await createCodeJudgeSandbox({
      url: `http://127.0.0.1:${port}`,
      batchSize: 8,
      senders: 4,
      retry: { retries: 7 },
    });
    const results = sandbox.runBatch(numbered(COUNT, code), { onResult: (_, index) => told.push(index) });
    await waitFor(() => told.length > 20);
    return async () => expectAll(await results, told);
  }

  beforeEach(async () => {
    await emptyRedis();
    told.length = 0;
  });
  afterEach(async () => {
    await sandbox.close();
    await server?.stop('SIGKILL');
  });

  it('every call is answered once although the server is killed and started again', async () => {
    const port = await freePort();
    const allAnswered = await begin(port, '--workers', '2');
    await server!.stop('SIGKILL');
    server = await startServer(port, '--workers', '2');
    await allAnswered();
  });

  it('every call is answered once although the server before a queue is killed and started again', async () => {
    const port = await freePort();
    await startWorkers();
    const allAnswered = await begin(port, '--redis', redis.url, '--workers', '0');
    await server!.stop('SIGKILL');
    server = await startServer(port, '--redis', redis.url, '--workers', '0');
    await allAnswered();
  });

  it('every call is answered once although the Redis behind the server is restarted', async () => {
    const port = await freePort();
    await startWorkers();
    const allAnswered = await begin(port, '--redis', redis.url, '--workers', '0');
    await redis.stop('SIGKILL');
    await pause(1000);
    await redis.begin();
    await allAnswered();
  });
});
