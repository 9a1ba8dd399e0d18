import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox, SandboxResult } from '../../src/base/index.js';
import { createLocalSandbox, createRedisSandbox, startRedisWorker } from '../../src/sandbox/index.js';
import type { RedisWorker } from '../../src/sandbox/index.js';
import { queueStatus } from '../../src/sandbox/redis/queue-status.js';
import { createFakeSandbox, sandboxConformanceCases } from '../../src/testing/index.js';
import { startWorker } from './sandbox-redis/processes.js';
import type { Started } from './sandbox-redis/processes.js';
import { RedisProcess, waitFor } from './sandbox-redis/redis-server.js';

let redis: RedisProcess;
beforeAll(async () => {
  redis = await RedisProcess.start();
});
afterAll(() => redis.remove());

const numbered = (count: number, code = (i: number) => `print(${i})`) =>
  Array.from({ length: count }, (_, i) => ({ code: code(i) }));

/** Each call was answered, once, and with its own answer. */
function expectAll(results: readonly SandboxResult[], told: readonly number[]): void {
  expect(results.map((result) => (result.kind === 'ok' ? result.stdout : JSON.stringify(result)))).toEqual(
    results.map((_, i) => `${i}\n`),
  );
  expect([...told].sort((a, b) => a - b)).toEqual(results.map((_, i) => i));
}

describe('a sandbox over Redis', () => {
  let inner: Sandbox;
  let worker: RedisWorker;
  let sandbox: Sandbox;
  beforeAll(async () => {
    inner = await createLocalSandbox({ concurrency: 2 });
    worker = await startRedisWorker({ url: redis.url, sandbox: inner, concurrency: 2 });
    sandbox = await createRedisSandbox({ url: redis.url });
  }, 120_000);
  afterAll(async () => {
    await sandbox.close();
    await worker.close();
    await inner.close();
  });

  for (const { name, run } of sandboxConformanceCases(['sessions'])) it(name, () => run(sandbox));

  it('leaves nothing in Redis when all is answered', async () => {
    const client = new Redis(redis.url);
    await sandbox.runBatch(numbered(20));
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 0);
    expect(await queueStatus(client)).toMatchObject({ waiting: 0, running: 0, oldestMs: 0, slots: 2 });
    await client.quit();
  });
});

describe('the queue in Redis', () => {
  const open: { close: () => Promise<void> }[] = [];
  const keep = <T extends { close: () => Promise<void> }>(one: T): T => (open.push(one), one);
  let client: Redis;
  beforeEach(async () => {
    client = new Redis(redis.url);
    await client.flushall();
  });
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one.close();
    await client.quit();
  });
  const produce = async (namespace = 'default', more = {}) =>
    keep(await createRedisSandbox({ url: redis.url, namespace, auditMs: 300, ...more }));

  it('serves many trainers with many workers, each in turn', async () => {
    const order: string[] = [];
    const slow = createFakeSandbox(async ({ code }) => {
      order.push(code[0]!);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return { stdout: code };
    });
    const [a, b] = [await produce('a'), await produce('b')];
    const many = a.runBatch(numbered(200, (i) => `a${i}`));
    await waitFor(async () => (await client.xlen('rstar2:{a}:calls')) === 200);
    const few = b.runBatch(numbered(10, (i) => `b${i}`));
    await waitFor(async () => (await client.xlen('rstar2:{b}:calls')) === 10);
    for (let i = 0; i < 2; i++) keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 2 }));
    const results = [...(await many), ...(await few)];
    expect(results.map((result) => result.kind === 'ok' && result.stdout)).toEqual([
      ...Array.from({ length: 200 }, (_, i) => `a${i}`),
      ...Array.from({ length: 10 }, (_, i) => `b${i}`),
    ]);
    expect(order.lastIndexOf('b')).toBeLessThan(60);
  });

  it('gives a call to another worker when its own says that it cannot, and in the end says so', async () => {
    const cause = { source: 'sandbox', message: 'no disk', retryable: true } as const;
    const broken = createFakeSandbox(() => ({ kind: 'unavailable', cause, durationMs: 0 }));
    keep(await startRedisWorker({ url: redis.url, sandbox: broken, concurrency: 1, visibilityMs: 200 }));
    const sandbox = await produce();
    expect(await sandbox.run({ code: '1' })).toMatchObject({ kind: 'unavailable', cause: { message: 'no disk' } });
    expect(broken.calls).toHaveLength(3);
  });

  it('parks a call that every worker died of, with the reason, and answers its caller', async () => {
    const sandbox = await produce();
    const answer = sandbox.run({ code: 'poison' });
    await client.xgroup('CREATE', 'rstar2:{default}:calls', 'workers', '0', 'MKSTREAM');
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 1);
    await client.xreadgroup('GROUP', 'workers', 'first', 'COUNT', 1, 'STREAMS', 'rstar2:{default}:calls', '>');
    // Three workers have begun it and were never heard of again.
    await client.xautoclaim('rstar2:{default}:calls', 'workers', 'third', 0, '0-0', 'COUNT', 1);
    const [[entry]] = (await client.xrange('rstar2:{default}:calls', '-', '+')) as [[string, string[]]];
    await client.xclaim('rstar2:{default}:calls', 'workers', 'third', 0, entry, 'RETRYCOUNT', 4, 'JUSTID');
    const healthy = createFakeSandbox();
    keep(await startRedisWorker({ url: redis.url, sandbox: healthy, concurrency: 1, visibilityMs: 200 }));
    const result = await answer;
    expect(result).toMatchObject({ kind: 'unavailable', cause: { retryable: false } });
    expect(healthy.calls).toEqual([]);
    const [[, fields]] = (await client.xrange('rstar2:{default}:parked', '-', '+')) as [[string, string[]]];
    expect(fields.join(' ')).toContain('begun 3 times and never answered');
    expect(fields.join(' ')).toContain('poison');
    expect(await client.xlen('rstar2:{default}:calls')).toBe(0);
  });

  it('withdraws a call that is aborted before a worker took it', async () => {
    const sandbox = await produce();
    const abort = new AbortController();
    const pending = sandbox.run({ code: '1' }, { signal: abort.signal });
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 1);
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 0);
  });

  it('answers once when two workers ran the same call', async () => {
    let runs = 0;
    const slow = createFakeSandbox(async () => {
      runs++;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { stdout: String(runs) };
    });
    const sandbox = await produce();
    const told: number[] = [];
    const answer = sandbox.runBatch([{ code: '1' }], { onResult: (_, index) => told.push(index) });
    keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 1, visibilityMs: 60_000 }));
    await waitFor(() => runs === 1);
    // A second one takes it over, as if the first had been cut off.
    keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 1, visibilityMs: 100 }));
    await answer;
    await waitFor(() => runs === 2);
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(told).toEqual([0]);
  });

  it('finishes what it runs and gives back the rest when a worker is closed', async () => {
    const sandbox = await produce();
    const slow = createFakeSandbox(async ({ code }) => {
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { stdout: `${code}\n` };
    });
    const answers = sandbox.runBatch(numbered(12, (i) => String(i)));
    const first = await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 2, visibilityMs: 500 });
    await waitFor(() => slow.calls.length >= 2);
    await first.close();
    keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 4, visibilityMs: 500 }));
    expectAll(
      await answers,
      numbered(12).map((_, i) => i),
    );
    expect(slow.calls).toHaveLength(12);
  });

  it('says unavailable when a call has waited for too long', async () => {
    const sandbox = await produce('default', { timeoutMs: 100 });
    expect(await sandbox.run({ code: '1' })).toMatchObject({ kind: 'unavailable', cause: { retryable: true } });
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 0);
  });

  it('refuses to start where there is no Redis', async () => {
    await expect(createRedisSandbox({ url: 'redis://127.0.0.1:1' })).rejects.toThrow('no Redis');
  });
});

describe('when something fails in the middle of a batch', () => {
  let workers: Started[] = [];
  let sandbox: Sandbox;
  const told: number[] = [];
  const COUNT = 120;
  const code = (i: number) => `import time\ntime.sleep(0.02)\nprint(${i})`;

  beforeEach(async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    told.length = 0;
    workers = await Promise.all([startWorker(redis.url), startWorker(redis.url)]);
    sandbox = await createRedisSandbox({ url: redis.url, auditMs: 500 });
  }, 120_000);
  afterEach(async () => {
    await sandbox.close();
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
  });

  const batch = () => sandbox.runBatch(numbered(COUNT, code), { onResult: (_, index) => told.push(index) });

  it('every call is answered once although a worker is killed', async () => {
    const answers = batch();
    await waitFor(() => told.length > 20);
    await workers[0]!.stop('SIGKILL');
    expectAll(await answers, told);
  });

  it('every call is answered once although all workers are killed and new ones come', async () => {
    const answers = batch();
    await waitFor(() => told.length > 20);
    await Promise.all(workers.map((worker) => worker.stop('SIGKILL')));
    workers = [await startWorker(redis.url)];
    expectAll(await answers, told);
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'every call is answered once although Redis is ended by %s',
    async (signal) => {
      const answers = batch();
      await waitFor(() => told.length > 20);
      await redis.stop(signal);
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await redis.begin();
      expectAll(await answers, told);
    },
  );

  it('every call is answered once although Redis comes back empty', async () => {
    const answers = batch();
    await waitFor(() => told.length > 20);
    const client = new Redis(redis.url);
    await client.flushall();
    await client.quit();
    expectAll(await answers, told);
  });

  it('every call is answered once although a worker is cut off and comes back', async () => {
    const answers = batch();
    await waitFor(() => told.length > 20);
    workers[0]!.process.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, 2500));
    workers[0]!.process.kill('SIGCONT');
    expectAll(await answers, told);
  });
});
