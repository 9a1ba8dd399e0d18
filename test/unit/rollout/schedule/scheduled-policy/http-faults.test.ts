import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import {
  createEnginePolicy,
  createScheduledPolicy,
  type ScheduledPolicyOptions,
} from '../../../../../src/rollout/index.js';
import { expectedTokens, logprobOf, requestOf } from '../scheduled-engines.js';

type Fault = 'none' | 'die' | 'hang' | 'nonsense' | 'end';

const quick: ScheduledPolicyOptions = { stallMs: 60, retry: { retries: 1000, delayMs: 1, maxDelayMs: 20 } };
const TOOL_ANSWER = [5, 6];
/** Tokens of a session's turns; a turn that goes on elsewhere ends where it would have ended. */
const turnsOf = (session: number) => [2 + ((session * 7) % 9), 1 + ((session * 5) % 7)];

/** A server of completions, streamed token by token, that goes wrong where it is told to: asked once a token and once before. */
async function startEngine(faultAt: () => Fault) {
  const open = new Set<ServerResponse>();
  let isDead = false;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      if (request.url === '/v1/models') response.end('{"data":[{"id":"m"}]}');
      else if (request.url !== '/v1/completions') response.writeHead(404).end();
      else void complete(JSON.parse(Buffer.concat(pieces).toString()) as { prompt: number[] }, response);
    });
  });

  async function complete({ prompt }: { prompt: number[] }, response: ServerResponse): Promise<void> {
    open.add(response);
    response.on('close', () => open.delete(response));
    const [first, second] = turnsOf(prompt[0]!) as [number, number];
    // The context tells how far the session is: its start, its first turn, its tool's answer.
    const left =
      prompt.length < 3 + first
        ? first - (prompt.length - 3)
        : second - (prompt.length - 3 - first - TOOL_ANSWER.length);
    for (const [index, token] of expectedTokens(prompt, left).entries()) {
      const fault = isDead ? 'die' : faultAt();
      if (fault === 'hang' || response.destroyed) return;
      if (fault === 'die') {
        isDead = true;
        server.closeAllConnections();
        return;
      }
      if (fault === 'nonsense') {
        response.end(index === 0 ? '<html>' : 'data: {"choices":[{"finish_reason":"stop","token_ids":["x"]}]}\n\n');
        return;
      }
      // As if all were well, but it is not the turn's end.
      if (fault === 'end') break;
      const end = index === left - 1 ? 'stop' : null;
      const choice = {
        token_ids: [token],
        logprobs: { tokens: [`token_id:${token}`], token_logprobs: [logprobOf(token)] },
        finish_reason: end,
      };
      response.write(`data: ${JSON.stringify({ choices: [choice] })}\n\n`);
      await new Promise(setImmediate);
    }
    response.end('data: [DONE]\n\n');
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const connections = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  return {
    engine: { name: url, policy: await createEnginePolicy({ url, model: 'm', protocol: 'completions' }) },
    open,
    connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A rollout of two turns with a tool's answer between them. @returns What it drew. */
async function rollOut(policy: ReturnType<typeof createScheduledPolicy>, session: number, signal?: AbortSignal) {
  const sessionId = `run/${session >> 2}/${session & 3}`;
  const drawn: number[] = [];
  try {
    let context = [session, 2, 3];
    for (const tokens of turnsOf(session)) {
      const request = requestOf(sessionId, context);
      const stopTokens = expectedTokens(context, tokens).slice(-1);
      const asked = { ...request, sampling: { ...request.sampling, stopTokens } };
      const generation = await policy.generate(asked, { ...(signal && { signal }) });
      expect(generation.logprobs).toEqual(Float32Array.from(generation.tokens, logprobOf));
      expect(generation.tokens.length).toBe(tokens);
      drawn.push(...generation.tokens);
      context = [...context, ...generation.tokens, ...TOOL_ANSWER];
    }
    return drawn;
  } finally {
    policy.endSession!(sessionId);
  }
}

function expectedRollout(session: number): number[] {
  const [first, second] = turnsOf(session) as [number, number];
  const start = expectedTokens([session, 2, 3], first);
  return [...start, ...expectedTokens([session, 2, 3, ...start, ...TOOL_ANSWER], second)];
}

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;

describe('servers that break while rollouts run on them', () => {
  it.each(Array.from({ length: 50 }, (_, seed) => seed))(
    'every rollout ends once, with the same tokens, and nothing is left open (seed %i)',
    async (seed) => {
      const random = new Random(`http faults/${seed}`);
      const often = (share: number, fault: Fault) => (): Fault => (random.next() < share ? fault : 'none');
      const diesAt = random.integer(40);
      let drawn = 0;
      const servers = await Promise.all([
        startEngine(() => (++drawn > diesAt ? 'die' : 'none')),
        startEngine(often(0.01, 'hang')),
        startEngine(often(0.1, random.next() < 0.5 ? 'nonsense' : 'end')),
        startEngine(() => 'none'),
      ]);
      const [late, ...early] = servers.map(({ engine }) => engine).reverse();
      const policy = createScheduledPolicy(early, quick);
      const sessions = Array.from({ length: 6 }, (_, i) => i);
      const rollouts = sessions.map((session) => rollOut(policy, session));
      for (let i = random.integer(30); i > 0; i--) await new Promise(setImmediate);
      policy.addEngine(late!);
      expect(await Promise.all(rollouts)).toEqual(sessions.map(expectedRollout));
      expect(policy.status()).toMatchObject({ waiting: 0, sessions: 0 });
      expect(policy.status().engines.map(({ running }) => running)).toEqual([0, 0, 0, 0]);
      // What was given up on a server that hangs is ended there too.
      await vi.waitUntil(() => servers.every(({ open }) => open.size === 0), { timeout: 10_000, interval: 2 });
      await policy.close();
      await vi.waitUntil(
        async () => (await Promise.all(servers.map((one) => one.connections()))).every((count) => count === 0),
        10_000,
      );
      await Promise.all(servers.map((server) => server.close()));
    },
  );

  it('nothing is left open when all is cancelled, whatever the moment', async () => {
    const before = timers();
    for (let moment = 0; moment < 24; moment++) {
      const random = new Random(`cancel/${moment}`);
      const servers = await Promise.all([
        startEngine(() => (random.next() < 0.1 ? 'hang' : 'none')),
        startEngine(() => (random.next() < 0.1 ? 'nonsense' : 'none')),
      ]);
      const policy = createScheduledPolicy(
        servers.map(({ engine }) => engine),
        quick,
      );
      const controller = new AbortController();
      const settled = Promise.allSettled(
        Array.from({ length: 8 }, (_, session) => rollOut(policy, session, controller.signal)),
      );
      for (let i = 0; i < 2 * moment; i++) await new Promise(setImmediate);
      controller.abort(new Error('enough'));
      for (const one of await settled)
        if (one.status === 'rejected') expect((one.reason as Error).message).toBe('enough');
      expect(policy.status()).toMatchObject({ waiting: 0, sessions: 0 });
      await vi.waitUntil(() => servers.every(({ open }) => open.size === 0), { timeout: 10_000, interval: 2 });
      await policy.close();
      await Promise.all(servers.map((server) => server.close()));
    }
    expect(timers()).toBeLessThanOrEqual(before);
  });
});
