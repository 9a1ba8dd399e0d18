import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/base/index.js';
import { createLocalSandbox, createRedisSandbox, startRedisWorker } from '../../src/sandbox/index.js';
import type { RedisWorker } from '../../src/sandbox/redis/redis-worker.js';
import type { LogEntry } from '../../src/sandbox/internal/index.js';
import { queueStatus } from '../../src/sandbox/redis/queue-status.js';
import { createFakeSandbox, sandboxConformanceCases } from '../../src/testing/index.js';
import { expectAll, numbered } from './sandbox-redis/batches.js';
import { RedisProcess, waitFor } from './sandbox-redis/redis-server.js';
import { useRedis } from './sandbox-redis/use-redis.js';

describe('a sandbox over Redis', () => {
  // Its own: one worker serves all of these tests.
  let redis: RedisProcess;
  let inner: Sandbox;
  let worker: RedisWorker;
  let sandbox: Sandbox;
  beforeAll(async () => {
    redis = await RedisProcess.start();
    inner = await createLocalSandbox({ concurrency: 2 });
    worker = await startRedisWorker({ url: redis.url, sandbox: inner, concurrency: 2 });
    sandbox = await createRedisSandbox({ url: redis.url });
  }, 120_000);
  afterAll(async () => {
    await sandbox.close();
    await worker.close();
    await inner.close();
    await redis.remove();
  });

  for (const { name, run } of sandboxConformanceCases()) it(name, () => run(sandbox));

  it('leaves nothing in Redis when all is answered', async () => {
    const client = new Redis(redis.url);
    await sandbox.runBatch(numbered(20));
    await waitFor(async () => (await client.xlen('rstar2:{default}:calls')) === 0);
    expect(await queueStatus(client)).toEqual({
      waiting: 0,
      running: 0,
      oldestMs: 0,
      parked: 0,
      workers: 1,
      slots: 2,
    });
    await client.quit();
  });
});

describe('the queue in Redis', () => {
  const redis = useRedis();
  const produce = async (namespace = 'default', more = {}) =>
    redis.keep(await createRedisSandbox({ url: redis.url, namespace, auditMs: 300, ...more }));

  it('logs as a server does', async () => {
    const entries: LogEntry[] = [];
    const worker = await startRedisWorker({
      url: redis.url,
      sandbox: createFakeSandbox(() => ({})),
      concurrency: 1,
      log: (entry) => {
        entries.push(entry);
        throw new Error('a log that fails ends no worker');
      },
    });
    await worker.close();
    expect(entries.map(({ level, event }) => [level, event])).toEqual([
      ['info', 'worker-started'],
      ['info', 'worker-stopped'],
    ]);
    expect(Date.parse(entries[0]!.time)).not.toBeNaN();
  });

  it('serves many trainers with many workers, each in turn', async () => {
    const order: string[] = [];
    const slow = createFakeSandbox(async ({ code }) => {
      order.push(code[0]!);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return { stdout: code };
    });
    const [a, b] = [await produce('a'), await produce('b')];
    const many = a.runBatch(numbered(200, (i) => `a${i}`));
    await waitFor(async () => (await redis.client.xlen('rstar2:{a}:calls')) === 200);
    const few = b.runBatch(numbered(10, (i) => `b${i}`));
    await waitFor(async () => (await redis.client.xlen('rstar2:{b}:calls')) === 10);
    for (let i = 0; i < 2; i++) redis.keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 2 }));
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
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: broken, concurrency: 1, visibilityMs: 200 }));
    const sandbox = await produce();
    expect(await sandbox.run({ code: '1' })).toMatchObject({ kind: 'unavailable', cause: { message: 'no disk' } });
    expect(broken.calls).toHaveLength(3);
  });

  it('parks a call that every worker died of, with the reason, and answers its caller', async () => {
    const sandbox = await produce();
    const answer = sandbox.run({ code: 'poison' });
    await redis.client.xgroup('CREATE', 'rstar2:{default}:calls', 'workers', '0', 'MKSTREAM');
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 1);
    await redis.client.xreadgroup('GROUP', 'workers', 'first', 'COUNT', 1, 'STREAMS', 'rstar2:{default}:calls', '>');
    // Three workers have begun it and were never heard of again.
    await redis.client.xautoclaim('rstar2:{default}:calls', 'workers', 'third', 0, '0-0', 'COUNT', 1);
    const [[entry]] = (await redis.client.xrange('rstar2:{default}:calls', '-', '+')) as [[string, string[]]];
    await redis.client.xclaim('rstar2:{default}:calls', 'workers', 'third', 0, entry, 'RETRYCOUNT', 4, 'JUSTID');
    const healthy = createFakeSandbox();
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: healthy, concurrency: 1, visibilityMs: 200 }));
    const result = await answer;
    expect(result).toMatchObject({ kind: 'unavailable', cause: { retryable: false } });
    expect(healthy.calls).toEqual([]);
    const [[, fields]] = (await redis.client.xrange('rstar2:{default}:parked', '-', '+')) as [[string, string[]]];
    expect(fields.join(' ')).toContain('started 3 times and never answered');
    expect(fields.join(' ')).toContain('poison');
    expect(await redis.client.xlen('rstar2:{default}:calls')).toBe(0);
  });

  it('withdraws a call that is aborted before a worker took it', async () => {
    const sandbox = await produce();
    const abort = new AbortController();
    const pending = sandbox.run({ code: '1' }, { signal: abort.signal });
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 1);
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 0);
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
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 1, visibilityMs: 60_000 }));
    await waitFor(() => runs === 1);
    // A second one takes it over, as if the first had been cut off.
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 1, visibilityMs: 100 }));
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
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: slow, concurrency: 4, visibilityMs: 500 }));
    expectAll(
      await answers,
      numbered(12).map((_, i) => i),
    );
    expect(slow.calls).toHaveLength(12);
  });

  it('finds the calls of one trainer among a hundred that have none', async () => {
    const sandboxes = await Promise.all(Array.from({ length: 100 }, (_, i) => produce(`t${i}`)));
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: createFakeSandbox(), concurrency: 1 }));
    for (const i of [3, 97]) {
      const results = await sandboxes[i]!.runBatch(numbered(40));
      expect(results.every(({ kind }) => kind === 'ok')).toBe(true);
    }
  });

  it('has a worker let go of calls that are cancelled, those it runs and those it has not begun', async () => {
    let aborted = 0;
    const stuck = createFakeSandbox(
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal!.addEventListener('abort', () => {
            aborted++;
            reject(signal!.reason as Error);
          });
        }),
    );
    const sandbox = await produce();
    const abort = new AbortController();
    const pending = sandbox.runBatch(numbered(10), { signal: abort.signal });
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: stuck, concurrency: 2 }));
    await waitFor(() => stuck.calls.length === 2);
    await waitFor(async () => (await queueStatus(redis.client, 'default')).running === 4);
    abort.abort(new Error('enough'));
    await expect(pending).rejects.toThrow('enough');
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 0);
    await waitFor(async () => (await queueStatus(redis.client, 'default')).running === 0);
    expect(aborted).toBe(2);
    expect(stuck.calls).toHaveLength(2);
    const quick = sandbox.run({ code: 'next' });
    await waitFor(() => stuck.calls.length === 3);
    await sandbox.close();
    expect(await quick).toMatchObject({ kind: 'unavailable' });
  });

  it('does not run the calls of a trainer that died', async () => {
    const sandbox = await produce('default', { auditMs: 60_000 });
    const lost = sandbox.runBatch(numbered(5));
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 5);
    const [alive] = await redis.client.keys('rstar2:{default}:producer:*');
    await redis.client.del(alive!);
    const healthy = createFakeSandbox();
    redis.keep(await startRedisWorker({ url: redis.url, sandbox: healthy, concurrency: 2 }));
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 0);
    expect(healthy.calls).toEqual([]);
    await sandbox.close();
    expect((await lost).map(({ kind }) => kind)).toEqual(Array(5).fill('unavailable'));
  });

  it('does not hold a call that was never begun to have killed its worker', async () => {
    const sandbox = await produce();
    const answer = sandbox.run({ code: 'innocent' });
    const key = 'rstar2:{default}:calls';
    await redis.client.xgroup('CREATE', key, 'workers', '0', 'MKSTREAM').catch(() => {});
    await waitFor(async () => (await redis.client.xlen(key)) === 1);
    await redis.client.xreadgroup('GROUP', 'workers', 'w0', 'COUNT', 1, 'STREAMS', key, '>');
    for (let i = 1; i < 6; i++) await redis.client.xautoclaim(key, 'workers', `w${i}`, 0, '0-0', 'COUNT', 1, 'JUSTID');
    redis.keep(
      await startRedisWorker({ url: redis.url, sandbox: createFakeSandbox(), concurrency: 1, visibilityMs: 200 }),
    );
    expect(await answer).toMatchObject({ kind: 'ok' });
  });

  it('takes on the isolation of the worker that contains least', async () => {
    const sandbox = await produce();
    expect(sandbox.isolation).toMatchObject({ level: 'none', missing: ['no worker has started yet'] });
    for (const level of ['full', 'partial'] as const) {
      const one = createFakeSandbox(() => ({}), { isolation: { level, mechanism: 'fake', missing: [] } });
      redis.keep(await startRedisWorker({ url: redis.url, sandbox: one, concurrency: 1 }));
      await waitFor(() => sandbox.isolation.level === level);
    }
    expect(sandbox.isolation.mechanism).toBe('redis, fake');
  });

  it('takes no calls for a while when its sandbox fails, so that others run them', async () => {
    const cause = { source: 'sandbox', message: 'no disk', retryable: true } as const;
    const broken = createFakeSandbox(() => ({ kind: 'unavailable', cause, durationMs: 0 }));
    const healthy = createFakeSandbox(() => new Promise((resolve) => setTimeout(resolve, 5, {})));
    for (const sandbox of [broken, healthy]) {
      redis.keep(await startRedisWorker({ url: redis.url, sandbox, concurrency: 1, visibilityMs: 300 }));
    }
    const results = await (await produce()).runBatch(numbered(60));
    expect(results.map(({ kind }) => kind)).toEqual(Array(60).fill('ok'));
    expect(broken.calls.length).toBeLessThan(20);
  });

  it('says unavailable when a call has waited for too long', async () => {
    const sandbox = await produce('default', { timeoutMs: 100 });
    expect(await sandbox.run({ code: '1' })).toMatchObject({ kind: 'unavailable', cause: { retryable: true } });
    await waitFor(async () => (await redis.client.xlen('rstar2:{default}:calls')) === 0);
  });

  it('refuses to start where there is no Redis', async () => {
    await expect(createRedisSandbox({ url: 'redis://127.0.0.1:1' })).rejects.toThrow(/no Redis at .*ECONNREFUSED/);
    await expect(createRedisSandbox({ url: 'rediss+cluster://x' })).rejects.toThrow('options.url');
  });
});
