import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { QWEN3_14B_H100, createScheduledPolicy, type EngineOccupancy } from '../../../../../src/rollout/index.js';
import { PolicyError, type PolicyCapabilities } from '../../../../../src/base/index.js';
import { expectedTokens, requestOf, testEngine } from '../scheduled-engines.js';

describe('engines of a scheduled policy that come, go and tell of their cache', () => {
  it('can what all its engines can', () => {
    const engine = (name: string, capabilities?: PolicyCapabilities) => ({
      name,
      policy: { ...testEngine(), ...(capabilities && { capabilities }) },
    });
    const policy = createScheduledPolicy([engine('a', { stopTexts: true, forms: true })]);
    expect(policy.capabilities).toEqual({ stopTexts: true, forms: true });
    policy.addEngine(engine('b', { stopTexts: true }));
    expect(policy.capabilities).toEqual({ stopTexts: true, forms: false });
    policy.addEngine(engine('c'));
    expect(policy.capabilities).toEqual({ stopTexts: false, forms: false });
    expect(createScheduledPolicy([]).capabilities).toEqual({ stopTexts: false, forms: false });
  });

  it('begins a turn with a constraint anew, whose engine is removed in the middle of it', async () => {
    let reached!: () => void;
    const atFive = new Promise<void>((resolve) => (reached = resolve));
    const leaves = testEngine({
      beforeToken(position, signal) {
        if (position < 5) return;
        reached();
        return new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
      },
    });
    const stays = testEngine();
    const policy = createScheduledPolicy([{ name: 'leaves', policy: leaves }]);
    const request = { ...requestOf('a/0'), constraint: { stopTexts: ['END'] } };
    const answer = policy.generate(request);
    await atFive;
    policy.addEngine({ name: 'stays', policy: stays });
    policy.removeEngine('leaves');
    expect([...(await answer).tokens]).toEqual(expectedTokens([1, 2, 3], 8));
    expect(stays.requests).toEqual([request]);
    await policy.close();
  });

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

  it.each([
    ['what its metrics say', true, { capacityTokens: 210, running: 5 }],
    ['its curve where its metrics do not answer', false, { capacityTokens: 5, running: 1 }],
  ])("lets the first requests in by the size of a cache's %s", async (_what, answers, status) => {
    const server = createServer((_, response) => {
      if (answers) response.end('vllm:cache_config_info{block_size="30",num_gpu_blocks="7"} 1\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const gates: (() => void)[] = [];
    const engine = testEngine({
      beforeToken: (position) => (position === 0 ? new Promise<void>((resolve) => gates.push(resolve)) : undefined),
    });
    const metricsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    const curve = { ...QWEN3_14B_H100, capacityTokens: answers ? 1600 : 5 };
    const policy = createScheduledPolicy([], { metricsIntervalMs: 20, reserve: 0 });
    policy.addEngine({ name: 'one', policy: engine, curve, metricsUrl });
    const turns = [0, 1, 2, 3, 4].map((i) => policy.generate(requestOf(`a/${i}`, [1, 2, 3], 128)));
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    expect(gates.length).toBe(0);
    await vi.waitUntil(() => gates.length > 0, 10_000);
    expect(policy.status().engines[0]).toMatchObject(status);
    await Promise.allSettled([policy.close(), ...turns]);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('begins on all engines together, however late the metrics of one are', async () => {
    const servers = [0, 150].map((ms) =>
      createServer((_, response) => {
        const page = 'vllm:cache_config_info{block_size="16",num_gpu_blocks="1000"} 1\n';
        setTimeout(() => response.end(page), ms);
      }).listen(0, '127.0.0.1'),
    );
    await Promise.all(servers.map((server) => new Promise((resolve) => server.once('listening', resolve))));
    const engines = [testEngine(), testEngine(), testEngine()];
    const policy = createScheduledPolicy(
      engines.map((engine, i) => {
        const address = servers[i]?.address() as AddressInfo | undefined;
        return {
          ...{ name: `${i}`, policy: engine },
          ...(address && { metricsUrl: `http://127.0.0.1:${address.port}/metrics` }),
        };
      }),
    );
    await Promise.all(Array.from({ length: 24 }, (_, i) => policy.generate(requestOf(`a/${i}`))));
    expect(engines.map(({ requests }) => requests.length)).toEqual([8, 8, 8]);
    await policy.close();
    servers.forEach((server) => server.close());
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
    // A prompt of three tokens that both share.
    expect(Math.max(...samples.map(({ heldTokens }) => heldTokens))).toBeGreaterThanOrEqual(3);
    expect(samples.at(-1)).toMatchObject({ running: 0, waiting: 0, heldTokens: 0 });
    expect(busyMs).toBeGreaterThan(0);
    expect(policy.status().sessions).toBe(2);
    ['a/0', 'a/1'].forEach((id) => policy.endSession!(id));
    expect(policy.status().sessions).toBe(0);
    await policy.close();
    expect(policy.occupancy()).toEqual([{ name, capacityTokens, samples: policy.occupancy()[0]!.samples, busyMs }]);
    expect(policy.status().engines).toMatchObject([{ name: 'one', running: 0 }]);
  });

  it('is given no engine once it is closed', async () => {
    const policy = createScheduledPolicy([]);
    await policy.close();
    expect(() => policy.addEngine({ name: 'one', policy: testEngine() })).toThrow(PolicyError);
  });

  it('has one read of its metrics under way, and none when no turn is', async () => {
    let asked = 0;
    let open = 0;
    const server = createServer((_, response) => {
      if (asked++ === 0) return void response.end();
      open += 1;
      response.on('close', () => (open -= 1));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const metricsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    let end!: () => void;
    const gate = new Promise<void>((resolve) => (end = resolve));
    const engine = testEngine({ beforeToken: () => gate });
    const policy = createScheduledPolicy([{ name: 'one', policy: engine, metricsUrl }], { metricsIntervalMs: 400 });
    const answer = policy.generate(requestOf('a/0'));
    await vi.waitUntil(() => open === 1, 10_000);
    end();
    await answer;
    await vi.waitUntil(() => open === 0, 1500);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([asked, open]).toEqual([2, 0]);
    await policy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('does not read a page of metrics that has no end', async () => {
    const piece = Buffer.alloc(1 << 20, '#');
    let sent = 0;
    const server = createServer((_, response) => {
      const go = () => {
        while (!response.destroyed && sent < 1 << 28 && response.write(piece)) sent += piece.length;
        if (!response.destroyed) response.once('drain', go);
      };
      go();
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const metricsUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`;
    const policy = createScheduledPolicy([{ name: 'one', policy: testEngine(), metricsUrl }]);
    expect((await policy.generate(requestOf('a/0'))).tokens.length).toBe(8);
    expect(sent).toBeLessThan(1 << 26);
    await policy.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});
