import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createConnection, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** For a Redis that speaks TLS: files with its key and its certificate, and its password. */
export interface RedisTls {
  readonly key: string;
  readonly cert: string;
  readonly password: string;
}

/** A real Redis of the test's own, which keeps what it has on disk. */
export class RedisProcess {
  readonly url: string;
  #folder = mkdtempSync(join(tmpdir(), 'rstar2-redis-'));
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    private readonly tls: RedisTls | undefined,
  ) {
    this.url = tls === undefined ? `redis://127.0.0.1:${port}` : `rediss://:${tls.password}@localhost:${port}`;
  }

  static async start(tls?: RedisTls): Promise<RedisProcess> {
    const redis = new RedisProcess(await freePort(), tls);
    await redis.begin();
    return redis;
  }

  async begin(): Promise<void> {
    const options = {
      ...this.#portOptions(),
      bind: '127.0.0.1',
      dir: this.#folder,
      save: '',
      appendonly: 'yes',
      appendfsync: 'everysec',
    };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn('redis-server', args, { stdio: 'ignore' });
    await waitFor(() => (this.tls === undefined ? answers(this.port) : listens(this.port)));
  }

  #portOptions(): Record<string, string | number> {
    const { port, tls } = this;
    if (tls === undefined) return { port };
    return {
      port: 0,
      'tls-port': port,
      'tls-key-file': tls.key,
      'tls-cert-file': tls.cert,
      'tls-auth-clients': 'no',
      requirepass: tls.password,
    };
  }

  /** As a machine that loses power, if the signal is SIGKILL. */
  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const process = this.#process!;
    const gone = new Promise((resolve) => process.once('exit', resolve));
    process.kill(signal);
    await gone;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

export async function waitFor(condition: () => boolean | Promise<boolean>, ms = 30_000): Promise<void> {
  const end = performance.now() + ms;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`waited ${ms} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.on('data', (data) => (resolve(data.toString().startsWith('+PONG')), socket.destroy()));
    socket.on('error', () => resolve(false));
  });
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => (resolve(true), socket.destroy()));
    socket.on('error', () => resolve(false));
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
