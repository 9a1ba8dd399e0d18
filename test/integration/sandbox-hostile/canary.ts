import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Things of the test's own that a hostile program goes for. */
export interface Canary {
  readonly folder: string;
  /** Readable by us alone; holds `secret`. */
  readonly secretFile: string;
  readonly secret: string;
  readonly tcpPort: number;
  readonly unixSocket: string;
  /** A process that sleeps. */
  readonly pid: number;
  /** How long a program goes on looking for what it wants. */
  readonly patienceSeconds: number;
  /** How long it keeps what it must not have, so that a look sees it. */
  readonly untilSeenSeconds: number;
  readonly connections: () => number;
  readonly processAlive: () => boolean;
  readonly close: () => Promise<void>;
}

export async function makeCanary({ patienceSeconds = 2, untilSeenSeconds = 0 } = {}): Promise<Canary> {
  const folder = mkdtempSync(join(tmpdir(), 'rstar2-canary-'));
  chmodSync(folder, 0o711);
  const secret = `canary-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
  const secretFile = join(folder, 'secret');
  writeFileSync(secretFile, secret, { mode: 0o600 });
  // The parent's environment is what a program under isolation 'none' can look for.
  const sleeper = spawn('sleep', ['600'], { env: { PATH: process.env['PATH'], SECRET: secret }, stdio: 'ignore' });
  let connections = 0;
  const count = (server: Server) => server.on('connection', (socket) => (connections++, socket.destroy()));
  const tcp = count(createServer());
  const unix = count(createServer());
  const unixSocket = join(folder, 'socket');
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', resolve));
  await new Promise<void>((resolve) => unix.listen(unixSocket, resolve));
  let alive = true;
  const gone = new Promise<void>((resolve) => sleeper.on('exit', () => ((alive = false), resolve())));
  return {
    folder,
    secretFile,
    secret,
    tcpPort: (tcp.address() as { port: number }).port,
    unixSocket,
    pid: sleeper.pid!,
    patienceSeconds,
    untilSeenSeconds,
    connections: () => connections,
    processAlive: () => alive,
    close: async () => {
      sleeper.kill('SIGKILL');
      await gone;
      await Promise.all([tcp, unix].map((server) => new Promise((resolve) => server.close(resolve))));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
