/**
 * Claim: Redis Streams with a consumer group carry more calls a second than BullMQ, and take less of the machine, for
 * what the queue must do: deliver at least once, return the result to the caller.
 *
 *     npx tsx bench/sandbox-queue.ts [--bullmq FOLDER] [--calls N] [--rounds N]
 *
 * FOLDER is one where `npm i bullmq` was run; without it ours is measured alone. Calls are answered without being run.
 * Needs redis-server.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createRedisSandbox, startRedisWorker } from '../src/sandbox/index.js';
import { createFakeSandbox } from '../src/testing/index.js';
import { RedisProcess } from '../test/integration/sandbox-redis/redis-server.js';
import { measure } from './harness.js';
import type { Contestant } from './harness.js';
import { writeReport } from './report.js';
import { benchOptions } from './options.js';

const { values } = benchOptions({
  options: {
    bullmq: { type: 'string' },
    calls: { type: 'string', default: '5000' },
    rounds: { type: 'string', default: '7' },
  },
});
const calls = Number(values.calls);
const CONCURRENCY = 64;
const call = { code: 'print(1)', stdin: 'x'.repeat(500) };

/** As much of BullMQ as is used here. */
interface BullMq {
  readonly Queue: new (
    name: string,
    options: object,
  ) => {
    addBulk(jobs: object[]): Promise<{ waitUntilFinished(events: object): Promise<unknown> }[]>;
    close(): Promise<void>;
  };
  readonly Worker: new (
    name: string,
    work: (job: { data: unknown }) => Promise<unknown>,
    options: object,
  ) => { waitUntilReady(): Promise<unknown>; close(): Promise<void> };
  readonly QueueEvents: new (
    name: string,
    options: object,
  ) => { waitUntilReady(): Promise<unknown>; setMaxListeners(n: number): void; close(): Promise<void> };
}

const redis = await RedisProcess.start();
const close: (() => Promise<void>)[] = [];
const contestants: Contestant[] = [];
const result = { kind: 'ok', stdout: '1\n', stderr: '', exitCode: 0, durationMs: 1 } as const;

if (values.bullmq !== undefined) {
  const { Queue, Worker, QueueEvents } = createRequire(join(values.bullmq, 'package.json'))('bullmq') as BullMq;
  const connection = { host: '127.0.0.1', port: redis.port, maxRetriesPerRequest: null };
  const queue = new Queue('calls', { connection });
  const events = new QueueEvents('calls', { connection });
  events.setMaxListeners(0);
  const worker = new Worker('calls', () => Promise.resolve(result), { connection, concurrency: CONCURRENCY });
  await Promise.all([events.waitUntilReady(), worker.waitUntilReady()]);
  const jobs = Array.from({ length: calls }, () => ({
    name: 'call',
    data: call,
    opts: { removeOnComplete: { count: calls } },
  }));
  contestants.push({
    name: 'BullMQ',
    work: calls,
    run: async () => {
      const added = await queue.addBulk(jobs);
      return (await Promise.all(added.map((job) => job.waitUntilFinished(events)))).length;
    },
  });
  close.push(async () => {
    await worker.close();
    await events.close();
    await queue.close();
  });
}

const sandbox = await createRedisSandbox({ url: redis.url });
const worker = await startRedisWorker({
  url: redis.url,
  sandbox: createFakeSandbox(() => result),
  concurrency: CONCURRENCY,
});
const batch = Array.from({ length: calls }, () => call);
contestants.push({
  name: 'Streams, as ours',
  work: calls,
  run: async () => (await sandbox.runBatch(batch)).length,
});
close.push(async () => {
  await sandbox.close();
  await worker.close();
});

const { measurements, machine } = await measure(contestants, { rounds: Number(values.rounds), warmUp: 1 });
for (const one of close) await one();
await redis.remove();
writeReport({
  name: 'sandbox-queue',
  guide: 'docs/sandbox-deployment.md',
  task: `${calls} calls through Redis and back, answered without being run, ${CONCURRENCY} at once`,
  unit: 'calls/s',
  measurements,
  machine,
});
