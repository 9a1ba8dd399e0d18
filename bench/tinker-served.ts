import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const CLI = process.env['RSTAR2_CLI'] ?? fileURLToPath(new URL('../src/cli/main.ts', import.meta.url));

/**
 * `tinker serve` in a process of its own; `RSTAR2_CLI` names the command of another version.
 *
 * @param model - The flags that say which model.
 */
export async function serveModel(model: readonly string[]) {
  const checkpoints = mkdtempSync(join(tmpdir(), 'rstar2-bench-tinker-'));
  const flags = ['tinker', 'serve', ...model, '--port', '0', '--checkpoints', checkpoints];
  const server = spawn(process.execPath, ['--import', 'tsx', CLI, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
  process.once('exit', () => server.kill('SIGKILL'));
  const [said] = (await once(server.stdout, 'data')) as [Buffer];
  const url = /Tinker API at (\S+),/.exec(said.toString())![1]!;
  return {
    url,
    /** The most memory that the process has had, in MB (Linux). */
    peakMb: () => {
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024);
    },
    close: async () => {
      server.kill('SIGINT');
      await once(server, 'exit');
      rmSync(checkpoints, { recursive: true });
    },
  };
}

/** Asks for `healthz` every 10 ms in a thread of its own, so that what this thread does is not in the times. */
const PROBE = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { Agent, get } = require('node:http');
  const agent = new Agent({ keepAlive: true });
  const ask = () => new Promise((resolve, reject) => {
    get(workerData + '/api/v1/healthz', { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
  let [isOver, found] = [false, []];
  parentPort.on('message', (message) => {
    if (message === 'stop') isOver = true;
    parentPort.postMessage(found);
    found = [];
  });
  (async () => {
    while (!isOver) {
      const start = performance.now();
      await ask();
      found.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    agent.destroy();
  })();
`;

/** Times `healthz` until it is stopped. */
export function probeHealth(url: string) {
  const worker = new Worker(PROBE, { eval: true, workerData: url });
  const asked = async (message: string) => {
    worker.postMessage(message);
    return ((await once(worker, 'message')) as [number[]])[0];
  };
  return {
    /** @returns Milliseconds of each call since the last time. */
    take: () => asked('take'),
    close: async () => {
      await asked('stop');
      await worker.terminate();
    },
  };
}
