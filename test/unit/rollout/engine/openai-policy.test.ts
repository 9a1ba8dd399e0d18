import { afterEach, describe, expect, it } from 'vitest';
import { PolicyError, type GenerateRequest, type Policy } from '../../../../src/base/index.js';
import { createOpenAIPolicy } from '../../../../src/rollout/index.js';
import type { OpenAIPolicyOptions } from '../../../../src/rollout/engine/openai-policy.js';
import { startCompletionsServer, vllmAnswer, type Reaction } from '../completions-server.js';

const request: GenerateRequest = {
  tokens: Int32Array.of(1, 2, 3),
  sampling: { temperature: 0.6, topP: 0.9, maxTokens: 64, stopTokens: [9], seed: 's/g/0/0' },
  sessionId: 'session',
};

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  while (open.length > 0) await open.pop()!.close();
});

async function setUp(reactions: Reaction[], options: Partial<OpenAIPolicyOptions> = {}) {
  const server = await startCompletionsServer(...reactions);
  const policy = createOpenAIPolicy({ baseUrl: server.baseUrl, model: 'm', ...options });
  open.push(server, { close: () => policy.close!() });
  return { server, policy };
}

async function failure(policy: Policy): Promise<PolicyError> {
  const error: unknown = await policy.generate(request).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(PolicyError);
  return error as PolicyError;
}

describe('createOpenAIPolicy', () => {
  it('sends tokens and asks for tokens, with everything that would change the distribution switched off', async () => {
    const { server, policy } = await setUp([{ body: vllmAnswer([5, 9]) }], {
      apiKey: 'key',
      headers: { 'x-team': 'rl' },
    });
    await policy.generate(request);
    expect(server.seen).toHaveLength(1);
    const { method, path, headers, body } = server.seen[0]!;
    expect([method, path]).toEqual(['POST', '/v1/completions']);
    expect(headers).toMatchObject({ 'content-type': 'application/json', authorization: 'Bearer key', 'x-team': 'rl' });
    expect(body).toEqual({
      model: 'm',
      prompt: [1, 2, 3],
      max_tokens: 64,
      temperature: 0.6,
      top_p: 0.9,
      top_k: -1,
      min_p: 0,
      repetition_penalty: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      stop_token_ids: [9],
      seed: body['seed'],
      n: 1,
      stream: false,
      logprobs: 0,
      return_token_ids: true,
      return_tokens_as_token_ids: true,
      skip_special_tokens: false,
      no_stop_trim: true,
    });
  });

  it('sends a seed as an integer that names alone decide, and none where there is none', async () => {
    const { server, policy } = await setUp([{ body: vllmAnswer([9]) }]);
    const seeds = ['a', 'a', 'b', 42, undefined];
    for (const seed of seeds) {
      const sampling = { maxTokens: 64, stopTokens: [9], ...(seed === undefined ? {} : { seed }) };
      await policy.generate({ ...request, sampling });
    }
    const sent = server.seen.map(({ body }) => body['seed']);
    expect(Number.isSafeInteger(sent[0])).toBe(true);
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
    expect(sent.slice(3)).toEqual([42, undefined]);
  });

  it("reads vLLM's answer", async () => {
    const { policy } = await setUp([{ body: vllmAnswer([5, 6, 9]) }]);
    expect(await policy.generate(request)).toEqual({
      tokens: Int32Array.of(5, 6, 9),
      logprobs: Float32Array.of(-0.25, -0.5, -0.75),
      finishReason: 'stop',
    });
  });

  it("reads SGLang's answer, and the version of its weights", async () => {
    const answer = vllmAnswer([5, 9], { prompt_token_ids: null, matched_stop: 9 });
    const { policy } = await setUp([{ body: { ...answer, metadata: { weight_version: 'step-12' } } }]);
    expect(await policy.generate(request)).toMatchObject({
      tokens: Int32Array.of(5, 9),
      weightVersions: [{ version: 'step-12', start: 0, end: 2 }],
    });
  });

  it('reads token ids from token names where a server has no field for them', async () => {
    const { policy } = await setUp([
      { body: vllmAnswer([5, 9], { token_ids: undefined, prompt_token_ids: undefined }) },
    ]);
    expect((await policy.generate(request)).tokens).toEqual(Int32Array.of(5, 9));
  });

  it('says that a generation was cut at its budget', async () => {
    const { policy } = await setUp([{ body: vllmAnswer([5], { finish_reason: 'length' }) }]);
    expect((await policy.generate(request)).finishReason).toBe('length');
  });

  it('reads an empty generation, where it was cut', async () => {
    const { policy } = await setUp([{ body: vllmAnswer([], { finish_reason: 'length' }) }]);
    expect((await policy.generate(request)).tokens).toHaveLength(0);
  });

  it('cuts the budget to the context window, and asks for nothing where none is left', async () => {
    const { server, policy } = await setUp([{ body: vllmAnswer([9]) }], { contextLength: 10 });
    await policy.generate(request);
    expect(server.seen[0]!.body['max_tokens']).toBe(7);
    const full = await policy.generate({ ...request, tokens: new Int32Array(10) });
    expect(full).toEqual({ tokens: new Int32Array(0), logprobs: new Float32Array(0), finishReason: 'length' });
    expect(server.seen).toHaveLength(1);
  });

  it('refuses an answer that the server ended by another name, which asking again would not mend', async () => {
    const { server, policy } = await setUp([{ body: vllmAnswer([9], { finish_reason: 'content_filter' }) }]);
    const error = await failure(policy);
    expect(error.message).toContain('the server ended it with "content_filter"');
    expect(error.retryable).toBe(false);
    expect(server.seen).toHaveLength(1);
  });

  const logprobs = (tokens: string[], token_logprobs: (number | null)[]) => ({ logprobs: { tokens, token_logprobs } });
  it.each([
    [
      'no token ids',
      { token_ids: null, logprobs: { tokens: ['a'], token_logprobs: [-1] } },
      'the server returned no token ids',
    ],
    ['no logprobs', { logprobs: null }, 'expected a logprob for each of 1 tokens, got 0'],
    [
      'a null logprob',
      logprobs(['token_id:9'], [null]),
      'logprob 0: expected a number, got null: the server has no logprob of token 9',
    ],
    ['a label of another token', logprobs(['token_id:8'], [-1]), 'token 0 is 9, its logprob that of token 8'],
    [
      'a label too many',
      logprobs(['token_id:9', 'token_id:9'], [-1]),
      'token 1 is not there, its logprob that of token 9',
    ],
    ['a positive logprob', logprobs(['token_id:9'], [3]), 'generation.logprobs[0]: expected at most 0'],
    ['a logprob of nothing', logprobs(['token_id:9'], [-9999]), 'generation.logprobs[0]: expected at least -100'],
    ['a stop without a stop token', { token_ids: [8], ...logprobs(['token_id:8'], [-1]) }, "'stop', got 8"],
    ['a stop without any token', { token_ids: [], ...logprobs([], []) }, "'stop', got no tokens"],
    ['a cut prompt', { prompt_token_ids: [2, 3] }, 'the server read 2 prompt tokens of the 3 sent'],
  ])(
    'refuses an answer with %s, and says what is wrong, for another engine may answer rightly',
    async (_name, choice, message) => {
      const { server, policy } = await setUp([{ body: vllmAnswer([9], choice) }]);
      const error = await failure(policy);
      expect(error.message).toContain(message);
      expect(error.retryable).toBe(true);
      expect(server.seen).toHaveLength(1);
    },
  );

  it('names the field of an answer that is no completion', async () => {
    const { policy } = await setUp([{ body: { choices: [] } }]);
    expect((await failure(policy)).message).toMatch(/^completion: choices: expected at least 1, got an array of 0$/);
  });

  it.each([408, 429, 500, 502, 503, 504])('says of HTTP %i that it may pass, and asks once', async (status) => {
    const { server, policy } = await setUp([{ status, body: 'busy' }]);
    const error = await failure(policy);
    expect(error.message).toBe(`completion: HTTP ${status}: busy`);
    expect([error.name, error.retryable]).toEqual(['PolicyError', true]);
    expect(server.seen).toHaveLength(1);
  });

  it.each([400, 401, 404, 422])(
    'does not ask again after HTTP %i, and passes on what the server said',
    async (status) => {
      const { server, policy } = await setUp([{ status, body: { error: { message: 'context too long' } } }]);
      const error = await failure(policy);
      expect(error.message).toBe(`completion: HTTP ${status}: {"error":{"message":"context too long"}}`);
      expect(error.retryable).toBe(false);
      expect(server.seen).toHaveLength(1);
    },
  );

  it.each([
    ['a reset connection', 'reset'],
    ['an answer that breaks off', 'break-off'],
    ['one the server gave up on', { body: vllmAnswer([], { finish_reason: 'abort' }) }],
  ] as const)('says of %s that it may pass', async (_name, reaction) => {
    const { server, policy } = await setUp([reaction]);
    expect((await failure(policy)).retryable).toBe(true);
    expect(server.seen).toHaveLength(1);
  });

  it('passes on when the server wants to be asked again', async () => {
    const { policy } = await setUp([{ status: 429, headers: { 'retry-after': '7' }, body: '' }]);
    expect((await failure(policy)).retryAfterMs).toBe(7000);
  });

  it('fails when nothing listens', async () => {
    const { server, policy } = await setUp(['silence']);
    await server.close();
    const error = await failure(policy);
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.retryable).toBe(true);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('stops waiting for an answer that does not come', async () => {
    const { policy } = await setUp(['silence'], { timeoutMs: 20 });
    const error = await failure(policy);
    expect(error.message).toMatch(/^POST http:\/\/127\.0\.0\.1:\d+\/v1\/completions: no answer within 20 ms$/);
    expect(error.retryable).toBe(true);
  });

  it("rejects with the signal's reason when aborted, before or during a request", async () => {
    const { server, policy } = await setUp(['silence']);
    const reason = new Error('enough');
    await expect(policy.generate(request, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(server.seen).toHaveLength(0);
    const controller = new AbortController();
    const running = policy.generate(request, { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 20);
    await expect(running).rejects.toBe(reason);
  });

  it('opens no more connections than it may; the others wait', async () => {
    const { server, policy } = await setUp([{ body: vllmAnswer([9]) }], { maxConnections: 2 });
    const all = await Promise.all(Array.from({ length: 20 }, () => policy.generate(request)));
    expect(all).toHaveLength(20);
    expect(server.connections()).toBe(2);
  });

  it('refuses bad options, naming them', () => {
    const good = { baseUrl: 'http://localhost:8000/v1', model: 'm' };
    expect(() => createOpenAIPolicy({ ...good, baseUrl: 'localhost' })).toThrow(
      'options.baseUrl: expected an http or https URL, got "localhost"',
    );
    expect(() => createOpenAIPolicy({ ...good, model: '' })).toThrow(RangeError);
    expect(() => createOpenAIPolicy({ ...good, timeoutMs: '5' as never })).toThrow(
      new TypeError('options.timeoutMs: expected number, got "5"'),
    );
    expect(() => createOpenAIPolicy({ ...good, maxConnections: 0 })).toThrow(
      new RangeError('options.maxConnections: expected more than 0, got 0'),
    );
  });
});
