import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PolicyError, SandboxError } from '../../../../src/base/index.js';
import type * as Io from '../../../../src/io/index.js';
import type * as Transports from '../../../../src/io/http/internal/http-transport.js';

const close: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of close.splice(0).reverse()) await one();
  vi.doUnmock('../../../../src/io/http/internal/http-transport.js');
  vi.resetModules();
});

async function serve(react: (request: IncomingMessage, response: ServerResponse, body: string) => void) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => react(request, response, body));
  });
  let connections = 0;
  server.on('connection', () => connections++);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`, connections: () => connections };
}

describe.each(['node', 'browser'] as const)('createHttpClient over the transport of %s', (kind) => {
  let io: typeof Io;
  beforeEach(async () => {
    vi.resetModules();
    if (kind === 'browser')
      vi.doMock(
        import('../../../../src/io/http/internal/http-transport.js'),
        async () =>
          await vi.importActual<typeof Transports>('../../../../src/io/http/internal/http-transport.browser.js'),
      );
    io = await import('../../../../src/io/index.js');
  });

  function connect(baseUrl: string, more: { timeoutMs?: number; maxConnections?: number } = {}) {
    const client = io.createHttpClient({
      baseUrl,
      headers: { authorization: 'Bearer key' },
      timeoutMs: 10_000,
      maxConnections: 4,
      errorType: PolicyError,
      ...more,
    });
    close.push(() => client.close());
    return client;
  }

  it('sends by fetch in browsers alone', async () => {
    const fetched = vi.spyOn(globalThis, 'fetch');
    const { baseUrl } = await serve((_, response) => response.end());
    await connect(baseUrl).send({ method: 'GET', path: '' });
    expect(fetched).toHaveBeenCalledTimes(kind === 'browser' ? 1 : 0);
    fetched.mockRestore();
  });

  it('sends JSON below its address and gives back status, headers and text', async () => {
    const { baseUrl } = await serve((request, response, body) => {
      response.writeHead(201, { 'x-seen': `${request.method} ${request.url} ${request.headers['content-type']}` });
      response.end(`${request.headers.authorization} ${body} ü`);
    });
    const answer = await connect(baseUrl).send({ method: 'POST', path: '/run', body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 201, body: 'Bearer key {"a":1} ü' });
    expect(answer.headers['x-seen']).toBe('POST /api/run application/json');
    expect(answer.retryAfterMs).toBeUndefined();
  });

  it('sends and receives bytes, with headers of the request', async () => {
    const { baseUrl } = await serve((request, response) => {
      response.writeHead(200, { 'x-seen': `${request.method} ${request.headers['content-type']}` });
      response.end(Uint8Array.of(0, 255, 128));
    });
    const headers = { 'content-type': 'application/x-protobuf' };
    const sent = { method: 'POST', path: '/run', body: Uint8Array.of(1, 2), headers } as const;
    const answer = await connect(baseUrl).send(sent);
    expect([...answer.bytes]).toEqual([0, 255, 128]);
    expect(answer.headers['x-seen']).toBe('POST application/x-protobuf');
    expect((await connect(baseUrl).send({ method: 'DELETE', path: '/run' })).headers['x-seen']).toBe(
      'DELETE undefined',
    );
  });

  it('reads Retry-After in seconds and as a date', async () => {
    const later = new Date(Date.now() + 3_600_000).toUTCString();
    const { baseUrl } = await serve((request, response) => {
      const value = { '/api/seconds': '1.5', '/api/date': later, '/api/past': 'Thu, 01 Jan 1970 00:00:00 GMT' }[
        request.url!
      ];
      response.writeHead(429, { 'retry-after': value ?? 'soon' }).end();
    });
    const client = connect(baseUrl);
    const ask = async (path: string) => (await client.send({ method: 'GET', path })).retryAfterMs;
    expect(await ask('/seconds')).toBe(1500);
    expect(await ask('/date')).toBeGreaterThan(3_500_000);
    expect(await ask('/past')).toBe(0);
    expect(await ask('/none')).toBeUndefined();
  });

  it.each([
    ['resets', (_: IncomingMessage, response: ServerResponse) => response.destroy()],
    [
      'breaks off',
      (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-length': '100' });
        response.write('half', () => response.destroy());
      },
    ],
  ] as const)('fails with a retryable error of the kind it was given when the server %s', async (_name, react) => {
    const { baseUrl } = await serve(react);
    const error: unknown = await connect(baseUrl)
      .send({ method: 'GET', path: '/x' })
      .catch((e: unknown) => e);
    expect(error).toMatchObject({ name: 'PolicyError', retryable: true });
    expect((error as Error).message).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/api\/x: ./);
    expect((error as Error).cause).toBeInstanceOf(Error);
  });

  it('stops waiting for an answer that does not come', async () => {
    const { baseUrl } = await serve(() => undefined);
    const waiting = connect(baseUrl, { timeoutMs: 20 }).send({ method: 'GET', path: '/x' });
    await expect(waiting).rejects.toThrow(/: no answer within 20 ms$/);
  });

  it("rejects with the signal's reason when aborted before or during a request", async () => {
    let seen = 0;
    const reason = new Error('enough');
    const controller = new AbortController();
    const { baseUrl } = await serve(() => {
      seen++;
      controller.abort(reason);
    });
    const client = connect(baseUrl);
    await expect(client.send({ method: 'GET', path: '/x', signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(seen).toBe(0);
    await expect(client.send({ method: 'GET', path: '/x', signal: controller.signal })).rejects.toBe(reason);
    expect(seen).toBe(1);
  });

  it('fails what is under way when it is closed', async () => {
    const { baseUrl } = await serve(() => client.close());
    const client = connect(baseUrl);
    await expect(client.send({ method: 'GET', path: '/x' })).rejects.toMatchObject({ name: 'PolicyError' });
  });
});

describe('createHttpClient in Node', () => {
  it('opens no more connections than it may and keeps them open', async () => {
    const { createHttpClient } = await import('../../../../src/io/index.js');
    const { baseUrl, connections } = await serve((_, response) => response.end('x'));
    const client = createHttpClient({ baseUrl, timeoutMs: 10_000, maxConnections: 2, errorType: SandboxError });
    close.push(() => client.close());
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.send({ method: 'GET', path: '/' })));
    expect(answers.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, () => 'x'));
    expect(connections()).toBe(2);
  });
});
