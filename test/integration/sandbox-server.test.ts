import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCodeJudgeSandbox, createRedisSandbox } from '../../src/sandbox/index.js';
import { expectAll, numbered } from './sandbox-redis/batches.js';
import { startCommand, startServer, startWorker } from './sandbox-redis/processes.js';
import type { Started } from './sandbox-redis/processes.js';
import { freePort, RedisProcess, waitFor } from './sandbox-redis/redis-server.js';

const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: { 'rstar2-agent': string } };

interface Result {
  readonly sub_id: string;
  readonly success: boolean;
  readonly run_success: boolean;
  readonly reason: string;
  readonly stdout?: string;
  readonly stderr?: string;
}

const cpp = (body: string) => `#include <cstdio>\n#include <unistd.h>\nint main(){${body}}\n`;
const python = (solution: string, more: object = {}) => ({ type: 'python', solution, ...more });

function client(port: number, headers: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${port}`;
  const get = async (path: string) => (await fetch(url + path, { headers })).text();
  const post = async <R = Result>(path: string, body: object): Promise<R> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as R;
  };
  return { url, get, post };
}

describe('rstar2-agent sandbox serve, as the original is tested', { timeout: 120_000 }, () => {
  let server: Started;
  let http: ReturnType<typeof client>;
  beforeAll(async () => {
    const port = await freePort();
    server = await startServer(port, '--workers', '2', '--wall-ms', '2000', '--queue-timeout-ms', '60000');
    http = client(port);
  }, 120_000);
  afterAll(async () => {
    expect(await server.stop('SIGTERM')).toBe(0);
  });

  it('answers /status and /ping', async () => {
    expect(JSON.parse(await http.get('/status'))).toEqual({ queue: 0, num_workers: 2 });
    expect(await http.get('/ping')).toBe('"pong"');
  });

  it.each([
    ['right', { success: true, run_success: true }, cpp('printf("a");return 0;'), 'a'],
    ['wrong', { success: false, run_success: true }, cpp('printf("a");return 0;'), 'b'],
    ['not to compile', { success: false, run_success: false, reason: '' }, cpp('printf("a")xx;'), 'a'],
    ['to fail', { success: false, run_success: false, reason: '' }, cpp('printf("a");return 3;'), 'a'],
    ['out of time', { success: false, run_success: false, reason: 'worker_timeout' }, cpp('sleep(9);'), 'a'],
  ])('judges C++ that is %s', async (_, expected, solution, expected_output) => {
    for (const path of ['/judge', '/run']) {
      expect(await http.post(path, { type: 'cpp', solution, expected_output })).toMatchObject(expected);
    }
  });

  it.each([
    ['right', { success: true, run_success: true }, python('print(input())', { input: 'a', expected_output: 'a' })],
    ['wrong', { success: false, run_success: true }, python('print(input())', { input: 'a', expected_output: 'b' })],
    ['without its input', { run_success: false }, python('print(input())', { input: '', expected_output: 'a' })],
    ['writing a file', { success: true }, python("open('t.txt', 'w').write('x')", { expected_output: '' })],
  ])('judges Python that is %s', async (_, expected, submission) => {
    for (const path of ['/judge', '/run']) expect(await http.post(path, submission)).toMatchObject(expected);
  });

  it('says Suicide from timeout. when a program is out of time', async () => {
    const result = await http.post('/run', python('from time import sleep\nsleep(30)', { expected_output: 'a' }));
    expect(result).toMatchObject({ success: false, run_success: false, reason: 'worker_timeout' });
    expect(result.stdout!.trim()).toBe('Suicide from timeout.');
  });

  it('fails a program that leaves a child of multiprocessing running', async () => {
    const solution = `
from time import sleep
from multiprocessing import Process
p = Process(target=sleep, args=(100,))
p.start()
print('done')
`;
    expect(await http.post('/run', python(solution, { expected_output: 'done' }))).toMatchObject({
      success: false,
      run_success: false,
    });
  });

  it.each(['/judge/batch', '/judge/long-batch', '/run/batch', '/run/long-batch'])(
    'answers %s in order',
    async (path) => {
      const submissions = [
        { type: 'cpp', solution: cpp('printf("a");return 0;'), expected_output: 'b' },
        python('print(input())', { input: 'a', expected_output: 'b' }),
        python('print(input())', { input: 'a', expected_output: 'a', sub_id: 'third' }),
        { type: 'cpp', solution: cpp('sleep(1);printf("a");return 0;'), expected_output: 'a' },
        { type: 'math', solution: '\\frac{1}{2}', expected_output: '0.5' },
      ];
      const { results } = await http.post<{ results: Result[] }>(path, { type: 'batch', submissions });
      expect(results.map(({ success, run_success }) => [success, run_success])).toEqual([
        [false, true],
        [false, true],
        [true, true],
        [true, true],
        [true, true],
      ]);
      expect(results[2]!.sub_id).toBe('third');
    },
  );

  it('has metrics and a log of one object a line', async () => {
    expect(await http.get('/metrics')).toMatch(/^rstar2_sandbox_calls_total\{type="cpp",outcome="ok"\} [1-9]/m);
    const entries = server
      .log()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { event: string; isolation?: { level: string } });
    expect(entries.find(({ event }) => event === 'listening')?.isolation?.level).toBe('full');
    expect(entries.filter(({ event }) => event === 'request').length).toBeGreaterThan(10);
  });
});

describe('rstar2-agent sandbox serve', { timeout: 120_000 }, () => {
  it('asks for its token beyond loopback, and finishes what it runs when it is told to end', async () => {
    const port = await freePort();
    const env = { RSTAR2_SANDBOX_TOKEN: 'secret' };
    const args = ['sandbox', 'serve', '--host', '0.0.0.0', '--port', String(port), '--workers', '1'];
    const server = await startCommand(args, 'listening', env);
    const anyone = await fetch(`http://127.0.0.1:${port}/run`, { method: 'POST', body: '{}' });
    expect(anyone.status).toBe(401);
    const http = client(port, { authorization: 'Bearer secret' });
    const running = http.post('/run', python('import time\ntime.sleep(1)\nprint(7)'));
    await waitFor(async () => (await http.get('/metrics')).includes('rstar2_sandbox_running 1'));
    const ended = server.stop('SIGTERM');
    expect(await running).toMatchObject({ success: true, stdout: '7\n' });
    expect(await ended).toBe(0);
  });

  it('fails with 1 where the port is taken', async () => {
    const port = await freePort();
    const server = await startServer(port, '--workers', '1');
    const second = startServer(port, '--workers', '1');
    await expect(second).rejects.toThrow(/cannot listen on 127.0.0.1:\d+: .*EADDRINUSE/);
    await server.stop('SIGTERM');
  });
});

describe('rstar2-agent sandbox doctor', { timeout: 120_000 }, () => {
  it('says what this machine gives, and fails where a queue cannot be reached', () => {
    const doctor = (env: Record<string, string>, ...more: string[]) => {
      const args = [bin['rstar2-agent'], 'sandbox', 'doctor', ...more];
      const { status, stdout } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        env: { ...process.env, ...env },
      });
      return { status, stdout };
    };
    const here = doctor({}, '--json');
    expect(JSON.parse(here.stdout)).toMatchObject({ isolation: { level: 'full' }, required: 'full', enough: true });
    expect(here.status).toBe(0);
    const unreachable = doctor({ RSTAR2_REDIS_URL: 'redis://127.0.0.1:1' });
    expect(unreachable.stdout).toMatch(/^Isolation: full, by \w+\n[\s\S]*queue +no Redis at/);
    expect(unreachable.status).toBe(1);
  });
});

describe('a server and a worker over TLS', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-tls-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  let redis: RedisProcess;
  const open: Started[] = [];
  beforeAll(async () => {
    const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-keyout', key, '-out', cert];
    execFileSync('openssl', [...args, ...subject], { stdio: 'ignore' });
    redis = await RedisProcess.start({ key, cert, password: 'hush' });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(open.map((one) => one.stop('SIGKILL')));
    await redis.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('run programs, share fairly, and say how the queue stands', async () => {
    const port = await freePort();
    open.push(await startWorker(redis.url, '--redis-ca', cert));
    open.push(await startServer(port, '--redis', redis.url, '--redis-ca', cert, '--workers', '0'));
    const sandbox = await createCodeJudgeSandbox({ url: `http://127.0.0.1:${port}` });
    const told: number[] = [];
    expectAll(await sandbox.runBatch(numbered(50), { onResult: (_, i) => told.push(i) }), told);
    await sandbox.close();
    const http = client(port);
    await waitFor(async () => (JSON.parse(await http.get('/status')) as { num_workers: number }).num_workers === 2);
    const metrics = await http.get('/metrics');
    expect(metrics).toMatch(/^rstar2_redis_slots 2$/m);
    expect(metrics).toMatch(/^rstar2_redis_oldest_seconds \d/m);
    expect(metrics).toMatch(/^rstar2_sandbox_wait_seconds_count 50$/m);
  });

  it('trust no other certificate', async () => {
    await expect(createRedisSandbox({ url: redis.url })).rejects.toThrow(/self-signed/);
    const trusting = await createRedisSandbox({ url: redis.url, ca: readFileSync(cert, 'utf8') });
    await trusting.close();
  });
});

/** Looks for Redis on the network, and for its address or a program's text among all processes. */
const spy = (port: number, secret: string) => `
import glob, socket
found = []
try:
    with socket.create_connection(('127.0.0.1', ${port}), 2) as wire:
        wire.sendall(b'KEYS rstar2:*\\r\\n')
        if b'rstar2' in wire.recv(65536): found.append('redis')
except OSError:
    pass
for path in glob.glob('/proc/[0-9]*/cmdline') + glob.glob('/proc/[0-9]*/environ'):
    try:
        with open(path, 'rb') as file:
            if ${JSON.stringify(secret)}[::-1].encode() in file.read(): found.append('address')
    except OSError:
        pass
print(sorted(set(found)))
`;

describe('a program that a worker runs', { timeout: 120_000 }, () => {
  let redis: RedisProcess;
  beforeAll(async () => {
    redis = await RedisProcess.start();
  }, 60_000);
  afterAll(() => redis.remove());

  it.each([
    ['full', '[]\n'],
    ['none', "['address', 'redis']\n"],
  ])('with isolation %s sees of the queue: %s', async (isolation, seen) => {
    const token = `canary${redis.port}`;
    const url = `${redis.url}/0?name=${token}`;
    const worker = await startWorker(url, '--isolation', isolation);
    const sandbox = await createRedisSandbox({ url: redis.url });
    const code = spy(redis.port, [...token].reverse().join(''));
    expect(await sandbox.run({ code })).toMatchObject({ kind: 'ok', stdout: seen });
    await sandbox.close();
    expect(await worker.stop('SIGTERM')).toBe(0);
  });
});
