/**
 * Claim: 45,000 calls in flight at once lose none, stay below 1 GB of memory, and are served in fair order: a trainer
 * that comes later with few calls does not wait for those of one that came before with many.
 *
 *     npx tsx bench/sandbox-flood.ts [--calls 45000] [--late 450] [--only local,http,redis] [--run-nothing]
 *
 * `--run-nothing` answers calls without running them: what is left is the queue's own. Needs redis-server for redis.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { Redis } from 'ioredis';
import type { Sandbox, SandboxCall, SandboxResult } from '../src/base/index.js';
import {
  createCodeJudgeSandbox,
  createLocalSandbox,
  createRedisSandbox,
  createSandboxServer,
  startRedisWorker,
} from '../src/sandbox/index.js';
import { createFakeSandbox } from '../src/testing/index.js';
import { RedisProcess } from '../test/integration/sandbox-redis/redis-server.js';
import { writeTable } from './table.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    calls: { type: 'string', default: '45000' },
    late: { type: 'string', default: '450' },
    only: { type: 'string', default: 'local,http,redis' },
    'run-nothing': { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const many = Number(values.calls);
const few = Number(values.late);
const cores = availableParallelism();

/** Two trainers over one service, and what to close. */
interface Service {
  readonly early: Sandbox;
  /** Undefined where there is one trainer only. */
  readonly late: Sandbox | undefined;
  /** Memory beside this process's own, in bytes. */
  readonly otherBytes?: () => Promise<number>;
  close(): Promise<void>;
}

interface Outcome {
  readonly name: string;
  readonly calls: number;
  readonly lost: number;
  readonly seconds: number;
  readonly peakBytes: number;
  readonly otherBytes: number | undefined;
  /** How far a call was answered from its place in the order they were made, at most. */
  readonly displacement: number;
  /** Calls of the early trainer that were answered while the late one waited for all of its own. */
  readonly earlyWhileLate: number | undefined;
}

const inner = (): Promise<Sandbox> =>
  values['run-nothing']
    ? Promise.resolve(
        createFakeSandbox(async ({ code }) => {
          await new Promise((resolve) => setImmediate(resolve));
          return { stdout: `${code.slice(6, -1)}\n` };
        }),
      )
    : createLocalSandbox({ isolation: 'full' });

const SERVICES: Readonly<Record<string, () => Promise<Service>>> = {
  async local() {
    const sandbox = await inner();
    return { early: sandbox, late: undefined, close: () => sandbox.close() };
  },
  async http() {
    const sandbox = await inner();
    const server = await createSandboxServer({ sandbox, concurrency: cores });
    // So many senders that everything is at the server at once.
    const join = (trainer: string) => createCodeJudgeSandbox({ url: server.url, trainer, senders: 1024 });
    const [early, late] = await Promise.all([join('early'), join('late')]);
    const close = async () => {
      await Promise.all([early.close(), late.close()]);
      await server.close(1000);
      await sandbox.close();
    };
    return { early, late, close };
  },
  async redis() {
    const redis = await RedisProcess.start();
    const client = new Redis(redis.url);
    const sandbox = await inner();
    const join = (namespace: string) => createRedisSandbox({ url: redis.url, namespace });
    const [early, late] = await Promise.all([join('early'), join('late')]);
    const worker = await startRedisWorker({ url: redis.url, sandbox, concurrency: cores });
    const close = async () => {
      await Promise.all([early.close(), late.close()]);
      await worker.close();
      await sandbox.close();
      await client.quit();
      await redis.remove();
    };
    const otherBytes = async () => Number(/used_memory_peak:(\d+)/.exec(await client.info('memory'))?.[1]);
    return { early, late, otherBytes, close };
  },
};

const own = (count: number, from: number): SandboxCall[] =>
  Array.from({ length: count }, (_, i) => ({ code: `print(${from + i})`, mode: 'script' }));

const isLost = (result: SandboxResult, i: number) => result.kind !== 'ok' || result.stdout !== `${i}\n`;

async function flood(name: string): Promise<Outcome> {
  const service = await SERVICES[name]!();
  let peakBytes = 0;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, process.memoryUsage.rss())), 20);
  const start = performance.now();
  let answered = 0;
  let displacement = 0;
  let lateIsDone = false;
  let earlyWhileLate = 0;
  let lateStarted = false;
  const early = service.early.runBatch(own(many, 0), {
    onResult: (_, index) => {
      displacement = Math.max(displacement, Math.abs(index - answered++));
      if (lateStarted && !lateIsDone) earlyWhileLate++;
    },
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  lateStarted = true;
  const late = (await service.late?.runBatch(own(few, many))) ?? [];
  lateIsDone = true;
  const results = [...(await early), ...late];
  const seconds = (performance.now() - start) / 1000;
  clearInterval(timer);
  const otherBytes = await service.otherBytes?.();
  await service.close();
  return {
    name,
    calls: results.length,
    lost: results.filter(isLost).length,
    seconds,
    peakBytes,
    otherBytes,
    displacement,
    earlyWhileLate: service.late === undefined ? undefined : earlyWhileLate,
  };
}

/** Each in a process of its own, whose memory is its own. */
function floodApart(name: string): Outcome {
  const args = [...process.execArgv, process.argv[1]!, ...process.argv.slice(2), '--only', name, '--report'];
  const { stdout, status } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${name}: exit code ${status}`);
  return JSON.parse(stdout) as Outcome;
}

if (values.report) {
  console.log(JSON.stringify(await flood(values.only)));
  process.exit();
}
const outcomes = values.only.split(',').map(floodApart);
const mb = (bytes: number | undefined) => (bytes === undefined ? '–' : `${Math.round(bytes / 1e6)} MB`);
writeTable({
  name: values['run-nothing'] ? 'sandbox-flood-queue' : 'sandbox-flood',
  guide: 'docs/sandbox-deployment.md',
  head: ['', 'calls', 'lost', 'seconds', 'peak memory', 'Redis', 'displacement', 'early while late waited'],
  rows: outcomes.map((one) => [
    one.name,
    String(one.calls),
    String(one.lost),
    one.seconds.toFixed(1),
    mb(one.peakBytes),
    mb(one.otherBytes),
    String(one.displacement),
    one.earlyWhileLate === undefined ? '–' : String(one.earlyWhileLate),
  ]),
  data: outcomes,
});
