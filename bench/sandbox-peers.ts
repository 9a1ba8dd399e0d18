import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Sandbox } from '../src/base/index.js';
import { FairQueue } from '../src/sandbox/internal/fair-queue.js';
import { createCodeJudgeSandbox } from '../src/sandbox/index.js';

/** A peer that runs programs, and how to take it down. */
export interface SandboxPeer {
  readonly sandbox: Sandbox;
  close(): Promise<void>;
}

/** Where an original Code Judge is, and an interpreter that has what it needs (redis, fastapi, psutil). */
export interface CodeJudgeSource {
  readonly folder: string;
  readonly interpreter: string;
  /** What it runs programs with. */
  readonly python: string;
}

/** Starts the original Code Judge as its own scripts do: Redis, the server, and one worker a core. */
export async function startCodeJudge({ folder, interpreter, python }: CodeJudgeSource): Promise<SandboxPeer> {
  const data = mkdtempSync(join(tmpdir(), 'bench-judge-'));
  const [redisPort, httpPort] = [await freePort(), await freePort()];
  const env = {
    ...process.env,
    REDIS_URI: `redis://127.0.0.1:${redisPort}`,
    MAX_WORKERS: String(availableParallelism()),
    MAX_MEMORY: '1024',
    PYTHON_EXECUTOR_PATH: python,
  };
  const start = (command: string, ...args: string[]) => {
    const child = spawn(command, args, { cwd: folder, env, stdio: 'ignore', detached: true });
    child.on('error', (error) => console.error(`${command}: ${error.message}`));
    return child;
  };
  const children = [start('redis-server', '--port', String(redisPort), '--save', '', '--dir', data)];
  await listening(redisPort);
  children.push(
    start(interpreter, 'run_workers.py'),
    start(interpreter, '-m', 'uvicorn', 'app.main:app', '--port', String(httpPort), '--log-level', 'warning'),
  );
  await listening(httpPort);
  const sandbox = await createCodeJudgeSandbox({ url: `http://127.0.0.1:${httpPort}` });
  return {
    sandbox,
    async close() {
      await sandbox.close();
      await Promise.all(children.reverse().map(end));
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** Runs each program as a process of its own that is contained by nothing: what a short script would do. */
export async function runBySpawning(python: string, programs: readonly string[]): Promise<number> {
  let next = 0;
  let printed = 0;
  const worker = async () => {
    while (next < programs.length) {
      const child = spawn(python, ['-c', programs[next++]!], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.length));
      await once(child, 'close');
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return printed;
}

/**
 * A process a call, contained by nothing, with the same semantics as ours: what a tool does that starts Python.
 *
 * @param folder - Of our Python files, for the semantics of a cell.
 */
export function spawningSandbox(python: string, folder: string): Sandbox {
  const runner =
    `import sys\nsys.path.insert(0, ${JSON.stringify(folder)})\nimport rstar2_cell as cell\n` +
    'cell.prepare(3)\ncell.finish(cell.run(sys.argv[1], cell.MAIN, cell.VALUE))';
  const queue = new FairQueue(availableParallelism());
  const run: Sandbox['run'] = ({ code, stdin = '' }) =>
    queue.run(async () => {
      const started = performance.now();
      const child = spawn(python, ['-c', runner, code], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
      const texts = child.stdio.slice(1).map(async (stream) => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream as Readable) chunks.push(chunk as Buffer);
        return Buffer.concat(chunks).toString();
      });
      child.stdin.on('error', () => {}).end(stdin);
      const [exitCode] = (await once(child, 'close')) as [number | null];
      const [stdout = '', stderr = '', value = ''] = await Promise.all(texts);
      const shown = value.startsWith('=') ? { value: value.slice(1) } : {};
      const kind = exitCode === 0 ? 'ok' : 'error';
      return { kind, stdout, stderr, ...shown, exitCode, durationMs: performance.now() - started };
    });
  return {
    isolation: { level: 'none', mechanism: 'spawn', missing: ['everything'] },
    run,
    runBatch: (calls, options) => Promise.all(calls.map((call) => run(call, options))),
    close: () => Promise.resolve(),
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number): Promise<void> {
  const { connect } = await import('node:net');
  for (let tries = 0; tries < 300; tries++) {
    const socket = connect(port, '127.0.0.1');
    const connected = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (connected) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`nothing listens on port ${port}`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null) return;
  const gone = once(child, 'exit');
  // Its workers are processes of its own group.
  process.kill(-child.pid, 'SIGKILL');
  await gone;
}
