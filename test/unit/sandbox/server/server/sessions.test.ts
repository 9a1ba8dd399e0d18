import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../../src/base/index.js';
import {
  createCodeJudgeSandbox,
  createSandboxServer,
  type SandboxServer,
  type SandboxServerOptions,
} from '../../../../../src/sandbox/index.js';
import type { LogEntry } from '../../../../../src/sandbox/internal/index.js';
import { waitFor } from '../../../../integration/sandbox-redis/redis-server.js';
import { createCountingSandbox, valueOf } from '../../counting-sandbox.js';

const open: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

async function serve(options: Partial<SandboxServerOptions> = {}) {
  const sandbox = createCountingSandbox();
  const server = await createSandboxServer({ sandbox, concurrency: 8, ...options });
  open.push(() => server.close(100));
  return { sandbox, server };
}

async function connect(server: SandboxServer, more: { token?: string } = {}): Promise<Sandbox> {
  const client = await createCodeJudgeSandbox({ url: server.url, retry: { retries: 2, delayMs: 5 }, ...more });
  open.push(() => client.close());
  return client;
}

async function ask(server: SandboxServer, body: unknown, more: RequestInit & { path?: string } = {}) {
  const response = await fetch(`${server.url}${more.path ?? '/session/run'}`, {
    method: 'POST',
    body: JSON.stringify(body),
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
  });
  const json = (await response.json()) as { session_id?: string; result?: { value?: string; kind: string } };
  return { status: response.status, ...json };
}

const cell = (code = 'a', number = 1, session_id?: string) => ({ session_id, number, call: { code } });
const metric = async (server: SandboxServer) =>
  /^rstar2_sandbox_sessions (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())![1];

describe('sessions over HTTP', () => {
  it('live on the server until they are closed', async () => {
    const { sandbox, server } = await serve();
    const client = await connect(server);
    const [one, other] = [await client.session!(), await client.session!()];
    expect(sandbox.started).toBe(0);
    for (const expected of ['1', '2', '3']) expect(valueOf(await one.run({ code: 'a' }))).toBe(expected);
    expect(valueOf(await other.run({ code: 'a' }))).toBe('1');
    expect([sandbox.cells.length, sandbox.alive, await metric(server)]).toEqual([4, 2, '2']);
    await one.close();
    expect(sandbox.alive).toBe(1);
    await client.close();
    expect(sandbox.alive).toBe(0);
    expect(valueOf(await other.run({ code: 'a' }))).toBe('unavailable: the session was closed');
  });

  it('are lost, and never begun anew, when the server was started anew', async () => {
    const { sandbox, server } = await serve();
    const session = await (await connect(server)).session!();
    await session.run({ code: 'a' });
    await server.close(0);
    expect(sandbox.alive).toBe(0);
    const again = await serve({ port: server.port });
    for (let i = 0; i < 2; i++) {
      const result = await session.run({ code: 'a' });
      expect(result).toMatchObject({ kind: 'unavailable', cause: { source: 'sandbox', retryable: false } });
      expect(valueOf(result)).toContain('the session is lost');
    }
    expect(again.sandbox.cells).toEqual([]);
  });

  it('are unavailable while there is no server, and not lost by that', async () => {
    const { sandbox, server } = await serve();
    const session = await (await connect(server)).session!();
    await server.close(0);
    expect(await session.run({ code: 'a' })).toMatchObject({ kind: 'unavailable' });
    const again = await serve({ port: server.port });
    expect(valueOf(await session.run({ code: 'a' }))).toBe('1');
    expect([sandbox.cells, again.sandbox.cells]).toEqual([[], ['a']]);
  });

  it('are ended when nobody uses them', async () => {
    const { sandbox, server } = await serve({ sessionIdleMs: 50 });
    const session = await (await connect(server)).session!();
    await session.run({ code: 'a' });
    await waitFor(() => sandbox.alive === 0);
    expect(valueOf(await session.run({ code: 'a' }))).toContain('the session is lost');
  });

  it('are as many as may be; a new one is told so and gets its turn when one is closed', async () => {
    const { server } = await serve({ maxSessions: 1 });
    const client = await connect(server);
    const [one, other] = [await client.session!(), await client.session!()];
    await one.run({ code: 'a' });
    expect(await other.run({ code: 'a' })).toMatchObject({ kind: 'unavailable', cause: { retryable: true } });
    await one.close();
    expect(valueOf(await other.run({ code: 'a' }))).toBe('1');
  });

  it('answer a cell again that is asked for again, without running it', async () => {
    const { sandbox, server } = await serve();
    const { session_id: id } = await ask(server, cell());
    for (let i = 0; i < 3; i++) expect((await ask(server, cell('a', 2, id))).result?.value).toBe('2');
    expect(sandbox.cells).toHaveLength(2);
  });

  it('are ended with a client that goes away before it knows their id, and end its cell later on', async () => {
    const { sandbox, server } = await serve();
    const first = new AbortController();
    const begun = ask(server, cell('wait'), { signal: first.signal });
    await waitFor(() => sandbox.cells.length === 1);
    first.abort();
    await expect(begun).rejects.toThrow();
    await waitFor(() => sandbox.alive === 0);

    const { session_id: id } = await ask(server, cell());
    const second = new AbortController();
    const going = ask(server, cell('wait', 2, id), { signal: second.signal });
    await waitFor(() => sandbox.cells.length === 3);
    second.abort();
    await expect(going).rejects.toThrow();
    expect((await ask(server, cell('a', 3, id))).result?.value).toBe('3');
    expect(sandbox.alive).toBe(1);
  });

  it('have ids that cannot be guessed and are not logged', async () => {
    const log: LogEntry[] = [];
    const { server } = await serve({ log: (entry) => log.push(entry) });
    const ids = await Promise.all(Array.from({ length: 8 }, async () => (await ask(server, cell())).session_id!));
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(8);
    for (const id of ids) expect(Buffer.from(id, 'base64url')).toHaveLength(24);
    await ask(server, { session_id: ids[0] }, { path: '/session/close' });
    for (const id of ['x', '__proto__', ids[0]!, ids[1]!.slice(1)]) {
      expect(await ask(server, cell('a', 2, id))).toMatchObject({ status: 410 });
    }
    expect(ids.filter((id) => JSON.stringify(log).includes(id))).toEqual([]);
  });

  it('are for those who may call, and refuse what is none', async () => {
    const { sandbox, server } = await serve({ token: 'secret' });
    for (const path of ['/session/run', '/session/close']) {
      expect(await ask(server, cell(), { path })).toMatchObject({ status: 401 });
      const headers = { authorization: 'Bearer secret' };
      expect(await ask(server, cell(), { path, headers: { ...headers, 'content-type': 'text/plain' } })).toMatchObject({
        status: 415,
      });
      const foreign = { ...headers, origin: 'http://evil.example' };
      expect(await ask(server, cell(), { path, headers: foreign })).toMatchObject({ status: 403 });
      for (const body of [null, [], {}, { session_id: 1 }, { number: 1, call: 1 }, { number: 0, call: { code: '' } }]) {
        expect(await ask(server, body, { path, headers })).toMatchObject({ status: 422 });
      }
    }
    const headers = { authorization: 'Bearer secret' };
    for (const call of [
      { code: 1 },
      { code: '', limits: { wallMs: -1 } },
      { code: '', language: 'cpp' },
      { code: '', x: 1 },
    ]) {
      expect(await ask(server, { number: 1, call }, { headers })).toMatchObject({ status: 422 });
    }
    expect(sandbox.started).toBe(0);
    expect(valueOf(await (await (await connect(server, { token: 'secret' })).session!()).run({ code: 'a' }))).toBe('1');
  });

  it('are not announced, and not there, where the sandbox has none', async () => {
    const none = Object.assign(createCountingSandbox(), { session: undefined });
    const server = await createSandboxServer({ sandbox: none, concurrency: 1 });
    open.push(() => server.close(100));
    expect((await fetch(`${server.url}/ping`)).headers.get('x-rstar2-sessions')).toBeNull();
    expect(await ask(server, cell())).toMatchObject({ status: 404 });
  });
});
