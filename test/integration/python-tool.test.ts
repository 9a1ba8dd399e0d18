import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/base/index.js';
import {
  createCodeJudgeSandbox,
  createLocalSandbox,
  createPythonTool,
  createRedisSandbox,
  createSandboxServer,
  startRedisWorker,
} from '../../src/sandbox/index.js';
import { RedisProcess } from './sandbox-redis/redis-server.js';

const open: { close: () => Promise<void> }[] = [];
const keep = <T extends { close: () => Promise<void> }>(one: T): T => (open.push(one), one);
let local: Sandbox;
let redis: RedisProcess;

beforeAll(async () => {
  redis = await RedisProcess.start();
  local = await createLocalSandbox({ concurrency: 2 });
}, 120_000);
afterAll(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
  await local.close();
  await redis.remove();
});

const BACKENDS: readonly [string, () => Promise<Sandbox>][] = [
  ['this process', () => Promise.resolve(local)],
  [
    'a server over HTTP',
    async () => {
      const server = keep(await createSandboxServer({ sandbox: local, concurrency: 2 }));
      return keep(await createCodeJudgeSandbox({ url: server.url }));
    },
  ],
  [
    'a queue in Redis',
    async () => {
      keep(await startRedisWorker({ url: redis.url, sandbox: local, concurrency: 2 }));
      return keep(await createRedisSandbox({ url: redis.url }));
    },
  ],
  [
    'a server before a queue in Redis',
    async () => {
      const queue = keep(await createRedisSandbox({ url: redis.url, namespace: 'served' }));
      const server = keep(await createSandboxServer({ sandbox: queue, concurrency: 2 }));
      return keep(await createCodeJudgeSandbox({ url: server.url }));
    },
  ],
];

describe.each(BACKENDS)('the Python tool with sessions over %s', (_, connect) => {
  it('keeps the very interpreter for a conversation, and no other', async () => {
    const tool = createPythonTool(await connect(), { session: true });
    const text = async (sessionId: string, code: string) => {
      const result = await tool.execute({ code }, { sessionId });
      return result.kind === 'unavailable' ? `unavailable: ${result.cause.message}` : result.text;
    };
    // Drawn anew if the cell were run again.
    const drawn = await text('p0/0', 'import uuid\nkept = uuid.uuid4().hex\nkept');
    expect(drawn).toMatch(/^'[0-9a-f]{32}'$/);
    expect(await text('p0/1', "'kept' in globals()")).toBe('False');
    expect(await text('p0/0', 'raise ValueError("no")')).toContain('ValueError: no');
    expect(await text('p0/0', 'kept')).toBe(drawn);
    await tool.endSession!('p0/0');
    expect(await text('p0/0', "'kept' in globals()")).toBe('False');
    await tool.endSession!('p0/0');
    await tool.endSession!('p0/1');
  });
});
