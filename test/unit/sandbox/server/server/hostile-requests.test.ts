import { request, type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { createConnection } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  createSandboxServer,
  type SandboxServer,
  type SandboxServerOptions,
} from '../../../../../src/sandbox/index.js';
import { createFakeSandbox } from '../../../../../src/testing/index.js';
import type { FakeSandbox } from '../../../../../src/testing/fake-sandbox.js';

type Options = SandboxServerOptions & { readonly sandbox: FakeSandbox };

const servers: SandboxServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close(100))));

async function serve({ sandbox = createFakeSandbox(), ...options }: Partial<Options> = {}) {
  const server = await createSandboxServer({ sandbox, concurrency: 2, ...options });
  servers.push(server);
  return { server, sandbox };
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

/** As a client that writes its whole body whatever comes; by node:http, which lets any header through. */
function send(server: SandboxServer, path: string, body: string, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const going = request(server.url + path, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk: Buffer) => (text += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode!, text, headers: response.headers }));
      response.on('error', reject);
    });
    going.on('error', reject);
    going.end(body);
  });
}

/** As a client that looks for the answer when it has written everything; an error of its socket is all it sees. */
function sendAllThenRead(server: SandboxServer, bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(server.port, '127.0.0.1');
    socket.pause();
    socket.on('error', reject);
    socket.write(bytes, () => {
      socket.once('data', (chunk: Buffer) => {
        resolve(chunk.toString());
        socket.destroy();
      });
      socket.resume();
    });
  });
}

const JSON_TYPE = { 'content-type': 'application/json' };
const program = JSON.stringify({ type: 'python', solution: 'print(1)' });
const isAlive = async (server: SandboxServer) => (await send(server, '/run', program, JSON_TYPE)).status === 200;

describe('a server that is sent what no client sends', () => {
  const deep = (levels: number, open: string, close: string) => open.repeat(levels) + close.repeat(levels);
  it.each([
    ['a deep list for a program', `{"type":"python","solution":${deep(200_000, '[', ']')}}`],
    ['deep objects for a program', `{"type":"python","solution":${deep(100_000, '{"a":', '}').replace(':}', ':1}')}}`],
    ['deep lists for options', `{"type":"python","solution":"","options":{"a":${deep(200_000, '[', ']')}}}`],
    ['a deep list for a submission', `{"submissions":[${deep(200_000, '[', ']')}]}`],
    ['a deep list for everything', deep(200_000, '[', ']')],
  ])('answers 422 to %s, and lives', async (_, body) => {
    const { server } = await serve();
    const path = body.includes('submissions') ? '/judge/batch' : '/run';
    const { status, text } = await send(server, path, body, JSON_TYPE);
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(2000);
    expect(await isAlive(server)).toBe(true);
  });

  it('does not send back what it was sent: not long texts, not long names, not every mistake', async () => {
    const { server } = await serve();
    const long = 'x'.repeat(100_000);
    const bodies = [
      { type: long, solution: '' },
      { type: 'python', solution: '', options: { [long]: 1 } },
      { type: 'python', solution: Array.from({ length: 1000 }, () => long.slice(0, 50)) },
      { type: 'python', solution: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i])) },
    ];
    for (const body of bodies) {
      const { status, text } = await send(server, '/run', JSON.stringify(body), JSON_TYPE);
      expect(status).toBe(422);
      expect(text.length).toBeLessThan(4000);
    }
    const submissions = Array.from({ length: 50_000 }, () => ({ type: 'perl' }));
    const { status, text } = await send(server, '/run/batch', JSON.stringify({ submissions }), JSON_TYPE);
    expect(status).toBe(422);
    expect(text.length).toBeLessThan(100_000);
  });

  it('says what of its shape it does not read, before anything looks at it', async () => {
    const { server, sandbox } = await serve({ maxQueued: 2 });
    const refused = async (path: string, body: string) => {
      const { status, text } = await send(server, path, body, JSON_TYPE);
      return `${status} ${text}`;
    };
    expect(await refused('/run', deep(65, '[', ']'))).toMatch(/^422 .*nested more than 64 levels deep/);
    expect(await refused('/run/batch', deep(65, '[', ']'))).toMatch(/^422 .*nested more than 64 levels deep/);
    const many = (length: number) => JSON.stringify({ submissions: Array.from({ length }, () => ({})) });
    expect(await refused('/run', many(1000))).toMatch(/^413 .*more than 1024 values/);
    expect(await refused('/run/batch', many(1000))).toMatch(/^413 .*more than 1056 values/);
    expect(await refused('/run/batch', many(3))).toMatch(/^413 .*a batch of 3 calls: at most 2 may wait/);
    expect(await refused('/run/batch', many(2))).toMatch(/^422 /);
    expect(sandbox.calls).toEqual([]);
  });

  it('tells one mistake of options, however many there are', async () => {
    const { server } = await serve();
    const options = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 1]));
    const body = JSON.stringify({ submissions: [{ type: 'python', solution: '', options }] });
    const { status, text } = await send(server, '/run/batch', body, JSON_TYPE);
    expect(status).toBe(422);
    expect((JSON.parse(text) as { detail: unknown[] }).detail).toHaveLength(1);
  });

  it('takes half the bytes for one call that it takes for a batch', async () => {
    const { server } = await serve({ maxBodyBytes: 4000 });
    const one = { type: 'python', solution: 'x'.repeat(2500) };
    expect(await send(server, '/run', JSON.stringify(one), JSON_TYPE)).toMatchObject({ status: 413 });
    const batch = JSON.stringify({ type: 'batch', submissions: [one] });
    expect(await send(server, '/run/batch', batch, JSON_TYPE)).toMatchObject({ status: 200 });
  });

  it('outlives a log that throws', async () => {
    const { server } = await serve({
      log: () => {
        throw new Error('the disk is full');
      },
    });
    expect((await send(server, '/run', '{', JSON_TYPE)).status).toBe(422);
    expect(await isAlive(server)).toBe(true);
  });

  it('outlives a sandbox whose word of itself cannot be written down', async () => {
    const isolation = { level: 'none', mechanism: 1n as never, missing: [] } as const;
    const { server } = await serve({ sandbox: { ...createFakeSandbox(), isolation } });
    expect((await send(server, '/run', program, JSON_TYPE)).status).toBe(500);
    expect((await send(server, '/run', program, JSON_TYPE)).status).toBe(500);
  });

  it('answers 413 to a client that is still sending', async () => {
    const { server } = await serve({ maxBodyBytes: 2000 });
    const body = JSON.stringify({ type: 'python', solution: 'x'.repeat(16 * 1024 * 1024) });
    const head = (framing: string) =>
      `POST /run HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${framing}\r\n\r\n`;
    const announced = `${head(`content-length: ${body.length}`)}${body}`;
    const chunked = `${head('transfer-encoding: chunked')}${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
    for (const bytes of [announced, chunked]) {
      expect(await sendAllThenRead(server, bytes)).toMatch(/^HTTP\/1.1 413 /);
    }
    const elsewhere = await send(server, '/nothing', body, JSON_TYPE);
    expect(elsewhere.status).toBe(404);
    expect(await isAlive(server)).toBe(true);
  });

  it('tells a client that asks first whether it wants the body', async () => {
    const { server } = await serve({ maxBodyBytes: 2000 });
    const ask = (bytes: number) =>
      new Promise<string>((resolve, reject) => {
        const body = JSON.stringify({ type: 'python', solution: 'x'.repeat(bytes) });
        const headers = { ...JSON_TYPE, 'content-length': body.length, expect: '100-continue' };
        const going = request(`${server.url}/run`, { method: 'POST', headers }, (response) => {
          response.resume();
          resolve(`${going.writableEnded ? 'sent' : 'not sent'} ${response.statusCode}`);
        });
        going.on('continue', () => going.end(body));
        going.on('error', reject);
        going.flushHeaders();
      });
    expect(await ask(100)).toBe('sent 200');
    expect(await ask(10_000)).toBe('not sent 413');
  });
});

describe('a server on loopback and a web page', () => {
  it.each([
    ['text/plain', { 'content-type': 'text/plain' }],
    ['a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ['a form with files', { 'content-type': 'multipart/form-data; boundary=x' }],
    ['no type', {}],
    ['text that mentions JSON', { 'content-type': 'text/plain; application/json' }],
  ])('runs nothing that comes as %s', async (_, headers) => {
    const { server, sandbox } = await serve();
    expect((await send(server, '/run', program, headers)).status).toBe(415);
    expect(sandbox.calls).toEqual([]);
  });

  it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON', 'application/problem+json'])(
    'takes %s',
    async (type) => {
      const { server } = await serve();
      expect((await send(server, '/run', program, { 'content-type': type })).status).toBe(200);
    },
  );

  it.each(['https://evil.example', 'null', 'http://localhost:1', 'file://', ''])(
    'runs nothing for a page of %j',
    async (origin) => {
      const { server, sandbox } = await serve();
      expect((await send(server, '/run', program, { ...JSON_TYPE, origin })).status).toBe(403);
      expect(sandbox.calls).toEqual([]);
    },
  );

  it('runs what a page of its own sends', async () => {
    const { server } = await serve();
    expect((await send(server, '/run', program, { ...JSON_TYPE, origin: server.url })).status).toBe(200);
  });

  it.each(['evil.example', 'evil.example:80', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'runs nothing under the name %j, which an attacker can point here',
    async (host) => {
      const { server, sandbox } = await serve();
      const page = { ...JSON_TYPE, host, origin: `http://${host}` };
      expect((await send(server, '/run', program, page)).status).toBeGreaterThanOrEqual(400);
      expect((await send(server, '/run', program, { ...JSON_TYPE, host })).status).toBeGreaterThanOrEqual(400);
      expect(sandbox.calls).toEqual([]);
    },
  );

  it.each(['localhost', 'LOCALHOST:8088', '127.0.0.1', '127.1.2.3:9', '[::1]:80'])('serves %s', async (host) => {
    const { server } = await serve();
    expect((await send(server, '/run', program, { ...JSON_TYPE, host })).status).toBe(200);
  });

  it('serves any name to whoever has the token, and still no page of another site', async () => {
    const { server } = await serve({ token: 'secret' });
    const headers = { ...JSON_TYPE, host: 'judge.example', authorization: 'Bearer secret' };
    expect((await send(server, '/run', program, headers)).status).toBe(200);
    const page = { ...headers, origin: 'https://evil.example' };
    expect((await send(server, '/run', program, page)).status).toBe(403);
  });
});

describe('what a program prints, and what its caller pays for it', () => {
  it('judges output of millions of spaces in one pass', async () => {
    const spaces = ' '.repeat(8 * 1024 * 1024);
    const sandbox = createFakeSandbox(() => ({ stdout: `a${spaces}b` }));
    const { server } = await serve({ sandbox });
    const submission = { type: 'python', solution: '', expected_output: `a${spaces}c` };
    const { status, text } = await send(server, '/judge', JSON.stringify(submission), JSON_TYPE);
    expect([status, JSON.parse(text)]).toMatchObject([200, { success: false, run_success: true }]);
  });

  it('trims what Python trims', async () => {
    const sandbox = createFakeSandbox(() => ({ stdout: '\x1c\x1d\x1e\x1f\x85\u00a0\u2003\u3000 \t\r\n\v\f4 2\x85 ' }));
    const { server } = await serve({ sandbox });
    const submission = { type: 'python', solution: '', expected_output: '4 2' };
    const { text } = await send(server, '/judge', JSON.stringify(submission), JSON_TYPE);
    expect(JSON.parse(text)).toMatchObject({ success: true });
  });
});

describe('a client that sends requests without waiting for answers, and goes away', () => {
  it('has them cancelled, and what their bodies took is given back', async () => {
    const sandbox = createFakeSandbox(() => new Promise(() => {}));
    const { server } = await serve({ sandbox, concurrency: 1, maxPendingBytes: 1 << 20 });
    const body = JSON.stringify({ type: 'python', solution: '1', input: 'x'.repeat(200_000) });
    const head = `POST /run HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    for (let client = 0; client < 3; client++) {
      const socket = createConnection(server.port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`${head}${body}`.repeat(3));
      await expect.poll(() => waiting(server)).toBe(3);
      socket.destroy();
      await expect.poll(() => waiting(server)).toBe(0);
    }
    // Larger than what is left of the budget, if theirs still counted.
    const large = JSON.stringify({ type: 'python', solution: '', input: 'y'.repeat(500_000) });
    const answer = send(server, '/run', large, JSON_TYPE);
    await expect.poll(() => waiting(server)).toBe(1);
    await server.close(0);
    await answer.catch(() => {});
  });

  /** Calls that run or wait. */
  async function waiting(server: SandboxServer): Promise<number> {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const of = (name: string) => Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)![1]);
    return of('rstar2_sandbox_running') + of('rstar2_sandbox_queue_depth');
  }
});
