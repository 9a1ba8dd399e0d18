/**
 * Claim: `tinker serve` answers `healthz` within 50 ms whatever it computes, and a small tenant's step beside a large one takes at most
 * three times as long as alone.
 *
 * `npx tsx bench/tinker-serve.ts` starts `tinker serve --config small` in a process of its own. The large tenant asks for gradients of 80,000 tokens
 * one after the other. Beside it a small tenant makes steps of 8 x 32 tokens, and a third one draws 8 tokens; each is also timed alone. It needs an
 * idle machine, and takes five times PHASE_MS (default 20 000) and a step of the large tenant. It writes its table to docs/tinker-serve.md.
 */
import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTinkerClient, type TinkerClient } from '../src/tinker/index.js';
import type { TinkerBatch } from '../src/tinker/wire/messages.js';
import { describeMachine, median } from './harness.js';
import { benchOptions } from './options.js';
import { writeTable } from './table.js';
import { serveSmall } from './tinker-served.js';

benchOptions();

/** How long each phase is measured. */
const PHASE_MS = Number(process.env['PHASE_MS'] ?? 20_000);
const LARGE = batchOf(160, 500);
const SMALL = batchOf(8, 32);

function batchOf(sequences: number, length: number): TinkerBatch {
  const data = Array.from({ length: sequences }, (_, i) => {
    const tokens = Int32Array.from({ length }, (_, t) => (7 * i + 3 * t) % 300);
    const target_tokens = { dtype: 'int64', data: tokens.map((id) => (id + 3) % 300) } as const;
    return { tokens, lossInputs: { target_tokens } };
  });
  return { loss: 'cross_entropy', data };
}

const server = await serveSmall();
const { url } = server;
const agent = new Agent({ keepAlive: true });

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

async function health(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    get(`${url}/api/v1/healthz`, { agent }, (response) => response.resume().on('end', resolve)).on('error', reject);
  });
}

async function modelOf(client: TinkerClient) {
  return client.createModel({ baseModel: 'small', lora: { rank: 8 } });
}

const clients = await Promise.all([1, 2, 3].map(() => createTinkerClient({ baseUrl: url, apiKey: 'tml-bench' })));
try {
  const [large, small] = await Promise.all([modelOf(clients[0]!), modelOf(clients[1]!)]);
  const sampler = await clients[2]!.createSampler({ baseModel: 'small' });
  const step = async () => {
    await Promise.all([small.forwardBackward(SMALL), small.optimStep()]);
  };
  const sample = () => sampler.sample({ prompt: Int32Array.of(1, 2, 3), sampling: { maxTokens: 8 } });
  const pass = () => large.forwardBackward(LARGE);
  for (const warmUp of [step, step, sample, health]) await warmUp();
  const alone = {
    healthz: await timed(health, 20),
    'a step of 8 x 32 tokens': await timed(step, 20),
    'a sample of 8 tokens': await timed(sample, 20),
    'a gradient of 160 x 500 tokens': await timed(pass),
  };
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
  const [healths, steps, samples] = await Promise.all([timed(health, 20), timed(step, 20), timed(sample, 20)]);
  isOver = true;
  const beside: typeof alone = {
    healthz: healths,
    'a step of 8 x 32 tokens': steps,
    'a sample of 8 tokens': samples,
    'a gradient of 160 x 500 tokens': await training,
  };
  const ms = (value: number) => value.toPrecision(3);
  const rows = Object.entries(alone).map(([name, own]) => {
    const other = beside[name as keyof typeof alone];
    const ratio = `${(median(other) / median(own)).toPrecision(2)} ×`;
    return [name, ms(median(own)), ms(Math.max(...own)), ms(median(other)), ms(Math.max(...other)), ratio];
  });
  const head = ['milliseconds', 'alone, median', 'worst', 'beside, median', 'worst', 'ratio'];
  const summary = (times: typeof alone) =>
    Object.entries(times).map(([name, all]) => [
      name,
      { calls: all.length, median: median(all), worst: Math.max(...all) },
    ]);
  const [ours, theirs] = [alone, beside].map((times) => Object.fromEntries(summary(times)) as object);
  const data = { alone: ours, beside: theirs, machine: describeMachine() };
  writeTable({ name: 'tinker-serve', guide: 'docs/tinker-serve.md', head, rows, data });
} finally {
  for (const client of clients) await client.close();
  agent.destroy();
  await server.close();
}
