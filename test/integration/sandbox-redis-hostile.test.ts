import { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import type { SandboxLimits } from '../../src/base/index.js';
import { createRedisSandbox, startRedisWorker, type RedisSandbox } from '../../src/sandbox/index.js';
import type { RedisWorker } from '../../src/sandbox/redis/redis-worker.js';
import type { RedisWorkerOptions } from '../../src/sandbox/redis/options.js';
import { createFakeSandbox } from '../../src/testing/index.js';
import { numbered } from './sandbox-redis/batches.js';
import { waitFor } from './sandbox-redis/redis-server.js';
import { useRedis } from './sandbox-redis/use-redis.js';

const redis = useRedis();

async function produce(namespace = 'default', more: { url?: string; auditMs?: number } = {}): Promise<RedisSandbox> {
  const sandbox = await createRedisSandbox({ url: redis.url, namespace, auditMs: 100, ...more });
  return redis.keep(sandbox);
}

/** Answers each call with its own code. */
async function work(more: Partial<RedisWorkerOptions> = {}): Promise<RedisWorker> {
  const sandbox = createFakeSandbox(({ code }) => ({ stdout: code }));
  const worker = await startRedisWorker({ url: redis.url, sandbox, concurrency: 2, visibilityMs: 200, ...more });
  return redis.keep(worker);
}

async function expectServed(sandbox: RedisSandbox): Promise<void> {
  const results = await sandbox.runBatch(numbered(5, String));
  expect(results.map((result) => result.kind === 'ok' && result.stdout)).toEqual(['0', '1', '2', '3', '4']);
}

describe('limits that a trainer asks a worker for', { timeout: 60_000 }, () => {
  /** @returns What comes to the worker's sandbox of what calls, first cells and further cells ask for. */
  async function limitsSeen(more: Partial<RedisWorkerOptions>, limits: Partial<SandboxLimits>) {
    const sandbox = createFakeSandbox(() => ({}));
    await work({ sandbox, ...more });
    const trainer = await produce();
    await trainer.run({ code: '1', limits });
    const opened = await trainer.session!();
    for (const code of ['2', '3']) await opened.run({ code, limits });
    await opened.close();
    expect(sandbox.calls).toHaveLength(3);
    return sandbox.calls.map((call) => call.limits);
  }

  it('are lowered to its ceiling, in calls and in cells', async () => {
    const limits = { wallMs: 60_000, memoryBytes: 2 ** 26, processes: 4096 };
    const expected = { wallMs: 20_000, memoryBytes: 2 ** 26, processes: 32 };
    expect(await limitsSeen({ ceiling: { wallMs: 20_000 } }, limits)).toEqual([expected, expected, expected]);
  });

  it("are lowered to the sandbox's default limits where it has none", async () => {
    const expected = { wallMs: 10_000, memoryBytes: 2 ** 30 };
    expect(await limitsSeen({}, { wallMs: 60_000, memoryBytes: 2 ** 36 })).toEqual([expected, expected, expected]);
  });

  it('are refused as a ceiling where they are none', async () => {
    await expect(work({ ceiling: { wallMs: -1 } })).rejects.toThrow('options.ceiling');
  });
});

const CALLS = 'rstar2:{default}:calls';
const deep = '['.repeat(50_000) + ']'.repeat(50_000);
const GARBAGE = ['', 'x', '{', 'null', '1', '"x"', '{}', '[1]', '[null]', '["x"]', '[["1-1"]]', deep];

/** The place of the one call that waits, and what it says. */
async function waitingCall(): Promise<{ entry: string; id: string; reply: string; results: string }> {
  await waitFor(async () => (await redis.client.xlen(CALLS)) === 1);
  const [[entry, [, id, , reply]]] = (await redis.client.xrange(CALLS, '-', '+')) as [[string, string[]]];
  return { entry, id: id!, reply: reply!, results: `rstar2:{default}:results:${reply}` };
}

describe('workers and what others wrote into Redis', { timeout: 30_000 }, () => {
  it.each([
    ['all namespaces', undefined],
    ['those they were told', ['default']],
  ])('outlive garbage on the channel of cancellations, when they serve %s', async (_, namespaces) => {
    const worker = await work(namespaces === undefined ? {} : { namespaces });
    const sandbox = await produce();
    await expectServed(sandbox);
    for (const message of GARBAGE) await redis.client.publish('rstar2:{default}:cancelled', message);
    await expectServed(sandbox);
    await waitFor(() => worker.skipped === GARBAGE.length);
  });

  it('serve the other namespaces when the calls of one are of another kind, and that one when it is mended', async () => {
    await redis.client.set('rstar2:{bad}:calls', 'no stream');
    const [good, bad] = [await produce('good'), await produce('bad')];
    const worker = await work();
    await expectServed(good);
    expect(await bad.run({ code: '1' })).toMatchObject({ kind: 'unavailable' });
    expect(worker.skipped).toBeGreaterThan(0);
    await redis.client.del('rstar2:{bad}:calls');
    await expectServed(bad);
  });

  it('serve the other namespaces when one turns while it is served, with calls in their hands', async () => {
    const [good, bad] = [await produce('good'), await produce('bad')];
    let letGo!: () => void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const slow = createFakeSandbox(async ({ code }) => {
      if (code.startsWith('held')) await held;
      return { stdout: code };
    });
    await work({ sandbox: slow, concurrency: 4 });
    const mine = good.run({ code: 'held by good' });
    const lost = bad.run({ code: 'held by bad' });
    await waitFor(() => slow.calls.length === 2);
    for (const key of ['calls', 'parked', 'results:x']) {
      await redis.client.del(`rstar2:{bad}:${key}`);
      await redis.client.set(`rstar2:{bad}:${key}`, 'no stream');
    }
    await expectServed(good);
    // Twice as long as a call is safe in silent hands: it was kept all the while.
    await new Promise((resolve) => setTimeout(resolve, 400));
    letGo();
    expect(await mine).toMatchObject({ kind: 'ok', stdout: 'held by good' });
    expect(slow.calls.filter(({ code }) => code === 'held by good')).toHaveLength(1);
    await bad.close();
    expect(await lost).toMatchObject({ kind: 'unavailable' });
  });

  it('park calls that are none, tell whoever can be told, and run the others', async () => {
    const sandbox = await produce();
    const asked = sandbox.run({ code: 'mine' });
    const { id, reply, entry } = await waitingCall();
    await redis.client.xdel(CALLS, entry);
    const bodies = ['', '{', 'null', '[]', '{"code":1}', '{"code":"1","limits":{"wallMs":-1}}', deep];
    for (const body of bodies) await redis.client.xadd(CALLS, '*', 'id', 'x', 'reply', reply, 'call', body);
    await redis.client.xadd(CALLS, '*', 'nonsense', '1');
    await redis.client.xadd(CALLS, '*', 'id', '', 'reply', '', 'call', '{"code":"1"}');
    await redis.client.xadd(CALLS, '*', 'id', 'x', 'reply', '../../x', 'call', '{"code":"1"}');
    await redis.client.xadd(CALLS, '*', 'id', id, 'reply', reply, 'call', '{"code":7}');
    const worker = await work();
    expect(await asked).toMatchObject({ kind: 'unavailable', cause: { retryable: false } });
    await expectServed(sandbox);
    expect(worker.skipped).toBe(bodies.length + 4);
    expect(await redis.client.xlen('rstar2:{default}:parked')).toBe(bodies.length + 4);
    expect(await redis.client.xlen(CALLS)).toBe(0);
  });

  it('start, and serve, although what all share is garbage', async () => {
    await redis.client.zadd('rstar2:namespaces', 9e15, 'a}:x', 9e15, '', 9e15, 'n'.repeat(1000), 9e15, 'sp ace');
    await redis.client.zadd('rstar2:workers', 9e15, 'x', 9e15, 'a b c d', 9e15, 'w 1 total magic', 9e15, '');
    const sandbox = await produce();
    const worker = await work();
    await expectServed(sandbox);
    expect(worker.skipped).toBeGreaterThanOrEqual(4);
    expect(await sandbox.status()).toMatchObject({ workers: 1, slots: 2 });
    await redis.client.set('rstar2:namespaces', 'no set');
    await redis.client.set('rstar2:workers', 'no set');
    await expectServed(sandbox);
    await work({ namespaces: ['default'] });
    await expectServed(await produce());
  });
});

describe('trainers and what others wrote into Redis', { timeout: 30_000 }, () => {
  const OK = { kind: 'ok', stdout: '', stderr: '', exitCode: 0, durationMs: 1 };
  it.each([
    ['', '{', 'null', '[]', '1', '"ok"', '{}', deep],
    [{ ...OK, kind: 'great' }, { ...OK, stdout: null }, { ...OK, exitCode: 'zero' }, { kind: 'ok' }].map((result) =>
      JSON.stringify(result),
    ),
  ])('are told at once when their result is broken (%#)', async (...broken) => {
    const sandbox = await produce();
    for (const result of broken) {
      const answer = sandbox.run({ code: '1' });
      const { id, results, entry } = await waitingCall();
      await redis.client.xdel(CALLS, entry);
      await redis.client.xadd(results, '*', 'id', id, 'result', result);
      expect(await answer).toMatchObject({ kind: 'unavailable', cause: { retryable: true } });
    }
    await waitFor(() => sandbox.skipped >= broken.length);
    expect(sandbox.skipped).toBe(broken.length);
    await work();
    await expectServed(sandbox);
  });

  it('find their results among others', async () => {
    const sandbox = await produce();
    const answer = sandbox.run({ code: '1' });
    const { results } = await waitingCall();
    await redis.client.xadd(results, '*', 'nonsense', '1');
    await redis.client.xadd(results, '*', 'id', 'nobody', 'result', JSON.stringify(OK));
    await redis.client.xadd(results, '*', 'id', '__proto__', 'result', 'null');
    await work();
    expect(await answer).toMatchObject({ kind: 'ok', stdout: '1' });
    await expectServed(sandbox);
  });

  it('are answered after one run although their key for results has another type', async () => {
    const sandbox = await produce();
    const answer = sandbox.run({ code: '1' });
    const { results } = await waitingCall();
    await redis.client.set(results, 'no stream');
    const served = createFakeSandbox(({ code }) => ({ stdout: code }));
    await work({ sandbox: served });
    expect(await answer).toMatchObject({ kind: 'ok', stdout: '1' });
    expect(served.calls).toHaveLength(1);
    await redis.client.del(results);
    await redis.client.set(results, 'no stream');
    await expectServed(sandbox);
  });
});

describe("Redis' access lists, as the guide gives them", { timeout: 30_000 }, () => {
  const trainer = (namespace: string) => [
    ...['reset', 'on', '>secret', `~rstar2:{${namespace}}:*`, '%R~rstar2:workers'],
    ...[`&rstar2:{${namespace}}:*`, '-@all', '+@connection', '-@dangerous', '+info', '+time'],
    ...['+xadd', '+xread', '+xrange', '+xtrim', '+xdel', '+xlen', '+xpending', '+set', '+del', '+publish'],
    '+zrangebyscore',
  ];
  const worker = (namespaces: readonly string[]) => [
    ...['reset', 'on', '>secret', ...namespaces.map((name) => `~rstar2:{${name}}:*`), '~rstar2:workers'],
    ...namespaces.map((name) => `&rstar2:{${name}}:*`),
    ...['-@all', '+@connection', '-@dangerous', '+info', '+time', '+eval', '+subscribe', '+exists', '+expire'],
    ...['+pexpire', '+del', '+xread'],
    ...[
      '+xadd',
      '+xreadgroup',
      '+xautoclaim',
      '+xclaim',
      '+xack',
      '+xdel',
      '+xrange',
      '+xpending',
      '+xgroup',
      '+xinfo',
    ],
    ...['+zadd', '+zrem', '+zrangebyscore'],
  ];
  const as = (user: string) => redis.url.replace('redis://', `redis://${user}:secret@`);
  beforeEach(async () => {
    await redis.client.call('ACL', 'SETUSER', 'trainer-a', ...trainer('a'));
    await redis.client.call('ACL', 'SETUSER', 'trainer-b', ...trainer('b'));
    await redis.client.call('ACL', 'SETUSER', 'worker', ...worker(['a', 'b']));
  });

  it('are enough to be served, also after Redis forgot the calls', async () => {
    const [a, b] = [await produce('a', { url: as('trainer-a') }), await produce('b', { url: as('trainer-b') })];
    const forgotten = a.run({ code: 'forgotten' });
    await waitFor(async () => (await redis.client.xlen('rstar2:{a}:calls')) === 1);
    await redis.client.flushall();
    await work({ url: as('worker'), namespaces: ['a', 'b'] });
    expect(await forgotten).toMatchObject({ kind: 'ok', stdout: 'forgotten' });
    await expectServed(a);
    await expectServed(b);
    const abort = new AbortController();
    const cancelled = b.run({ code: 'cancelled' }, { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(cancelled).rejects.toThrow('enough');
    const sessions = [await a.session!(), await a.session!(), await b.session!()];
    for (const code of ['1', '2', '3']) {
      for (const session of sessions) expect(await session.run({ code })).toMatchObject({ kind: 'ok', stdout: code });
    }
    await redis.client.flushall();
    for (const session of sessions) expect(await session.run({ code: '4' })).toMatchObject({ kind: 'ok', stdout: '4' });
    await Promise.all(sessions.map((session) => session.close()));
    await waitFor(async () => (await a.status()).workers === 1);
    expect(await b.status()).toMatchObject({ workers: 1, parked: 0 });
  });

  it('keep a worker that was not told its namespaces from starting, with the reason', async () => {
    await expect(work({ url: as('worker') })).rejects.toThrow(/^Redis: .*NOPERM/);
  });

  it('keep a trainer from everything of another', async () => {
    const b = await produce('b', { url: as('trainer-b') });
    await work({ url: as('worker'), namespaces: ['a', 'b'] });
    const intruder = new Redis(as('trainer-a'));
    redis.keep({ close: async () => void (await intruder.quit()) });
    const attempts: (readonly [string, ...(string | number)[]])[] = [
      ['XRANGE', 'rstar2:{b}:calls', '-', '+'],
      ['XADD', 'rstar2:{b}:results:x', '*', 'id', 'x', 'result', 'null'],
      ['DEL', 'rstar2:{b}:calls'],
      ['SET', 'rstar2:{b}:calls', 'no stream'],
      ['PUBLISH', 'rstar2:{b}:cancelled', '["1-1"]'],
      ['SUBSCRIBE', 'rstar2:{b}:cancelled'],
      ['XADD', 'rstar2:{b}:cells:x', '*', 'reply', 'x', 'message', '{}'],
      ['XREAD', 'STREAMS', 'rstar2:{b}:cells:x', '0'],
      ['SET', 'rstar2:workers', 'no set'],
      ['DEL', 'rstar2:workers'],
      ['ZADD', 'rstar2:namespaces', 0, 'b'],
      ['KEYS', '*'],
      ['FLUSHALL'],
      ['EVAL', 'while true do end', 0],
      ['CONFIG', 'GET', '*'],
      ['CLIENT', 'KILL', 'TYPE', 'normal'],
    ];
    for (const [command, ...args] of attempts) {
      await expect(intruder.call(command, ...args), command).rejects.toThrow('NOPERM');
    }
    await expectServed(b);
  });
});
