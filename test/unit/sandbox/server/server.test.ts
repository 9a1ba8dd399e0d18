import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createSandboxServer, type SandboxServer, type SandboxServerOptions } from '../../../../src/sandbox/index.js';
import type { LogEntry } from '../../../../src/sandbox/internal/index.js';
import { createFakeSandbox } from '../../../../src/testing/index.js';
import type { FakeSandbox } from '../../../../src/testing/fake-sandbox.js';

const servers: SandboxServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close(100))));

async function serve(sandbox: FakeSandbox, options: Partial<SandboxServerOptions> = {}): Promise<SandboxServer> {
  const server = await createSandboxServer({ sandbox, concurrency: 2, ...options });
  servers.push(server);
  return server;
}

async function post(server: SandboxServer, path: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown>, response };
}

const python = (solution: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'python',
  solution,
  ...more,
});

describe('createSandboxServer', () => {
  it('answers /run as Code Judge does', async () => {
    const sandbox = createFakeSandbox(() => ({ stdout: 'a\n' }));
    const server = await serve(sandbox);
    const { status, json } = await post(server, '/run', python('print(input())', { sub_id: 's1', input: 'a' }));
    expect(status).toBe(200);
    expect(json).toEqual({
      sub_id: 's1',
      success: true,
      run_success: true,
      cost: 0.001,
      stdout: 'a\n',
      stderr: '',
      reason: '',
    });
    expect(sandbox.calls).toEqual([{ language: 'python', code: 'print(input())', stdin: 'a', mode: 'script' }]);
  });

  it('answers /judge without output, after trimming both sides', async () => {
    const server = await serve(createFakeSandbox(() => ({ stdout: ' 42 \n\n' })));
    const right = await post(server, '/judge', python('', { expected_output: '\n42' }));
    expect(Object.keys(right.json).sort()).toEqual(['cost', 'reason', 'run_success', 'sub_id', 'success']);
    expect(right.json).toMatchObject({ success: true, run_success: true });
    const wrong = await post(server, '/judge', python('', { expected_output: '43' }));
    expect(wrong.json).toMatchObject({ success: false, run_success: true });
  });

  it('judges by the whole output and answers the first thousand characters', async () => {
    const long = 'x'.repeat(5000);
    const server = await serve(createFakeSandbox(() => ({ stdout: long, stderr: '😀'.repeat(1500) })));
    const { json } = await post(server, '/run', python('', { expected_output: long }));
    expect(json).toMatchObject({ success: true, stdout: 'x'.repeat(1000), stderr: '😀'.repeat(1000) });
  });

  it('says how a program failed', async () => {
    const kinds = { timeout: 'worker_timeout', error: '', memory: '', killed: '' } as const;
    for (const [kind, reason] of Object.entries(kinds)) {
      const server = await serve(createFakeSandbox(() => ({ kind: kind as keyof typeof kinds, stdout: 'so far' })));
      const { json } = await post(server, '/run', python(''));
      expect(json).toMatchObject({ success: false, run_success: false, reason });
      expect(json['stdout']).toBe(kind === 'timeout' ? 'so farSuicide from timeout.\n' : 'so far');
    }
  });

  it("reports the machine's failures as internal errors", async () => {
    const cause = { source: 'sandbox', message: 'down', retryable: true } as const;
    const server = await serve(createFakeSandbox(() => ({ kind: 'unavailable', cause, durationMs: 0 })));
    const { json } = await post(server, '/run', python(''));
    expect(json).toMatchObject({ run_success: false, reason: 'internal_error', stdout: null });
  });

  it('answers batches in their order', async () => {
    const sandbox = createFakeSandbox(async ({ code }) => {
      await new Promise((resolve) => setTimeout(resolve, 20 - Number(code)));
      return { stdout: code };
    });
    const server = await serve(sandbox, { concurrency: 8 });
    for (const path of ['/run/batch', '/run/long-batch']) {
      const submissions = Array.from({ length: 8 }, (_, i) => python(String(i), { sub_id: `s${i}` }));
      const { json } = await post(server, path, { type: 'batch', sub_id: 'b', submissions });
      expect(json['sub_id']).toBe('b');
      expect((json['results'] as { sub_id: string; stdout: string }[]).map((r) => [r.sub_id, r.stdout])).toEqual(
        submissions.map((one, i) => [one['sub_id'], String(i)]),
      );
    }
    const judged = await post(server, '/judge/long-batch', { submissions: [python('1')] });
    expect((judged.json['results'] as object[])[0]).not.toHaveProperty('stdout');
  });

  it('gives an id to a submission that has none', async () => {
    const server = await serve(createFakeSandbox());
    const ids = await Promise.all([1, 2].map(async () => (await post(server, '/run', python(''))).json['sub_id']));
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    ['a missing field', '/run', { type: 'python' }, ['body', 'solution'], 'missing'],
    ['a wrong type', '/run', { type: 'python', solution: 3 }, ['body', 'solution'], 'string_type'],
    ['an unknown language', '/judge', { type: 'perl', solution: '' }, ['body', 'type'], 'literal_error'],
    ['an empty batch', '/run/batch', { submissions: [] }, ['body', 'submissions'], 'too_short'],
    [
      'a bad member of a batch',
      '/run/long-batch',
      { submissions: [python(''), { type: 'cpp' }] },
      ['body', 'submissions', 1, 'solution'],
      'missing',
    ],
    ['text that is no JSON', '/run', '{', ['body'], 'json_invalid'],
  ])('answers 422 for %s and names the field', async (_, path, body, loc, type) => {
    const sandbox = createFakeSandbox();
    const { status, json } = await post(await serve(sandbox), path, body);
    expect(status).toBe(422);
    expect(json['detail']).toMatchObject([{ loc, type }]);
    expect(sandbox.calls).toEqual([]);
  });

  it('answers /ping, /status and /metrics', async () => {
    const server = await serve(createFakeSandbox(), { concurrency: 3 });
    await post(server, '/run', python(''));
    expect(await (await fetch(`${server.url}/ping`)).json()).toBe('pong');
    expect(await (await fetch(`${server.url}/status`)).json()).toEqual({ queue: 0, num_workers: 3 });
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toContain('rstar2_sandbox_calls_total{type="python",outcome="ok"} 1');
    expect(metrics).toMatch(/rstar2_sandbox_run_seconds_bucket\{le="\+Inf"\} 1/);
    expect(metrics).toContain('rstar2_sandbox_queue_depth 0');
  });

  it('shows gauges of the queue behind it, as long as that can be asked', async () => {
    let up = true;
    const status = () => (up ? Promise.resolve({ queue: 7, num_workers: 5 }) : Promise.reject(new Error('no Redis')));
    const gauges = async () => [{ name: 'rstar2_redis_waiting', help: 'Waiting.', value: (await status()).queue }];
    const server = await serve(createFakeSandbox(), { status, gauges, concurrency: () => 3 });
    const metrics = async () => (await fetch(`${server.url}/metrics`)).text();
    expect(await (await fetch(`${server.url}/status`)).json()).toEqual({ queue: 7, num_workers: 5 });
    expect(await metrics()).toContain('# TYPE rstar2_redis_waiting gauge\nrstar2_redis_waiting 7\n');
    up = false;
    expect((await fetch(`${server.url}/status`)).status).toBe(503);
    expect(await metrics()).not.toContain('rstar2_redis_waiting');
  });

  it('runs what sets no limits under its own', async () => {
    const sandbox = createFakeSandbox();
    const server = await serve(sandbox, { limits: { wallMs: 9900 }, ceiling: { wallMs: 10_000 } });
    await post(server, '/run', python(''));
    await post(server, '/run', python('', { options: { wallMs: '20000' } }));
    expect(sandbox.calls.map(({ limits }) => limits)).toEqual([{ wallMs: 9900 }, { wallMs: 10_000 }]);
  });

  it('holds only so many bodies in memory', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sandbox = createFakeSandbox(async () => {
      await held;
      return {};
    });
    const server = await serve(sandbox, { maxPendingBytes: 3000 });
    const large = python('x'.repeat(2000));
    const first = post(server, '/run', large);
    while (sandbox.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await post(server, '/run', large)).status).toBe(503);
    release();
    expect((await first).status).toBe(200);
    expect((await post(server, '/run', large)).status).toBe(200);
  });

  it('answers 404 and 405', async () => {
    const server = await serve(createFakeSandbox());
    expect((await fetch(`${server.url}/nothing`)).status).toBe(404);
    expect((await fetch(`${server.url}/run`)).status).toBe(405);
    expect((await post(server, '/status', {})).status).toBe(405);
  });

  it('asks for the token everywhere but on /ping', async () => {
    const server = await serve(createFakeSandbox(), { token: 'secret' });
    expect((await fetch(`${server.url}/ping`)).status).toBe(200);
    expect((await fetch(`${server.url}/status`)).status).toBe(401);
    expect((await post(server, '/run', python(''), { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await post(server, '/run', python(''), { authorization: 'Bearer secret' })).status).toBe(200);
  });

  it('listens beyond loopback only with a token, and only with one that a header can carry', async () => {
    const sandbox = createFakeSandbox();
    await expect(createSandboxServer({ sandbox, concurrency: 1, host: '0.0.0.0' })).rejects.toThrow('options.token');
    await expect(createSandboxServer({ sandbox, concurrency: 1, token: 'ключ' })).rejects.toThrow(
      'options.token: expected what fits an HTTP header',
    );
  });

  it('refuses a body that is too large', async () => {
    const server = await serve(createFakeSandbox(), { maxBodyBytes: 2000 });
    expect((await post(server, '/run', python('x'.repeat(3000)))).status).toBe(413);
  });

  it('answers queue_timeout when a call has waited too long, and runs a long batch all the same', async () => {
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sandbox = createFakeSandbox(async ({ code }) => {
      if (code === 'hold') await held;
      return { stdout: code };
    });
    const server = await serve(sandbox, { concurrency: 1, queueTimeoutMs: 50 });
    const holding = post(server, '/run', python('hold'));
    while (sandbox.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const long = post(server, '/run/long-batch', { submissions: [python('later')] });
    expect((await post(server, '/run', python('late'))).json).toMatchObject({ reason: 'queue_timeout' });
    release();
    expect((await holding).json).toMatchObject({ stdout: 'hold' });
    expect((await long).json['results']).toMatchObject([{ stdout: 'later' }]);
  });

  it('answers 503 when too many calls wait', async () => {
    const server = await serve(
      createFakeSandbox(() => new Promise((resolve) => setTimeout(resolve, 200, {}))),
      { concurrency: 1, maxQueued: 3 },
    );
    const batch = (n: number) => ({ submissions: Array.from({ length: n }, () => python('')) });
    const first = post(server, '/run/long-batch', batch(3));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const second = await post(server, '/run/long-batch', batch(3));
    expect([second.status, second.response.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await first).status).toBe(200);
    expect((await post(server, '/run/long-batch', batch(4))).status).toBe(413);
  });

  it('lets trainers take turns', async () => {
    const order: string[] = [];
    let release!: () => void;
    const held = new Promise<void>((resolve) => (release = resolve));
    const sandbox = createFakeSandbox(async ({ code }) => {
      order.push(code);
      if (code === 'first') await held;
      return {};
    });
    const server = await serve(sandbox, { concurrency: 1 });
    const queued = async () => ((await (await fetch(`${server.url}/status`)).json()) as { queue: number }).queue;
    const send = async (trainer: string, codes: readonly string[], waiting: number) => {
      const submissions = codes.map((code) => python(code));
      const answer = post(server, '/run/long-batch', { submissions }, { 'x-rstar2-trainer': trainer });
      while (order.length === 0 || (await queued()) < waiting) await new Promise((resolve) => setTimeout(resolve, 1));
      return { answer };
    };
    const sent = [await send('z', ['first'], 0)];
    sent.push(await send('a', ['a', 'a', 'a', 'a'], 4), await send('b', ['b', 'b'], 6));
    release();
    await Promise.all(sent.map(({ answer }) => answer));
    expect(order.join('')).toBe('firstababaa');
  });

  it('cancels what a client that goes away has not seen started', async () => {
    let aborted = 0;
    const sandbox = createFakeSandbox(async (_, { signal }) => {
      signal!.addEventListener('abort', () => aborted++);
      await new Promise((resolve) => setTimeout(resolve, 150));
      return {};
    });
    const server = await serve(sandbox, { concurrency: 1 });
    const body = JSON.stringify({ submissions: Array.from({ length: 10 }, () => python('')) });
    const headers = { 'content-type': 'application/json' };
    const going = request(`${server.url}/run/long-batch`, { method: 'POST', headers });
    going.on('error', () => {});
    going.end(body);
    while (sandbox.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    going.destroy();
    while (aborted === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(sandbox.calls).toHaveLength(1);
    expect(await (await fetch(`${server.url}/status`)).json()).toMatchObject({ queue: 0 });
  });

  it('finishes what is under way before it closes', async () => {
    const sandbox = createFakeSandbox(() => new Promise((resolve) => setTimeout(resolve, 100, { stdout: 'done' })));
    const server = await createSandboxServer({ sandbox, concurrency: 1 });
    const pending = post(server, '/run', python(''));
    while (sandbox.calls.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await server.close();
    expect((await pending).json).toMatchObject({ stdout: 'done' });
    await expect(fetch(`${server.url}/ping`)).rejects.toThrow();
  });

  it('judges mathematics with the function it is given', async () => {
    const sandbox = createFakeSandbox();
    const math = { type: 'math', solution: '1/2', expected_output: '0.5' };
    const without = await post(await serve(sandbox), '/judge', math);
    expect(without.json).toMatchObject({ success: false, reason: 'invalid_input' });
    const server = await serve(sandbox, {
      verifyMath: (solution, expected) => `${solution}=${expected}` === '1/2=0.5',
    });
    expect((await post(server, '/judge', math)).json).toMatchObject({ success: true, run_success: true, reason: '' });
    expect(sandbox.calls).toEqual([]);
  });

  it('takes limits from a submission up to its own ceiling', async () => {
    const sandbox = createFakeSandbox();
    const server = await serve(sandbox, { ceiling: { wallMs: 5000 } });
    await post(
      server,
      '/run',
      python('', { options: { wallMs: '900000', processes: '3', nonsense: 'x', cpuMs: 'y' } }),
    );
    expect(sandbox.calls[0]).toMatchObject({ limits: { wallMs: 5000, processes: 3 } });
  });

  it('logs each request as one record', async () => {
    const entries: LogEntry[] = [];
    const server = await serve(createFakeSandbox(), { log: (entry) => entries.push(entry) });
    await post(server, '/run', python('secret program'));
    const record = entries.find(({ event }) => event === 'request');
    expect(record).toMatchObject({ level: 'info', method: 'POST', path: '/run', status: 200 });
    expect(JSON.stringify(entries)).not.toContain('secret program');
  });
});
