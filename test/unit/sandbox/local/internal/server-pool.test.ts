import { describe, expect, it } from 'vitest';
import { SandboxError } from '../../../../../src/base/index.js';
import { ServerPool } from '../../../../../src/sandbox/local/internal/server-pool.js';
import { ServerBroken } from '../../../../../src/sandbox/internal/server-broken.js';
import type { ForkServer } from '../../../../../src/sandbox/local/internal/server/fork-server.js';
import type { RunOutcome } from '../../../../../src/sandbox/local/internal/server/run-outcome.js';

const OUTCOME: RunOutcome = {
  stdout: Buffer.alloc(0),
  stderr: Buffer.alloc(0),
  value: Buffer.alloc(0),
  status: 0,
  cpuMs: 0,
  endedFor: undefined,
  durationMs: 0,
  stopped: undefined,
  alive: false,
};
const LIMITS = { wallMs: 1000, outputBytes: 1000, processes: 1, cpuMs: 1000, memoryBytes: 1 << 27 };
const FRAME = Buffer.alloc(0);

/** Servers that are no processes: they answer after a turn of the event loop, or break when told to. */
class Fleet {
  started = 0;
  closed = 0;
  running = 0;
  most = 0;
  breakNext = 0;
  Failure: typeof SandboxError = SandboxError;
  readonly servers: { broken: boolean }[] = [];

  start = (): Promise<ForkServer> => {
    this.started++;
    const server = {
      broken: false,
      ready: Promise.resolve({}),
      run: async () => {
        this.most = Math.max(this.most, ++this.running);
        await new Promise((resolve) => setImmediate(resolve));
        this.running--;
        if (this.breakNext-- > 0) {
          server.broken = true;
          throw new this.Failure('broke', { retryable: true });
        }
        return OUTCOME;
      },
      close: () => {
        if (!server.broken) this.closed++;
        server.broken = true;
        return Promise.resolve();
      },
    };
    this.servers.push(server);
    return Promise.resolve(server as unknown as ForkServer);
  };
}

function pool(fleet: Fleet, more: { concurrency?: number; callsPerServer?: number } = {}) {
  return new ServerPool<string>({ concurrency: 2, callsPerServer: 1000, start: fleet.start, ...more });
}

describe('ServerPool', () => {
  it('runs no more than its concurrency at once and answers every call', async () => {
    const fleet = new Fleet();
    const servers = pool(fleet, { concurrency: 3, callsPerServer: 1e9 });
    const results = await Promise.all(Array.from({ length: 5000 }, () => servers.run('a', FRAME, LIMITS)));
    expect(results).toHaveLength(5000);
    expect(fleet.most).toBe(3);
    expect(fleet.started).toBe(3);
  });

  it('asks none that has died while it waited', async () => {
    const fleet = new Fleet();
    const servers = pool(fleet, { concurrency: 4 });
    await servers.warm('a', 4);
    for (const server of fleet.servers) server.broken = true;
    expect(await servers.run('a', FRAME, LIMITS)).toBe(OUTCOME);
    expect(fleet.started).toBe(5);
  });

  it('starts servers for each variant apart', async () => {
    const fleet = new Fleet();
    const servers = pool(fleet);
    for (const variant of ['a', 'b', 'a', 'b']) await servers.run(variant, FRAME, LIMITS);
    expect(fleet.started).toBe(2);
  });

  it('ends servers of variants that are no longer asked for when there are many', async () => {
    const fleet = new Fleet();
    const servers = pool(fleet);
    for (let i = 0; i < 30; i++) await servers.run(`variant ${i}`, FRAME, LIMITS);
    expect(fleet.started - fleet.closed).toBe(6);
    await servers.run('variant 29', FRAME, LIMITS);
    expect(fleet.started).toBe(30);
  });

  it('tries a call again on another server when one breaks', async () => {
    const fleet = new Fleet();
    fleet.breakNext = 2;
    await expect(pool(fleet).run('a', FRAME, LIMITS)).resolves.toBe(OUTCOME);
    expect(fleet.started).toBe(3);
  });

  it('gives up after three', async () => {
    const fleet = new Fleet();
    fleet.breakNext = 3;
    await expect(pool(fleet).run('a', FRAME, LIMITS)).rejects.toThrow('broke');
  });

  it('calls a program killed under which one server after another breaks, though each starts as ever', async () => {
    const fleet = new Fleet();
    fleet.Failure = ServerBroken;
    fleet.breakNext = 3;
    expect(await pool(fleet).run('a', FRAME, LIMITS)).toMatchObject({ status: 9, endedFor: 'hidden' });
    fleet.breakNext = 2;
    expect(await pool(fleet).run('a', FRAME, LIMITS)).toBe(OUTCOME);
  });

  it('replaces a server after its calls and never keeps more than it may run', async () => {
    const fleet = new Fleet();
    const servers = pool(fleet, { callsPerServer: 1 });
    await Promise.all(Array.from({ length: 40 }, () => servers.run('a', FRAME, LIMITS)));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(fleet.closed).toBe(40);
    expect(fleet.started - fleet.closed).toBeLessThanOrEqual(2);
  });

  it('rejects what waits when it is closed', async () => {
    const servers = pool(new Fleet(), { concurrency: 1 });
    const calls = Array.from({ length: 3 }, () => servers.run('a', FRAME, LIMITS));
    const settled = Promise.allSettled(calls);
    await servers.close();
    expect((await settled).map(({ status }) => status).slice(1)).toEqual(['rejected', 'rejected']);
    await expect(servers.run('a', FRAME, LIMITS)).rejects.toThrow('closed');
  });
});
