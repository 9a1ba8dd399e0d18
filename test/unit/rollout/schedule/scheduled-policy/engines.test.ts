import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { QWEN3_14B_H100, createScheduledPolicy, type EngineOccupancy } from '../../../../../src/rollout/index.js';
import { expectedTokens, requestOf, testEngine } from '../scheduled-engines.js';

describe('engines of a scheduled policy that come, go and tell of their cache', () => {
  it('continues the turn of an engine that is removed in the middle of it', async () => {
    let reached!: () => void;
    const atFive = new Promise<void>((resolve) => (reached = resolve));
    const leaves = testEngine({
      beforeToken(position, signal) {
        if (position < 5) return;
        reached();
        return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
      },
    });
    const stays = testEngine({ lengthOf: ({ tokens }) => 11 - tokens.length });
    const policy = createScheduledPolicy([{ name: 'leaves', policy: leaves }]);
    const answer = policy.generate(requestOf('a/0'));
    await atFive;
    policy.addEngine({ name: 'stays', policy: stays });
    policy.removeEngine('leaves');
    expect([...(await answer).tokens]).toEqual(expectedTokens([1, 2, 3], 8));
    expect(stays.requests.map(({ tokens }) => tokens.length)).toEqual([8]);
    expect(policy.status().engines.map(({ name }) => name)).toEqual(['stays']);
    await policy.close();
  });

  it("takes a cache's size from the engine's metrics, and lets in what fits then", async () => {
    const server = createServer((_, response) =>
      response.end('vllm:cache_config_info{block_size="16",num_gpu_blocks="100"} 1\n'),
    ).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const gates: (() => void)[] = [];
    const engine = testEngine({
      beforeToken: (position) => (position === 0 ? new Promise<void>((resolve) => gates.push(resolve)) : undefined),
    });
    const metricsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    const curve = { ...QWEN3_14B_H100, capacityTokens: 70 };
    const policy = createScheduledPolicy([{ name: 'one', policy: engine, curve, metricsUrl }], {
      admission: 'worst-case',
      metricsIntervalMs: 5,
      reserve: 0,
    });
    const answers = [0, 1, 2].map((i) => policy.generate(requestOf(`a/${i}`)));
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    expect(gates.length).toBe(1);
    await vi.waitUntil(() => gates.length === 3, 10_000);
    expect(policy.status().engines[0]).toMatchObject({ capacityTokens: 1600, running: 3 });
    gates.forEach((open) => open());
    await Promise.all(answers);
    await policy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('tells what each engine held since the first request, and which sessions are open', async () => {
    const gates: (() => void)[] = [];
    const engine = testEngine({
      beforeToken: (position) => (position === 4 ? new Promise<void>((resolve) => gates.push(resolve)) : undefined),
    });
    const policy = createScheduledPolicy([{ name: 'one', policy: engine }]);
    const answers = ['a/0', 'a/1'].map((id) => policy.generate(requestOf(id)));
    await vi.waitUntil(() => gates.length === 2, 10_000);
    expect(policy.status()).toMatchObject({ sessions: 2, waiting: 0, engines: [{ running: 2 }] });
    gates.forEach((open) => open());
    await Promise.all(answers);
    await new Promise(setImmediate);
    const [{ name, capacityTokens, samples, busyMs }] = policy.occupancy() as [EngineOccupancy];
    expect([name, capacityTokens]).toEqual(['one', QWEN3_14B_H100.capacityTokens]);
    expect(Math.max(...samples.map(({ running }) => running))).toBe(2);
    // Two contexts of three tokens, and what has been drawn.
    expect(Math.max(...samples.map(({ heldTokens }) => heldTokens))).toBeGreaterThanOrEqual(6);
    expect(samples.at(-1)).toMatchObject({ running: 0, waiting: 0, heldTokens: 0 });
    expect(busyMs).toBeGreaterThan(0);
    expect(policy.status().sessions).toBe(2);
    ['a/0', 'a/1'].forEach((id) => policy.endSession!(id));
    expect(policy.status().sessions).toBe(0);
    await policy.close();
  });
});
