import { afterEach, describe, expect, it } from 'vitest';
import { createOpenAIPolicy, runRollouts, type RolloutOptions } from '../../../../src/rollout/index.js';
import { startCompletionsServer, vllmAnswer, type Reaction } from '../completions-server.js';
import { prompt, tokenizer } from '../conversation.js';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  while (open.length > 0) await open.pop()!.close();
});

const end = tokenizer.tokenId('<|im_end|>')!;
const good: Reaction = { body: vllmAnswer([end], { prompt_token_ids: null }) };

/** One rollout of one turn against a server that reacts as told. */
async function roll(reactions: Reaction[], more: Partial<RolloutOptions> = {}, client: { timeoutMs?: number } = {}) {
  const server = await startCompletionsServer(...reactions);
  const policy = createOpenAIPolicy({ baseUrl: server.baseUrl, model: 'm', ...client });
  open.push(server, { close: () => policy.close!() });
  const retry = { delayMs: 0 };
  const tasks = [{ groupId: 'g', prompt, samples: 1 }];
  const [outcome] = await runRollouts(tasks, { policy, tokenizer, maxTokens: 100, seed: 1, retry, ...more });
  return { outcome: outcome!, requests: server.seen };
}

describe('requests of one turn', () => {
  it('is one where the server answers', async () => {
    const { outcome, requests } = await roll([good]);
    expect([outcome.kind, requests.length]).toEqual(['completed', 1]);
  });

  it.each<[string, Reaction]>([
    ['HTTP 429', { status: 429, body: 'slow down' }],
    ['HTTP 500', { status: 500, body: 'oops' }],
    ['a reset connection', 'reset'],
    ['an answer that breaks off', 'break-off'],
  ])('are 1 + 3 by default where the server always answers with %s', async (_name, reaction) => {
    const { outcome, requests } = await roll([reaction]);
    expect([outcome.kind, requests.length]).toEqual(['failed', 4]);
    expect(outcome).toMatchObject({ cause: { source: 'policy', retryable: true } });
  });

  it.each([0, 1, 5])('are 1 + %i where that many retries are asked for', async (retries) => {
    const { requests } = await roll([{ status: 503, body: '' }], { retry: { retries, delayMs: 0 } });
    expect(requests).toHaveLength(1 + retries);
  });

  it('end as soon as one is answered, and are equal, seed and all', async () => {
    const { outcome, requests } = await roll(['reset', { status: 500, body: '' }, good]);
    expect([outcome.kind, requests.length]).toEqual(['completed', 3]);
    expect(requests[2]!.body).toEqual(requests[0]!.body);
  });

  it('is one where the server refuses it for good', async () => {
    const { outcome, requests } = await roll([{ status: 400, body: 'context too long' }]);
    expect(outcome).toMatchObject({ cause: { message: 'completion: HTTP 400: context too long', retryable: false } });
    expect(requests).toHaveLength(1);
  });

  it('is one where the server hangs until the deadline of the turn', async () => {
    const { outcome, requests } = await roll(['silence'], { turnTimeoutMs: 500 });
    expect(outcome).toMatchObject({
      kind: 'failed',
      cause: { message: expect.stringContaining('turnTimeoutMs') as string },
    });
    expect(requests).toHaveLength(1);
  });

  it('are 1 + retries where every request hangs until its own time is over', async () => {
    const { outcome, requests } = await roll(['silence'], { retry: { retries: 2, delayMs: 0 } }, { timeoutMs: 500 });
    expect(outcome).toMatchObject({ cause: { message: expect.stringContaining('no answer within 500 ms') as string } });
    expect(requests).toHaveLength(3);
  });

  it('come no sooner than Retry-After wishes, and never wait longer than maxDelayMs', async () => {
    const wish: Reaction = { status: 429, headers: { 'retry-after': '3600' }, body: '' };
    const waiting = await roll([wish, good], { turnTimeoutMs: 500, retry: { maxDelayMs: 3_600_000 } });
    expect([waiting.outcome.kind, waiting.requests.length]).toEqual(['failed', 1]);
    const bounded = await roll([wish, good], { retry: { maxDelayMs: 1 } });
    expect([bounded.outcome.kind, bounded.requests.length]).toEqual(['completed', 2]);
  });
});
