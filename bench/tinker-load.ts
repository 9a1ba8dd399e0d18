import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTinkerClient, type TinkerClient } from '../src/tinker/index.js';
import type { TinkerBatch } from '../src/tinker/wire/messages.js';
import { median } from './harness.js';

/** How long each phase is measured. */
const PHASE_MS = Number(process.env['PHASE_MS'] ?? 20_000);
/** Sequences of the large tenant, and their tokens. */
const [LARGE_SEQUENCES, LARGE_LENGTH] = (process.env['LARGE'] ?? '160x500').split('x').map(Number) as [number, number];
const LARGE = batchOf(LARGE_SEQUENCES, LARGE_LENGTH);
const SMALL = batchOf(8, 32);

/** Milliseconds of each call, by what was called. */
export type Times = Readonly<Record<string, readonly number[]>>;

/**
 * Times what clients of a Tinker server wait for: each call alone, then all at once beside a tenant who asks for one large gradient
 * after the other.
 *
 * @param baseModel - A model of the server's, with at least 253 tokens.
 */
export async function measureServer(url: string, baseModel: string): Promise<{ alone: Times; beside: Times }> {
  const agent = new Agent({ keepAlive: true });
  const clients = await Promise.all([1, 2, 3].map(() => createTinkerClient({ baseUrl: url, apiKey: 'tml-bench' })));
  const modelOf = (client: TinkerClient) => client.createModel({ baseModel, lora: { rank: 8 } });
  try {
    const [large, small] = await Promise.all([modelOf(clients[0]!), modelOf(clients[1]!)]);
    const sampler = await clients[2]!.createSampler({ baseModel });
    const healthz = () => health(url, agent);
    const step = async () => {
      await Promise.all([small.forwardBackward(SMALL), small.optimStep({ learningRate: 1e-6 })]);
    };
    const sample = () => sampler.sample({ prompt: Int32Array.of(1, 2, 3), sampling: { maxTokens: 8 } });
    const pass = () => large.forwardBackward(LARGE);
    for (const warmUp of [step, step, sample, sample, healthz, pass]) await warmUp();
    const names = ['healthz', 'a step of 8 x 32 tokens', 'a sample of 8 tokens'] as const;
    const gradient = `a gradient of ${LARGE_SEQUENCES} x ${LARGE_LENGTH} tokens`;
    const calls = [healthz, step, sample];
    const alone: Record<string, number[]> = {};
    for (const [i, name] of names.entries()) alone[name] = await timed(calls[i]!, 20);
    alone[gradient] = await timed(pass);
    let isOver = false;
    const training = (async () => {
      const found: number[] = [];
      while (!isOver) {
        const start = performance.now();
        await pass();
        found.push(performance.now() - start);
      }
      return found;
    })();
    await sleep(1000);
    const found = await Promise.all(calls.map((call) => timed(call, 20)));
    isOver = true;
    const beside = { ...Object.fromEntries(names.map((name, i) => [name, found[i]!])), [gradient]: await training };
    return { alone, beside };
  } finally {
    for (const client of clients) await client.close();
    agent.destroy();
  }
}

/** Each call's number, median and worst time in milliseconds. */
export function summaryOf(times: Times): Record<string, { calls: number; median: number; worst: number }> {
  const summary = ([name, all]: [string, readonly number[]]) =>
    [name, { calls: all.length, median: median(all), worst: Math.max(...all) }] as const;
  return Object.fromEntries(Object.entries(times).map(summary));
}

/** Milliseconds of each call until the time is over; at least one. */
async function timed(call: () => Promise<unknown>, pauseMs = 0): Promise<number[]> {
  const [found, endMs] = [[] as number[], performance.now() + PHASE_MS];
  do {
    const start = performance.now();
    await call();
    found.push(performance.now() - start);
    await sleep(pauseMs);
  } while (performance.now() < endMs);
  return found;
}

async function health(url: string, agent: Agent): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(`${url}/api/v1/healthz`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
}

function batchOf(sequences: number, length: number): TinkerBatch {
  const data = Array.from({ length: sequences }, (_, i) => {
    const tokens = Int32Array.from({ length }, (_, t) => (7 * i + 3 * t) % 250);
    const target_tokens = { dtype: 'int64', data: tokens.map((id) => (id + 3) % 300) } as const;
    return { tokens, lossInputs: { target_tokens } };
  });
  return { loss: 'cross_entropy', data };
}
