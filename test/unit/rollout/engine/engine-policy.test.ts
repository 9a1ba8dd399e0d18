import { afterEach, describe, expect, it, vi } from 'vitest';
import { PolicyError, type GenerateRequest } from '../../../../src/base/index.js';
import { createEnginePolicy, type EnginePolicyOptions } from '../../../../src/rollout/index.js';
import { vllmAnswer } from '../completions-server.js';
import { ENGINES, startEngine, type EngineReaction } from '../engine-server.js';

const request: GenerateRequest = {
  tokens: Int32Array.of(1, 2, 3),
  sampling: { temperature: 0.6, topP: 0.9, maxTokens: 32, stopTokens: [9], seed: 7 },
  sessionId: 'conversation',
};
const drawn = { tokens: Int32Array.of(5, 9), logprobs: Float32Array.of(-0.25, -0.5), finishReason: 'stop' };

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  while (open.length > 0) await open.pop()!();
});

async function setUp(reactions: Readonly<Record<string, EngineReaction>>, options: Partial<EnginePolicyOptions> = {}) {
  const server = await startEngine(reactions);
  open.push(() => server.close());
  const policy = await createEnginePolicy({ url: server.url, ...options });
  open.push(() => policy.close!());
  return { server, policy };
}

const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable('it did not reject'),
    (error: unknown) => error,
  );

describe('createEnginePolicy', () => {
  it("takes vLLM's token endpoint where the server has it, and sends all that would change the distribution", async () => {
    const { server, policy } = await setUp(ENGINES.vllm([5, 9]));
    expect(policy).toMatchObject({ engine: 'vllm', protocol: 'vllm-generate', model: 'm', contextLength: 64 });
    expect(await policy.generate(request)).toEqual(drawn);
    expect(server.asked('/inference/v1/generate').at(-1)).toEqual({
      model: 'm',
      token_ids: [1, 2, 3],
      stream: false,
      sampling_params: {
        n: 1,
        max_tokens: 32,
        temperature: 0.6,
        top_p: 0.9,
        top_k: -1,
        min_p: 0,
        repetition_penalty: 1,
        presence_penalty: 0,
        frequency_penalty: 0,
        stop_token_ids: [9],
        seed: 7,
        logprobs: 0,
        skip_special_tokens: false,
      },
    });
  });

  it("takes SGLang's endpoint, and reads which weights generated which tokens", async () => {
    const spans = [
      { version: 'step-1', start: 0, end: 1 },
      { version: 'step-2', start: 1, end: 2 },
    ];
    const { server, policy } = await setUp(
      ENGINES.sglang([5, 9], { weight_version: 'step-2', weight_versions: spans }),
    );
    expect(policy).toMatchObject({ engine: 'sglang', protocol: 'sglang-generate', contextLength: 64 });
    expect(await policy.generate(request)).toEqual({ ...drawn, weightVersions: spans });
    expect(server.asked('/generate')[0]).toMatchObject({
      input_ids: [1, 2, 3],
      routing_key: 'conversation',
      return_logprob: true,
      sampling_params: { max_new_tokens: 32, sampling_seed: 7, no_stop_trim: true, top_k: -1 },
    });
  });

  it("reads SGLang's versions over completions as well", async () => {
    const spans = [
      { version: 'step-1', start: 0, end: 1 },
      { version: 'step-2', start: 1, end: 2 },
    ];
    const metadata = { weight_version: 'step-2', weight_versions: spans };
    const answer = { ...vllmAnswer([5, 9]), metadata };
    const { policy } = await setUp(
      { ...ENGINES.sglang([]), 'POST /v1/completions': { body: answer } },
      { protocol: 'completions' },
    );
    expect((await policy.generate(request)).weightVersions).toEqual(spans);
  });

  const stopping = { ...request, constraint: { stopTexts: ['END'] } };
  const forced = { ...request, constraint: { forms: [{ begin: 'f(', schema: { type: 'object' }, end: ')' }] } };

  it('ends at stop texts and keeps to forms, at both engines; a turn that a stop text ends has no stop token', async () => {
    const vllm = await setUp(ENGINES.vllm([5, 6]));
    const sglang = await setUp(ENGINES.sglang([5, 6]));
    for (const { server, policy } of [vllm, sglang]) {
      expect(policy.capabilities).toEqual({ stopTexts: true, forms: true });
      expect(await policy.generate(stopping)).toMatchObject({ tokens: Int32Array.of(5, 6), finishReason: 'stop' });
      await expect(policy.generate(forced)).rejects.toThrow("because its finishReason is 'stop', got 6");
      const [first, second] = server.seen.filter(({ body }) => 'sampling_params' in body).slice(-2);
      expect(first!.body['sampling_params']).toMatchObject({ stop: ['END'] });
      expect(JSON.stringify(second!.body['sampling_params'])).toContain('structural_tag');
    }
    expect(vllm.server.asked('/inference/v1/generate').at(-2)!['sampling_params']).toMatchObject({
      include_stop_str_in_output: true,
    });
  });

  it('refuses by name what a server is not known to do', async () => {
    const { 'GET /v1/models': models } = ENGINES.vllm([]);
    const completions = { 'POST /v1/completions': { body: vllmAnswer([5], { prompt_token_ids: [0] }) } };
    const { policy } = await setUp({ 'GET /v1/models': models!, ...completions });
    expect(policy.capabilities).toEqual({ stopTexts: false, forms: false });
    await expect(policy.generate(stopping)).rejects.toThrow(
      new TypeError('request.constraint.stopTexts: this policy does not support it'),
    );
    const sglang = await setUp(ENGINES.sglang([5, 9]), { protocol: 'completions' });
    expect(sglang.policy.capabilities).toEqual({ stopTexts: true, forms: false });
  });

  it('knows older SGLang by its older description, whose weights have one version', async () => {
    const { 'GET /model_info': description, ...others } = ENGINES.sglang([5, 9]);
    const { policy } = await setUp({ ...others, 'GET /get_model_info': description! });
    expect(await policy.generate(request)).toEqual({
      ...drawn,
      weightVersions: [{ version: 'default', start: 0, end: 2 }],
    });
  });

  it.each([
    ['an older vLLM', { 'GET /version': { body: { version: '0.10.2' } } }, 'vllm'],
    [
      'any other server that gives token ids',
      { 'POST /v1/completions': { body: vllmAnswer([5], { prompt_token_ids: [0] }) } },
      'other',
    ],
  ] as const)('takes completions at %s', async (_name, description, engine) => {
    const { 'GET /v1/models': models } = ENGINES.vllm([]);
    const { policy } = await setUp({ 'GET /v1/models': models!, ...description });
    expect(policy).toMatchObject({ engine, protocol: 'completions' });
  });

  const content = (...drawn: readonly (readonly [string, number | null])[]) => ({
    logprobs: { content: drawn.map(([token, logprob]) => ({ token, logprob })) },
  });
  it.each([
    ['a label of another token', content(['token_id:8', -1], ['token_id:9', -1]), 'token 0 is 5, its logprob that of'],
    ['a null logprob', content(['token_id:5', null], ['token_id:9', -1]), 'logprob 0: expected a number, got null'],
    ['a logprob too few', content(['token_id:5', -1]), 'expected a logprob for each of 2 tokens, got 1'],
    [
      'a positive logprob',
      content(['token_id:5', 3], ['token_id:9', -1]),
      'generation.logprobs[0]: expected at most 0',
    ],
    ['no logprob', content(['token_id:5', -9999], ['token_id:9', -1]), 'generation.logprobs[0]: expected at least'],
    ['no ids', { token_ids: null }, 'the server returned no token ids'],
    ['a stop of its own', { token_ids: [5, 8] }, "because its finishReason is 'stop', got 8"],
  ])("refuses %s of vLLM's token endpoint", async (_name, choice, message) => {
    const more =
      'logprobs' in choice || choice.token_ids === null ? choice : { ...choice, ...content(['a', -1], ['b', -1]) };
    const { policy } = await setUp(ENGINES.vllm([5, 9], more));
    const error = await rejection(policy.generate(request));
    expect(error).toBeInstanceOf(PolicyError);
    expect(error).toMatchObject({ message: expect.stringContaining(message) as string, retryable: true });
  });

  const list = (...drawn: readonly (readonly [number | null, number])[]) => ({ output_token_logprobs: drawn });
  it.each([
    ['a logprob of another token', list([-1, 8], [-1, 9]), 'token 0 is 5, its logprob that of token 8'],
    ['a null logprob', list([null, 5], [-1, 9]), 'logprob 0: expected a number, got null'],
    ['a logprob too many', list([-1, 5], [-1, 9], [-1, 9]), 'expected a logprob for each of 2 tokens, got 3'],
    ['a positive logprob', list([0.5, 5], [-1, 9]), 'generation.logprobs[0]: expected at most 0'],
    ['a logprob of nothing', list([-9999, 5], [-1, 9]), 'generation.logprobs[0]: expected at least'],
  ])('refuses %s of SGLang', async (_name, meta, message) => {
    const { policy } = await setUp(ENGINES.sglang([5, 9], meta));
    const error = await rejection(policy.generate(request));
    expect(error).toMatchObject({ message: expect.stringContaining(message) as string, retryable: true });
  });

  it('takes completions where vLLM keeps its token endpoint closed', async () => {
    const closed = { status: 403, body: { error: { message: 'Scale-out endpoints are disabled.' } } };
    const { policy } = await setUp({ ...ENGINES.vllm([]), 'POST /inference/v1/generate': closed });
    expect(policy.protocol).toBe('completions');
  });

  it('says while a turn waits for a connection, which is not the time of the turn', async () => {
    const gates: (() => void)[] = [];
    const gated: EngineReaction = async () => {
      await new Promise<void>((resolve) => gates.push(resolve));
      return { body: vllmAnswer([9]) };
    };
    const reactions = { ...ENGINES.vllm([]), 'POST /v1/completions': gated };
    const { policy } = await setUp(reactions, { maxConnections: 1, protocol: 'completions' });
    const told: string[] = [];
    const ask = (name: string) =>
      policy.generate(request, { onWait: (waits) => told.push(`${name} ${waits ? 'waits' : 'is taken'}`) });
    const both = [ask('a'), ask('b')];
    await vi.waitFor(() => expect(gates).toHaveLength(1));
    expect(told).toEqual(['a waits', 'b waits', 'a is taken']);
    gates[0]!();
    await vi.waitFor(() => expect(gates).toHaveLength(2));
    expect(told.at(-1)).toBe('b is taken');
    gates[1]!();
    await Promise.all(both);
    expect(told).toHaveLength(4);
  });

  it('cuts the budget at what the server says its context is', async () => {
    const { server, policy } = await setUp(ENGINES.vllm([5, 9]));
    const sampling = { ...request.sampling, maxTokens: 1000 };
    await policy.generate({ ...request, sampling });
    expect(server.asked('/inference/v1/generate').at(-1)!['sampling_params']).toMatchObject({ max_tokens: 61 });
  });

  it('takes the model that is named, and says which there are where it has none of that name', async () => {
    const { policy } = await setUp(ENGINES.vllm([5]), { model: 'a-0' });
    expect(policy.model).toBe('a-0');
    const server = await startEngine(ENGINES.vllm([5]));
    open.push(() => server.close());
    const error = await rejection(createEnginePolicy({ url: server.url, model: 'other' }));
    expect(error).toEqual(new PolicyError("model: expected one of the server's (m, a-0), got other"));
  });

  it('takes the model that is named where the server lists none', async () => {
    const hosted = { 'POST /v1/completions': { body: vllmAnswer([5], { prompt_token_ids: [0] }) } };
    const { policy } = await setUp(hosted, { model: 'hosted' });
    expect(policy).toMatchObject({ engine: 'other', model: 'hosted', protocol: 'completions' });
    expect(policy.contextLength).toBeUndefined();
    const server = await startEngine(hosted);
    open.push(() => server.close());
    expect((await rejection(createEnginePolicy({ url: server.url }))) as Error).toMatchObject({
      message: expect.stringMatching(/^\/v1\/models: HTTP 404/) as string,
    });
  });

  it('refuses what is no address, and a sampling option that there is not', async () => {
    await expect(createEnginePolicy({ url: 'notaurl' })).rejects.toThrow(
      'options.url: expected an http or https URL, got "notaurl"',
    );
    const { server, policy } = await setUp(ENGINES.vllm([5, 9]));
    const sampling = { ...request.sampling, topp: 0.9 };
    await expect(policy.generate({ ...request, sampling })).rejects.toThrow(
      new TypeError('request.sampling: unknown option "topp"'),
    );
    expect(server.asked('/inference/v1/generate').filter((body) => 'token_ids' in body)).toEqual([]);
  });

  it('takes the address of the API for that of the server', async () => {
    const server = await startEngine(ENGINES.vllm([5, 9]));
    open.push(() => server.close());
    const policy = await createEnginePolicy({ url: `${server.url}/v1/` });
    open.push(() => policy.close!());
    expect(await policy.generate(request)).toEqual(drawn);
  });

  it('says so where no server answers', async () => {
    const server = await startEngine({});
    await server.close();
    const error = await rejection(createEnginePolicy({ url: server.url }));
    expect(error).toBeInstanceOf(PolicyError);
    expect(error).toMatchObject({ retryable: true });
  });

  it.each([
    [{ finish_reason: 'abort' }, 'the server ended it with "abort"'],
    [{ token_ids: null }, 'the server returned no token ids'],
    [{ logprobs: null }, 'expected a logprob for each of 2 tokens, got 0'],
    [{ logprobs: { content: [{ logprob: -1 }] } }, 'expected a logprob for each of 2 tokens, got 1'],
    [{ weight_versions: [{ version: '1', start: 1, end: 9 }] }, 'expected spans of 2 tokens in order'],
  ])("refuses an answer of vLLM's with %o", async (choice, message) => {
    const { policy } = await setUp(ENGINES.vllm([5, 9], choice));
    const error = await rejection(policy.generate(request));
    expect(error).toBeInstanceOf(PolicyError);
    expect((error as PolicyError).message).toContain(message);
  });

  it.each([
    [{ finish_reason: { type: 'abort', message: 'paused' } }, 'the server ended it with "abort"'],
    [{ prompt_tokens: 2 }, 'the server read 2 prompt tokens of the 3 sent'],
    [{ output_token_logprobs: [[-1, 5, null]] }, 'expected a logprob for each of 2 tokens, got 1'],
    [
      {
        output_token_logprobs: [
          [-1, 5, null],
          [-1, 8, null],
        ],
      },
      'token 1 is 9, its logprob that of token 8',
    ],
  ])("refuses an answer of SGLang's with %o", async (meta, message) => {
    const { policy } = await setUp(ENGINES.sglang([5, 9], meta));
    const error = await rejection(policy.generate(request));
    expect((error as PolicyError).message).toContain(message);
  });
});

describe('adapters', () => {
  it('are what turns that begin later are asked of; those under way end with theirs, which is dropped then', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const engine = ENGINES.vllm([5, 9]);
    const generate = engine['POST /inference/v1/generate'] as Extract<EngineReaction, (...args: never[]) => unknown>;
    const { server, policy } = await setUp({
      ...engine,
      'POST /v1/load_lora_adapter': { body: 'loaded' },
      'POST /v1/unload_lora_adapter': { body: 'dropped' },
      'POST /inference/v1/generate': async (asked) => {
        if (asked.body['model'] === 'step-1') await held;
        return generate(asked);
      },
    });
    await policy.useAdapter({ name: 'step-1', path: '/adapters/1' });
    const early = policy.generate(request);
    await expect.poll(() => server.asked('/inference/v1/generate').at(-1)?.['model']).toBe('step-1');
    await policy.useAdapter({ name: 'step-2', path: '/adapters/2' });
    const late = await policy.generate(request);
    expect(server.asked('/v1/unload_lora_adapter')).toEqual([]);
    release();
    expect((await early).weightVersions).toEqual([{ version: 'step-1', start: 0, end: 2 }]);
    expect(late.weightVersions).toEqual([{ version: 'step-2', start: 0, end: 2 }]);
    await expect.poll(() => server.asked('/v1/unload_lora_adapter')).toEqual([{ lora_name: 'step-1' }]);
    expect(server.asked('/v1/load_lora_adapter')).toEqual([
      { lora_name: 'step-1', lora_path: '/adapters/1' },
      { lora_name: 'step-2', lora_path: '/adapters/2' },
    ]);
  });

  it('stay what they were where the engine refuses a new one', async () => {
    const { policy } = await setUp({
      ...ENGINES.vllm([5, 9]),
      'POST /v1/load_lora_adapter': ({ body }) =>
        Promise.resolve(
          body['lora_name'] === 'good' ? { body: 'ok' } : { status: 400, body: { message: 'no such folder' } },
        ),
    });
    await policy.useAdapter({ name: 'good', path: '/adapters/1' });
    const error = await rejection(policy.useAdapter({ name: 'bad', path: '/nowhere' }));
    expect(error).toEqual(new PolicyError('adapter bad: HTTP 400: {"message":"no such folder"}'));
    expect((await policy.generate(request)).weightVersions).toEqual([{ version: 'good', start: 0, end: 2 }]);
  });

  it('are named in the request at SGLang', async () => {
    const { server, policy } = await setUp({ ...ENGINES.sglang([5, 9]), 'POST /load_lora_adapter': { body: {} } });
    await policy.useAdapter({ name: 'step-1', path: '/adapters/1' });
    const { weightVersions } = await policy.generate(request);
    expect(server.asked('/generate')[0]).toMatchObject({ lora_path: 'step-1' });
    expect(weightVersions).toEqual([{ version: 'step-1', start: 0, end: 2 }]);
  });

  it('are named so over the completions of SGLang too, which takes any model for the base', async () => {
    const { server, policy } = await setUp(
      {
        ...ENGINES.sglang([5, 9]),
        'POST /load_lora_adapter': { body: {} },
        'POST /v1/completions': { body: vllmAnswer([5, 9]) },
      },
      { protocol: 'completions' },
    );
    await policy.generate(request);
    await policy.useAdapter({ name: 'step-1', path: '/adapters/1' });
    await policy.generate(request);
    const [base, adapted] = server.asked('/v1/completions');
    expect(base).not.toHaveProperty('lora_path');
    expect(adapted).toMatchObject({ model: 'm', lora_path: 'step-1' });
  });
});

describe('the weights of an engine', () => {
  it("are read from the server's disk by SGLang, between pause and resume", async () => {
    const { server, policy } = await setUp({
      ...ENGINES.sglang([5, 9]),
      'POST /pause_generation': { body: {} },
      'POST /continue_generation': { body: {} },
      'POST /update_weights_from_disk': { body: { success: true } },
    });
    await policy.pause();
    await policy.useWeights({ path: '/models/step-3', version: 'step-3' });
    await policy.resume();
    expect(server.seen.slice(-3).map(({ path, body }) => [path, body])).toEqual([
      ['/pause_generation', { mode: 'retract' }],
      ['/update_weights_from_disk', { model_path: '/models/step-3', weight_version: 'step-3' }],
      ['/continue_generation', {}],
    ]);
  });

  it('cannot be changed so at vLLM, which pauses and resumes', async () => {
    const { server, policy } = await setUp({
      ...ENGINES.vllm([5, 9]),
      'POST /pause?mode=abort': { body: { status: 'paused' } },
      'POST /resume': { body: { status: 'resumed' } },
    });
    expect(await rejection(policy.useWeights({ path: '/models/3', version: '3' }))).toEqual(
      new PolicyError('useWeights: vllm has no such call'),
    );
    await policy.pause('abort');
    await policy.resume();
    expect(server.seen.slice(-2).map(({ path }) => path)).toEqual(['/pause?mode=abort', '/resume']);
  });

  it('are out of reach at any other server', async () => {
    const { 'GET /v1/models': models } = ENGINES.vllm([]);
    const completions = { 'POST /v1/completions': { body: vllmAnswer([5], { prompt_token_ids: [0] }) } };
    const { server, policy } = await setUp({ 'GET /v1/models': models!, ...completions });
    const what = [
      ['useAdapter', () => policy.useAdapter({ name: 'a', path: '/a' })],
      ['useWeights', () => policy.useWeights({ path: '/a', version: '1' })],
      ['pause', () => policy.pause()],
      ['resume', () => policy.resume()],
    ] as const;
    for (const [name, call] of what)
      expect(await rejection(call())).toEqual(new PolicyError(`${name}: the server at ${server.url} has no such call`));
  });
});
