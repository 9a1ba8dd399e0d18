import { createSandboxServer } from 'rstar2-agent/sandbox';
import { createTinkerServer } from 'rstar2-agent/tinker';
import { join } from 'node:path';
import { vi } from 'vitest';
import { HubServer } from '../../unit/io/hub/hub-server.js';
import { FakeDirectory } from '../../unit/recipe/storage/fake-file-system.js';
import { ENGINES, startEngine } from '../../unit/rollout/engine-server.js';
import { ROOT } from '../node-process.js';
import { RedisProcess } from '../sandbox-redis/redis-server.js';
import { factory, problems, sandbox } from './given.js';

/** What stands in for a part of an example while it runs. */
export interface StandIn {
  /** What is read in its place. Default: the part itself. */
  readonly text?: string;
  readonly close?: () => unknown;
}

/** The door that the example is of. */
type Open = (door: string) => StandIn | Promise<StandIn>;

const other = (text: string) => (): StandIn => ({ text });

/** Parts of examples that name other machines, ports and folders, and what is there in their place: programs of this machine, on free ports. */
export const STAND_INS: Readonly<Record<string, Open>> = {
  "'http://localhost:8000'": async (door) => {
    if (door === 'tinker/index.ts') {
      const server = await createTinkerServer({ factory, directory: 'served' });
      return { text: `'${server.url}'`, close: () => server.close() };
    }
    const models = { object: 'list', data: [{ id: 'Qwen/Qwen3-14B', object: 'model', max_model_len: 64 }] };
    const { url, close } = await startEngine({ ...ENGINES.vllm([1]), 'GET /v1/models': { body: models } });
    return { text: `'${url}'`, close };
  },
  "'http://judge:8088'": async () => {
    const server = await createSandboxServer({ sandbox, concurrency: 1, port: 0 });
    return { text: `'${server.url}'`, close: () => server.close() };
  },
  "'redis://localhost:6379'": async () => {
    const redis = await RedisProcess.start();
    return { text: `'${redis.url}'`, close: () => redis.remove() };
  },
  "command: 'npx', args: ['-y', 'some-mcp-server']": () => {
    const program = join(ROOT, 'node_modules/@modelcontextprotocol/server-everything/dist/index.js');
    return { text: `command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(program)}, 'stdio']` };
  },
  "'aime-2025'": async () => {
    const rows = problems.map(({ prompt, metadata }) => ({
      question: prompt[0]!.content,
      answer: metadata.groundTruth,
    }));
    const content = Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const names = ['aime2025-I.jsonl', 'aime2025-II.jsonl'];
    const files = Object.fromEntries(names.map((name) => [name, { content, lfs: false }]));
    const hub = new HubServer('datasets/opencompass/AIME2025', files);
    vi.stubEnv('HF_ENDPOINT', await hub.start());
    vi.stubEnv('HF_HUB_CACHE', join(process.cwd(), 'hub'));
    return { close: () => (vi.unstubAllEnvs(), hub.stop()) };
  },
  'opfsStorage()': () => {
    const top = new FakeDirectory('');
    vi.stubGlobal('navigator', { storage: { getDirectory: () => Promise.resolve(top) } });
    return { close: () => vi.unstubAllGlobals() };
  },
  // The machine may lack namespaces and a Node that denies the network.
  'createWasmSandbox()': other("createWasmSandbox({ allowMissing: ['network'] })"),
  'port: 8000': other('port: 0'),
  'port: 8088': other('port: 0'),
  "'/shared/adapters'": other("'adapters'"),
  "'/home/me/agent'": other("'.'"),
};

/** @returns The example with stand-ins in their places; `opened` gets them as they are opened. */
export async function withStandIns(example: string, door: string, opened: StandIn[]): Promise<string> {
  let text = example;
  for (const [part, open] of Object.entries(STAND_INS).filter(([part]) => example.includes(part))) {
    const standIn = await open(door);
    opened.push(standIn);
    text = text.replaceAll(part, standIn.text ?? part);
  }
  return text;
}
