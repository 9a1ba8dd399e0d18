import { afterEach, describe, expect, it } from 'vitest';
import { SandboxError } from '../../src/base/index.js';
import { createRedisSandbox, startRedisWorker, type RedisSandbox } from '../../src/sandbox/index.js';
import type { RedisWorker } from '../../src/sandbox/redis/redis-worker.js';
import type { RedisWorkerOptions } from '../../src/sandbox/redis/options.js';
import { createCountingSandbox, valueOf, type CountingSandbox } from '../unit/sandbox/counting-sandbox.js';
import { startWorker } from './sandbox-redis/processes.js';
import { RedisProcess, waitFor } from './sandbox-redis/redis-server.js';
import { useRedis } from './sandbox-redis/use-redis.js';

const redis = useRedis();
afterEach(async () => {
  await redis.closeAll();
  expect((await redis.client.keys('*')).filter((key) => /:(cells|results|producer):/.test(key))).toEqual([]);
});

async function produce(namespace = 'default', more: { auditMs?: number; timeoutMs?: number } = {}) {
  const sandbox = await createRedisSandbox({ url: redis.url, namespace, auditMs: 100, ...more });
  return redis.keep(sandbox);
}

async function work(sandbox: CountingSandbox, more: Partial<RedisWorkerOptions> = {}): Promise<RedisWorker> {
  const worker = await startRedisWorker({ url: redis.url, sandbox, concurrency: 4, visibilityMs: 300, ...more });
  return redis.keep(worker);
}

const cellsKeys = (): Promise<string[]> => redis.client.keys('*:cells:*');
const LOST = { kind: 'unavailable', cause: { source: 'sandbox', retryable: false } };
const say = (key: string, reply: string, message: string) =>
  redis.client.xadd(key, '*', 'reply', reply, 'message', message);

async function opened(sandbox: RedisSandbox) {
  const session = await sandbox.session!();
  expect(valueOf(await session.run({ code: 'a' }))).toBe('1');
  return session;
}

describe('sessions over Redis', { timeout: 60_000 }, () => {
  it('stay with the worker that holds them, until they are closed', async () => {
    const workers = [createCountingSandbox(), createCountingSandbox()];
    for (const one of workers) await work(one);
    const sandbox = await produce();
    const sessions = await Promise.all(Array.from({ length: 6 }, () => opened(sandbox)));
    for (const expected of ['2', '3', '4']) {
      const results = await Promise.all(sessions.map((session) => session.run({ code: 'a' })));
      expect(results.map(valueOf)).toEqual(sessions.map(() => expected));
    }
    const alive = () => workers.reduce((sum, one) => sum + one.alive, 0);
    expect(alive()).toBe(6);
    await sessions[0]!.close();
    await waitFor(() => alive() === 5);
    await sandbox.close();
    await waitFor(() => alive() === 0);
    await expect(sandbox.session!()).rejects.toThrow(new SandboxError('the sandbox was closed'));
  });

  it('are lost with a worker that is killed, while others serve, and never begun anew', async () => {
    const doomed = await startWorker(redis.url, '--namespaces', 'default');
    const sandbox = await produce();
    const session = await sandbox.session!();
    expect(valueOf(await session.run({ code: 'x = 5\nx' }))).toBe('5');
    const running = session.run({ code: 'import time\ntime.sleep(9)' });
    await waitFor(async () => (await redis.client.xlen((await cellsKeys())[0]!)) === 1);
    await doomed.stop('SIGKILL');
    const other = createCountingSandbox();
    await work(other);
    expect(await running).toMatchObject(LOST);
    expect(valueOf(await session.run({ code: 'x' }))).toBe('unavailable: the session is lost: its worker is gone');
    expect(await sandbox.run({ code: 'fine' })).toMatchObject({ kind: 'ok', stdout: 'fine' });
    expect(other.cells).toEqual([]);
  });

  it('are told to be lost when their worker is closed, after the cell that runs', async () => {
    const inner = createCountingSandbox();
    const worker = await work(inner, { visibilityMs: 60_000 });
    const sandbox = await produce();
    const [one, other] = [await opened(sandbox), await opened(sandbox)];
    const last = one.run({ code: 'wait' });
    await waitFor(() => inner.cells.includes('wait'));
    const closed = worker.close();
    inner.letGo();
    expect(valueOf(await last)).toBe('2');
    await closed;
    for (const session of [one, other]) {
      expect(valueOf(await session.run({ code: 'a' }))).toBe('unavailable: the session is lost: its worker was closed');
    }
    expect(inner.alive).toBe(0);
  });

  it('are ended with a producer that is not heard of any more', async () => {
    const inner = createCountingSandbox();
    await work(inner);
    const sandbox = await produce('default', { auditMs: 60_000 });
    await opened(sandbox);
    expect(inner.alive).toBe(1);
    await redis.client.del(...(await redis.client.keys('*:producer:*')));
    await waitFor(() => inner.alive === 0);
  });

  it('are ended when nobody uses them', async () => {
    const inner = createCountingSandbox();
    await work(inner, { sessionIdleMs: 50 });
    const session = await opened(await produce());
    await waitFor(() => inner.alive === 0);
    expect(valueOf(await session.run({ code: 'a' }))).toContain('the session is lost');
  });

  it('are as many as may be; a further one goes to another worker, or is told so', async () => {
    const [small, other] = [createCountingSandbox(), createCountingSandbox()];
    await work(small, { maxSessions: 1 });
    const sandbox = await produce();
    await opened(sandbox);
    expect(await (await sandbox.session!()).run({ code: 'a' })).toMatchObject({
      kind: 'unavailable',
      cause: { retryable: true },
    });
    await work(other);
    await opened(sandbox);
    expect([small.alive, other.alive]).toEqual([1, 1]);
  });

  it('go on when Redis forgets everything, and no cell runs twice', async () => {
    const inner = createCountingSandbox();
    await work(inner);
    const session = await opened(await produce());
    await redis.client.flushall();
    expect(valueOf(await session.run({ code: 'a' }))).toBe('2');
    const running = session.run({ code: 'wait' });
    await waitFor(() => inner.cells.includes('wait'));
    await redis.client.flushall();
    await waitFor(
      async () => (await cellsKeys()).length === 1 && (await redis.client.xlen((await cellsKeys())[0]!)) === 1,
    );
    inner.letGo();
    expect(valueOf(await running)).toBe('3');
    expect(inner.cells).toEqual(['a', 'a', 'wait']);
  });

  it('outlive garbage in their stream, and something else in its place', async () => {
    const inner = createCountingSandbox();
    const worker = await work(inner);
    const session = await opened(await produce());
    const [key] = (await cellsKeys()) as [string];
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const none = { kind: 'run', id: 'i', session: 's', number: 2 };
    const garbage = ['', '{', 'null', '[]', '{}', deep, { ...none, number: 0 }, { ...none, call: { code: 1 } }, none];
    for (const one of garbage) await say(key, 'p', typeof one === 'string' ? one : JSON.stringify(one));
    await redis.client.xadd(key, '*', 'nonsense', '1');
    await waitFor(() => worker.skipped === garbage.length + 1);
    expect(valueOf(await session.run({ code: 'a' }))).toBe('2');
    await waitFor(async () => (await redis.client.xlen(key)) === 0);
    await redis.client.del(key);
    await redis.client.set(key, 'no stream');
    await waitFor(async () => (await redis.client.type(key)) === 'stream');
    expect(valueOf(await session.run({ code: 'a' }))).toBe('3');
  });

  it('believe no result that is none', async () => {
    await work(createCountingSandbox());
    const sandbox = await produce();
    const session = await opened(sandbox);
    const [results] = (await redis.client.keys('*:results:*')) as [string];
    for (const lost of ['', '{', '{}', '{"session":1}']) await redis.client.xadd(results, '*', 'lost', lost);
    await redis.client.xadd(results, '*', 'lost', '{"session":"nobody","reason":"x"}');
    await redis.client.xadd(
      results,
      '*',
      'id',
      'x',
      'result',
      '{}',
      'session',
      '{"session":"s","worker":"a:b","leaseMs":1}',
    );
    await waitFor(() => sandbox.skipped === 5);
    expect(valueOf(await session.run({ code: 'a' }))).toBe('2');
  });

  it('are out of reach of other namespaces and producers, who know their ids', async () => {
    const inner = createCountingSandbox();
    await work(inner);
    const [a, b] = [await produce('a'), await produce('b')];
    const session = await opened(a);
    await opened(b);
    const placed = (await redis.client.xrevrange((await redis.client.keys('rstar2:{a}:results:*'))[0]!, '+', '-')) as [
      string,
      string[],
    ][];
    const { session: id } = JSON.parse(placed[0]![1][5]!) as { session: string };
    const [streamA, streamB] = (await cellsKeys()).sort() as [string, string];
    const stranger = (await redis.client.keys('rstar2:{b}:producer:*'))[0]!.split(':').at(-1)!;
    for (const key of [streamA, streamB]) {
      const cell = { kind: 'run', id: 'x', session: id, number: 2, call: { code: 'stolen' } };
      await say(key, stranger, JSON.stringify(cell));
      await say(key, stranger, JSON.stringify({ kind: 'close', session: id }));
      await waitFor(async () => (await redis.client.xlen(key)) === 0);
    }
    expect(valueOf(await session.run({ code: 'a' }))).toBe('2');
    expect(inner.cells).toEqual(['a', 'a', 'a']);
    expect(inner.alive).toBe(2);
    await redis.client.del('rstar2:{a}:results:' + stranger);
  });

  it('are ended when the first cell is given up, and a cell that is given up is ended', async () => {
    const inner = createCountingSandbox();
    await work(inner);
    const sandbox = await produce();
    const session = await sandbox.session!();
    for (const expected of ['1', '2']) {
      const abort = new AbortController();
      const cell = session.run({ code: 'wait' }, { signal: abort.signal });
      await waitFor(() => inner.cells.filter((code) => code === 'wait').length === Number(expected));
      abort.abort(new Error('enough'));
      await expect(cell).rejects.toThrow('enough');
      await waitFor(() => inner.alive === Number(expected) - 1);
      expect(valueOf(await session.run({ code: 'a' }))).toBe(expected === '1' ? '1' : '3');
    }
  });

  it('take turns with calls for the slots of their worker', async () => {
    const inner = createCountingSandbox();
    await work(inner, { concurrency: 1 });
    const sandbox = await produce();
    const session = await opened(sandbox);
    const calls = sandbox.runBatch(Array.from({ length: 50 }, () => ({ code: 'x' })));
    const cells = await Promise.all(Array.from({ length: 5 }, () => session.run({ code: 'a' })));
    expect(cells.map(valueOf)).toEqual(['2', '3', '4', '5', '6']);
    expect((await calls).every(({ kind }) => kind === 'ok')).toBe(true);
  });
});

describe('a worker that is closed while Redis is away', { timeout: 60_000 }, () => {
  it('does not wait for it for ever', async () => {
    const own = await RedisProcess.start();
    const inner = createCountingSandbox();
    const worker = await startRedisWorker({ url: own.url, sandbox: inner, concurrency: 2, visibilityMs: 300 });
    const sandbox = await createRedisSandbox({ url: own.url });
    const session = await sandbox.session!();
    await session.run({ code: 'a' });
    const running = session.run({ code: 'wait' });
    await waitFor(() => inner.cells.includes('wait'));
    await own.stop('SIGKILL');
    const closed = worker.close();
    inner.letGo();
    await closed;
    expect(inner.alive).toBe(0);
    await sandbox.close();
    expect(await running).toMatchObject({ kind: 'unavailable' });
    await own.begin();
    await own.remove();
  });
});
