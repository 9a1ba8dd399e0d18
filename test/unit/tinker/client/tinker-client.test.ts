import type { TinkerBatch } from '../../../../src/tinker/wire/messages.js';
import { afterEach, describe, expect, it } from 'vitest';
import { createTinkerClient, TinkerError } from '../../../../src/tinker/index.js';
import type { TinkerClientOptions } from '../../../../src/tinker/client/tinker-client.js';
import { startScriptedServer, type Fault, type ScriptedOptions, type ScriptedServer } from './scripted-server.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const QUICK = { retries: 4, delayMs: 1, maxDelayMs: 4 };

async function connect(scripted: ScriptedOptions = {}, options: Partial<TinkerClientOptions> = {}) {
  const server = await startScriptedServer(scripted);
  closing.push(() => server.close());
  const client = await createTinkerClient({ baseUrl: server.url, retry: QUICK, ...options });
  closing.push(() => client.close());
  return { server, client };
}

async function train(scripted: ScriptedOptions = {}, options: Partial<TinkerClientOptions> = {}) {
  const { server, client } = await connect(scripted, options);
  const model = await client.createModel({ baseModel: 'small', lora: { rank: 4 } });
  return { server, client, model };
}

function batchOf(...sequences: number[][]): TinkerBatch {
  const data = sequences.map((tokens) => ({
    tokens: Int32Array.from(tokens),
    lossInputs: {
      target_tokens: { dtype: 'int64', data: Int32Array.from(tokens) },
      weights: { dtype: 'float32', data: new Float32Array(tokens.length).fill(1) },
    } as const,
  }));
  return { data, loss: 'cross_entropy' };
}

const refused = (status: number, body?: string, when: Fault['when'] = 'before') =>
  ({ when, how: { status, body } }) as const;

/** How often each path was asked. */
const count = (server: ScriptedServer, path: string) => server.asked.filter((asked) => asked === path).length;

/** The request's error. */
async function failureOf(request: Promise<unknown>): Promise<TinkerError> {
  const error: unknown = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TinkerError);
  return error as TinkerError;
}

describe('a Tinker client', () => {
  it('opens a session, tells what the server has to say, and lists what it can train', async () => {
    const heard: string[] = [];
    const { client } = await connect({}, { onMessage: (text) => heard.push(text) });
    expect(client.sessionId).toBe('s1');
    expect(heard).toEqual(['be kind']);
    expect(await client.capabilities()).toEqual({ models: [{ name: 'small', maxContextLength: 2048 }] });
  });

  it.each([
    ['x-api-key', 'x-api-key', 'key'],
    ['bearer', 'authorization', 'Bearer key'],
  ] as const)('sends its key as %s', async (auth, header, value) => {
    const { server } = await connect({}, { apiKey: 'key', auth });
    expect(server.bodies.map(({ headers }) => headers[header])).toEqual([value, value]);
  });

  it('trains a step whose requests are handed in in their order, unawaited', async () => {
    const { server, model } = await train();
    const [result, metrics] = await Promise.all([
      model.forwardBackward(batchOf([1, 2], [3])),
      model.optimStep({ learningRate: 0.5 }),
    ]);
    expect(result.outputs.map(({ logprobs }) => [...logprobs!.data])).toEqual([[-1, -2], [-3]]);
    expect(metrics).toEqual({ 'grad_norm:max': 2 });
    expect(server.asked.filter((path) => path !== 'retrieve_future').slice(-2)).toEqual([
      'forward_backward',
      'optim_step',
    ]);
    expect([server.gradients, server.steps]).toEqual([[1], [2]]);
  });

  it('sends Adam’s numbers, completed by the protocol’s defaults', async () => {
    const { server, model } = await train();
    await model.optimStep({ learningRate: 0.5, maxGradientNorm: 1 });
    const { body } = server.bodies.find(({ path }) => path === 'optim_step')!;
    const adam_params = { learning_rate: 0.5, beta1: 0.9, beta2: 0.95, eps: 1e-12, weight_decay: 0, grad_clip_norm: 1 };
    expect(JSON.parse(body.toString())).toEqual({ model_id: 'm1', seq_id: 1, adam_params });
  });

  it('cuts a batch where the server says, and puts the results together in the batch’s order', async () => {
    const { server, model } = await train({ config: { fwdbwd_max_chunk_len: 2 } });
    const result = await model.forwardBackward(batchOf([5], [4], [3], [2], [1]));
    expect(server.forwards.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect(server.gradients).toEqual([1, 2, 3]);
    expect(result.outputs.map(({ logprobs }) => logprobs!.data[0])).toEqual([-5, -4, -3, -2, -1]);
    expect(result.metrics).toEqual({ 'loss:sum': 5, 'first:min': 1 });
  });

  it('cuts a batch by bytes', async () => {
    const { server, model } = await train({ config: { fwdbwd_max_chunk_bytes_count: 300 } });
    await model.forward(batchOf([1], [2], [3]));
    expect(server.forwards.map(({ data }) => data.length)).toEqual([2, 1]);
  });

  it.each([422, 500] as const)(
    'turns to JSON on a server that says %i to protobuf, and stays with it',
    async (jsonOnly) => {
      const { server, model } = await train({ jsonOnly });
      await model.forwardBackward(batchOf([1]));
      await model.forward(batchOf([2]));
      const asked = server.asked.filter((path) => path.startsWith('forward'));
      const inProtobuf = jsonOnly === 500 ? 2 : 1;
      expect(asked).toEqual([...Array<string>(inProtobuf).fill('forward_backward'), 'forward_backward', 'forward']);
      expect(server.forwards.map(({ forwardOnly }) => forwardOnly)).toEqual([false, true]);
      expect(server.gradients).toEqual([1]);
    },
  );

  it('turns to JSON also where a connection is lost between two 500s', async () => {
    const { server, model } = await train({ jsonOnly: 500 });
    server.faults.push({ path: 'forward_backward', from: 2, when: 'before', how: 'reset' });
    await model.forwardBackward(batchOf([1]));
    expect(count(server, 'forward_backward')).toBe(4);
    expect(server.gradients).toEqual([1]);
  });

  it('stays with protobuf where the first 500 passes', async () => {
    const { server, model } = await train();
    server.faults.push({ path: 'forward_backward', ...refused(500) });
    await model.forwardBackward(batchOf([1]));
    await model.forward(batchOf([2]));
    const forms = server.bodies.filter(({ path }) => path.startsWith('forward')).map(({ headers }) => headers);
    expect(forms.map((headers) => headers['content-type'])).toEqual(Array(3).fill('application/x-protobuf'));
    expect(server.gradients).toEqual([1]);
  });

  it('says what the server said to either form of a request that it does not want', async () => {
    const { server, model } = await train();
    const { message, status } = await failureOf(model.forwardBackward({ ...batchOf([1]), loss: 'unheard of' }));
    expect(message).toBe(
      'POST /api/v1/forward_backward: HTTP 422: no such loss; in JSON: POST /api/v1/forward_backward: HTTP 422: no such loss',
    );
    expect(status).toBe(422);
    expect(server.gradients).toEqual([]);
  });

  it('asks again with the same bytes in whatever way the answer is lost, and no gradient is lost or doubled', async () => {
    const ways: Fault['how'][] = ['reset', ...[408, 429, 500, 503].map((status) => ({ status }))];
    for (const when of ['before', 'after'] as const) {
      const { server, model } = await train();
      server.faults.push(...ways.slice(0, 4).map((how) => ({ path: 'forward_backward', when, how })));
      server.faults.push(...ways.slice(1).map((how) => ({ path: 'optim_step', when, how })));
      await model.forwardBackward(batchOf([1]));
      await model.optimStep();
      expect([server.gradients, server.steps]).toEqual([[1], [2]]);
      const sent = server.bodies
        .filter(({ path }) => path === 'forward_backward')
        .map(({ body }) => body.toString('hex'));
      expect(sent.length).toBe(5);
      expect(new Set(sent).size).toBe(1);
    }
  });

  it('waits for a result that is not there yet, however the server says so', async () => {
    const { server, model } = await train();
    const tryAgain = JSON.stringify({ type: 'try_again', request_id: '2', queue_state: 'active' });
    for (const how of [
      { status: 200, body: tryAgain },
      { status: 408 },
      { status: 502 },
      'reset',
      { status: 400 },
    ] as const)
      server.faults.push({ path: 'retrieve_future', when: 'before', how });
    await model.optimStep();
    // The model's own, and the step's with five that went wrong.
    expect(count(server, 'retrieve_future')).toBe(7);
    expect(server.steps).toEqual([1]);
  });

  it('hands the request in again where its result is gone', async () => {
    const { server, model } = await train();
    server.faults.push({ path: 'retrieve_future', ...refused(410) });
    await model.forwardBackward(batchOf([1]));
    expect(count(server, 'forward_backward')).toBe(2);
    expect(server.gradients).toEqual([1]);
  });

  it.each([
    ['a status', { status: 404, body: '{"detail":"Future not found"}' }, /HTTP 404: Future not found/, 404, undefined],
    ['a 400 that stays', { status: 400, body: '{"detail":"too long"}' }, /HTTP 400: too long/, 400, undefined],
    [
      'a failure',
      { status: 200, body: '{"error":"token 9 is none","category":"user"}' },
      /token 9 is none/,
      undefined,
      'user',
    ],
    ['no JSON', { status: 200, body: '<html>' }, /not the protocol's/, undefined, undefined],
  ])('says what became of a request that failed: %s', async (_, how, message, status, category) => {
    const { server, model } = await train();
    for (let i = 0; i < 4; i++) server.faults.push({ path: 'retrieve_future', when: 'before', how });
    const error = await failureOf(model.optimStep());
    expect(error.message).toMatch(message);
    // What the server blames on the request it has not done; with all else it was taken, and nobody knows.
    expect(error).toMatchObject({ status, category, answerLost: category !== 'user' });
  });

  it('refuses a result for another number of sequences', async () => {
    const { server, model } = await train({}, { wire: 'json' });
    const body = '{"loss_fn_output_type":"x","loss_fn_outputs":[],"metrics":{}}';
    server.faults.push({ path: 'retrieve_future', when: 'before', how: { status: 200, body } });
    const error = await failureOf(model.forwardBackward(batchOf([1])));
    expect(error.message).toContain('loss_fn_outputs: expected one for each of 1 sequences, got 0');
    expect(error.answerLost).toBe(true);
  });

  it('puts pydantic’s places into words', async () => {
    const { server, model } = await train();
    const body = JSON.stringify({
      detail: [{ loc: ['body', 'adam_params', 'eps'], msg: 'too small' }, { msg: 'odd' }],
    });
    server.faults.push({ path: 'optim_step', ...refused(422, body) });
    expect((await failureOf(model.optimStep())).message).toBe(
      'POST /api/v1/optim_step: HTTP 422: body.adam_params.eps: too small; odd',
    );
  });

  it('gives up on a server that stays away, and says that the answer is lost', async () => {
    const { server, model } = await train();
    for (let i = 0; i < 5; i++) server.faults.push({ path: 'optim_step', when: 'after', how: 'reset' });
    expect(await failureOf(model.optimStep())).toMatchObject({ answerLost: true, retryable: true });
    expect(server.steps).toEqual([1]);
  });
});

describe('on a server that reads no sequence ids', () => {
  it('a blind repeat doubles the gradient', async () => {
    const { server, model } = await train({ forgetful: true });
    server.faults.push({ path: 'forward_backward', when: 'after', how: 'reset' });
    await model.forwardBackward(batchOf([1]));
    expect(server.gradients).toEqual([1, 1]);
  });

  const ways: [string, Fault][] = [
    ['a lost connection', { path: 'forward_backward', when: 'after', how: 'reset' }],
    ['a 500', { path: 'forward_backward', when: 'after', how: { status: 500, body: 'sorry' } }],
    ['a result that is gone', { path: 'retrieve_future', when: 'before', how: { status: 410 } }],
  ];
  it.each(ways)('`repeat: never` ends %s in an error that says so, once', async (_, fault) => {
    const { server, model } = await train({ forgetful: true }, { repeat: 'never' });
    server.faults.push(fault);
    expect((await failureOf(model.forwardBackward(batchOf([1])))).answerLost).toBe(true);
    expect(server.gradients).toEqual([1]);
  });

  it('`repeat: never` still repeats what the server did not take, and what only reads', async () => {
    const { server, client } = await connect({ forgetful: true });
    const model = await client.createModel({ baseModel: 'small', repeat: 'never' });
    server.faults.push(
      { path: 'forward_backward', ...refused(429) },
      { path: 'forward_backward', when: 'after', how: 'reset' },
    );
    await model.forward(batchOf([1]));
    server.faults.push({ path: 'forward_backward', ...refused(429) });
    await model.forwardBackward(batchOf([1]));
    expect(server.gradients).toEqual([2]);
  });
});

/** What may go wrong with a forward_backward, and how often its gradient was then added. */
const ENDINGS: readonly {
  readonly name: string;
  readonly faults: readonly Fault[];
  readonly lost: boolean;
  readonly gradients: number;
}[] = [
  { name: 'a submission that is refused', faults: submission(422, 'no'), lost: false, gradients: 0 },
  { name: 'a submission that is not allowed', faults: submission(403, 'no'), lost: false, gradients: 0 },
  { name: '200 with HTML to the submission', faults: submission(200, '<html>', 'after'), lost: true, gradients: 1 },
  { name: '200 with nothing to the submission', faults: submission(200, '', 'after'), lost: true, gradients: 1 },
  {
    name: '200 with another shape to the submission',
    faults: submission(200, '{}', 'after'),
    lost: true,
    gradients: 1,
  },
  ...[403, 404, 422].map((status) => ({
    ...{ name: `${status} to the question for the result`, faults: question(status, 'no'), lost: true, gradients: 1 },
  })),
  {
    name: '400 again and again',
    faults: [400, 400, 400, 400].flatMap((s) => question(s, 'no')),
    lost: true,
    gradients: 1,
  },
  { name: 'HTML for a result', faults: question(200, '<html>'), lost: true, gradients: 1 },
  { name: 'a result of another shape', faults: question(200, '{"loss_fn_outputs":1}'), lost: true, gradients: 1 },
  {
    ...{
      name: 'a failure of the server',
      faults: question(200, '{"error":"sorry","category":"server"}'),
      lost: true,
      gradients: 1,
    },
  },
  {
    name: 'a fault of the request',
    faults: question(200, '{"error":"no","category":"user"}'),
    lost: false,
    gradients: 1,
  },
];

function submission(status: number, body: string, when: Fault['when'] = 'before'): Fault[] {
  return [{ path: 'forward_backward', ...refused(status, body, when) }];
}

function question(status: number, body: string): Fault[] {
  return [{ path: 'retrieve_future', ...refused(status, body) }];
}

describe.each(['safe', 'never'] as const)('with `repeat: %s`, whether an answer is lost', (repeat) => {
  const options = { wire: 'protobuf', repeat } as const;

  it.each(ENDINGS)('is told of $name', async ({ faults, lost, gradients }) => {
    const { server, model } = await train({}, options);
    server.faults.push(...faults);
    expect((await failureOf(model.forwardBackward(batchOf([1])))).answerLost).toBe(lost);
    expect(server.gradients.length).toBe(gradients);
    expect(server.faults).toEqual([]);
  });

  it('is told of a batch of which a part was taken, and which part was refused', async () => {
    const { server, model } = await train({ config: { fwdbwd_max_chunk_len: 2 } }, options);
    const error = await failureOf(model.forwardBackward(batchOf([1], [2], [3], [99], [5])));
    expect(error).toMatchObject({ answerLost: true, status: 422 });
    expect(error.message).toContain('data[1].model_input: no token 99 (of batch.data[2] to batch.data[3])');
    // Nothing comes after the part that was refused.
    expect(server.gradients).toEqual([1]);
    await model.optimStep();
    expect(server.steps).toEqual([3]);
  });

  it('is not where the first part of a batch is refused, and nothing else is sent', async () => {
    const { server, model } = await train({ config: { fwdbwd_max_chunk_len: 2 } }, options);
    const error = await failureOf(model.forwardBackward(batchOf([99], [2], [3])));
    expect(error).toMatchObject({ answerLost: false, status: 422 });
    expect(server.gradients).toEqual([]);
  });

  it('is told when the client is closed meanwhile', async () => {
    const { server, client, model } = await train({}, options);
    for (let i = 0; i < 1000; i++) server.faults.push(...question(408, ''));
    const failure = failureOf(model.forwardBackward(batchOf([1])));
    while (server.gradients.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    await client.close();
    expect((await failure).answerLost).toBe(true);
  });
});

it.each([409, 410])(
  'says that the answer is lost where the result is gone, and %i is the answer to the request when it is made again',
  async (status) => {
    const { server, model } = await train({}, { wire: 'protobuf' });
    const again = { path: 'forward_backward', from: 2, ...refused(status, 'used') };
    server.faults.push(...question(410, 'gone'), again);
    expect(await failureOf(model.forwardBackward(batchOf([1])))).toMatchObject({ answerLost: true, status });
    expect(server.gradients).toEqual([1]);
  },
);

describe('a session that the server does not know any more', () => {
  it('is opened anew when something is made, once for all, and counts from the start', async () => {
    const heard: string[] = [];
    const { server, client } = await connect({}, { onMessage: (text) => heard.push(text) });
    await client.createModel({ baseModel: 'small' });
    server.forgetSessions();
    await Promise.all([client.createModel({ baseModel: 'small' }), client.createSampler({ baseModel: 'small' })]);
    expect(client.sessionId).toBe('s2');
    expect(heard.filter((text) => text.includes('has lost session s1'))).toHaveLength(1);
    const made = server.bodies
      .filter(({ path }) => path === 'create_model' || path === 'create_sampling_session')
      .map(({ body }) => JSON.parse(body.toString()) as { session_id: string; model_seq_id?: number })
      .filter(({ session_id }) => session_id === 's2');
    expect(made.length).toBe(2);
    expect(made.map(({ model_seq_id }) => model_seq_id).filter((id) => id !== undefined)).toEqual([0]);
    expect(server.asked.filter((path) => path === 'create_session').length).toBe(2);
    await client.close();
    expect(server.asked).toContain('sessions/s2/finish');
  });

  it('is not what a refusal is taken for: the session is known, or the server has no heartbeats', async () => {
    for (const noHeartbeats of [false, true]) {
      const { server, client } = await connect({ noHeartbeats });
      server.faults.push({ path: 'create_model', ...refused(404, '{"detail":"no such model"}') });
      expect((await failureOf(client.createModel({ baseModel: 'none' }))).message).toContain('no such model');
      expect(client.sessionId).toBe('s1');
      expect(count(server, 'create_model')).toBe(1);
      expect(server.asked.includes('sessions/s2/finish')).toBe(noHeartbeats);
    }
  });
});

describe('the rest of a Tinker client', () => {
  it('saves, loads, samples, lists, deletes and unloads', async () => {
    const { server, client, model } = await train();
    expect(await model.saveState('a', { overwrite: true })).toBe('tinker://m1/weights/a');
    await model.loadState('tinker://m1/weights/a', { optimizer: false });
    expect(await model.saveForSampler('a')).toBe('tinker://m1/sampler_weights/a');
    expect(await model.info()).toEqual({ id: 'm1', baseModel: 'small', tokenizer: undefined, loraRank: 4 });
    expect(await client.checkpoints.list('m1')).toEqual([
      { path: 'tinker://m1/weights/a', kind: 'training', time: '2026-01-01T00:00:00Z', bytes: undefined },
    ]);
    expect(await client.checkpoints.info('tinker://m1/weights/a')).toEqual({
      baseModel: 'small',
      isLora: true,
      loraRank: 4,
    });
    await client.checkpoints.delete('tinker://m1/weights/a');
    await expect(client.checkpoints.delete('m1/weights')).rejects.toThrow('path: expected tinker://MODEL/weights/NAME');
    await model.unload();
    const bodies = server.bodies.map(({ path, body }) => [path, body.toString()] as const);
    expect(bodies).toContainEqual(['save_weights', '{"model_id":"m1","seq_id":1,"path":"a","overwrite":true}']);
    expect(bodies).toContainEqual([
      'load_weights',
      '{"model_id":"m1","seq_id":2,"path":"tinker://m1/weights/a","optimizer":false}',
    ]);
    expect(server.asked).toContain('training_runs/m1/checkpoints/weights/a');
  });

  it('samples from the weights as they are now, and from those saved', async () => {
    const { server, client, model } = await train();
    const now = await model.createSampler();
    const saved = await client.createSampler({ path: 'tinker://m1/sampler_weights/a' });
    expect([now.id, saved.id]).toEqual(['ss1', 'ss2']);
    const prompt = { prompt: Int32Array.of(1), sampling: { maxTokens: 4 } };
    const results = await Promise.all([now.sample(prompt), now.sample(prompt)]);
    expect(results[0].sequences[0]).toMatchObject({ tokens: Int32Array.of(1, 2), stopReason: 'stop' });
    const ids = server.bodies
      .filter(({ path }) => path === 'asample')
      .map(({ body }) => (JSON.parse(body.toString()) as { seq_id: number }).seq_id);
    expect(ids).toEqual([0, 1]);
    expect(server.bodies.map(({ body }) => body.toString())).toContain(
      '{"model_id":"m1","seq_id":1,"sampling_session_seq_id":0}',
    );
  });

  it.each([
    ['no sequences', { data: [], loss: 'ppo' }, 'batch.data: expected at least one sequence, got none'],
    [
      'ragged lengths',
      batchWith({ dtype: 'float32', data: new Float32Array(3) }),
      'batch.data[0].lossInputs.weights: expected length 2 (tokens), got 3',
    ],
    [
      'another type',
      batchWith({ dtype: 'int64', data: new Float32Array(2) as never }),
      'batch.data[0].lossInputs.weights.data: expected Int32Array for int64',
    ],
    [
      'a dtype that there is not',
      batchWith({ dtype: 'float64' as never, data: new Float32Array(2) }),
      'dtype: expected one of "float32", "int64", got float64',
    ],
    [
      'a negative token',
      { data: [{ tokens: Int32Array.of(1, -1), lossInputs: {} }], loss: 'ppo' },
      "batch.data[0].tokens[1]: expected a token's id, got -1",
    ],
  ])('refuses %s before any work', async (_, batch, message) => {
    const { server, model } = await train();
    await expect(model.forwardBackward(batch)).rejects.toThrow(message);
    expect(server.gradients).toEqual([]);
  });

  it('stops waiting when aborted, and later requests keep their order', async () => {
    const { server, model } = await train();
    for (let i = 0; i < 1000; i++) server.faults.push({ path: 'retrieve_future', ...refused(408) });
    const controller = new AbortController();
    const waiting = model.forwardBackward(batchOf([1]), { signal: controller.signal });
    while (server.gradients.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    server.faults.length = 0;
    await model.optimStep();
    expect([server.gradients, server.steps]).toEqual([[1], [2]]);
    await expect(model.optimStep({}, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    expect(server.steps).toEqual([2]);
  });

  it('ends what is under way when it is closed, and leaves no connection and no timer', async () => {
    const { server, client, model } = await train();
    for (let i = 0; i < 1000; i++) server.faults.push({ path: 'retrieve_future', ...refused(408) });
    const waiting = model.optimStep();
    while (server.steps.length === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const ended = expect(waiting).rejects.toThrow('the client was closed');
    await client.close();
    await client.close();
    await ended;
    await expect(client.capabilities()).rejects.toThrow('the client was closed');
    expect(count(server, 'sessions/s1/finish')).toBe(1);
    while (server.connections() > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  });

  it('says at once that a server is not there; one that was there is waited for', async () => {
    const { server, client } = await connect();
    const other = await startScriptedServer();
    await other.close();
    // With waits of minutes between tries.
    const error = await failureOf(createTinkerClient({ baseUrl: other.url }));
    expect(error.message).toContain('ECONNREFUSED');
    expect(error.answerLost).toBe(false);
    await server.close();
    await expect(client.capabilities()).rejects.toThrow('ECONNREFUSED');
  });

  it('takes no id for a request that is aborted before its bytes go out', async () => {
    const { server, model } = await train();
    const controller = new AbortController();
    const aborted = model.forwardBackward(batchOf([1]), { signal: controller.signal });
    const [waiting, next] = [model.optimStep({}, { signal: controller.signal }), model.forwardBackward(batchOf([2]))];
    controller.abort(new Error('not now'));
    await expect(aborted).rejects.toThrow('not now');
    await expect(waiting).rejects.toThrow('not now');
    await next;
    await model.optimStep();
    expect([server.gradients, server.steps]).toEqual([[1], [2]]);
  });

  it('takes no id for a request that is only ever asked to come again, and given up', async () => {
    const { server, model } = await train({}, { wire: 'protobuf' });
    for (let i = 0; i < 5; i++) server.faults.push({ path: 'forward_backward', ...refused(429) });
    expect(await failureOf(model.forwardBackward(batchOf([1])))).toMatchObject({ status: 429, answerLost: false });
    await model.forwardBackward(batchOf([2]));
    await model.optimStep();
    expect([server.gradients, server.steps]).toEqual([[1], [2]]);
  });

  it('takes no id for a request that is asked to come again, and aborted meanwhile', async () => {
    const retry = { retries: 4, delayMs: 60_000, maxDelayMs: 60_000 };
    const { server, client, model } = await train({}, { retry });
    server.faults.push({ path: 'forward_backward', ...refused(429) });
    const controller = new AbortController();
    const ended = expect(model.forwardBackward(batchOf([1]), { signal: controller.signal })).rejects.toThrow('not now');
    const next = model.forwardBackward(batchOf([2]));
    while (count(server, 'forward_backward') === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    // What the server says after the refusal is heard after it.
    await client.capabilities();
    await client.capabilities();
    controller.abort(new Error('not now'));
    await ended;
    await next;
    expect(server.gradients).toEqual([1]);
  });

  it('keeps the id of a request that the server may know, whatever it is told after', async () => {
    const { server, model } = await train({}, { wire: 'protobuf' });
    server.faults.push({ path: 'forward_backward', when: 'after', how: 'reset' });
    for (let i = 0; i < 4; i++) server.faults.push({ path: 'forward_backward', ...refused(429) });
    expect((await failureOf(model.forwardBackward(batchOf([1])))).answerLost).toBe(true);
    await model.forwardBackward(batchOf([2]));
    expect(server.gradients).toEqual([1, 2]);
  });

  it('gives up an answer that is larger than it may be, and does not ask for it again', async () => {
    const { server, client } = await connect({}, { maxAnswerBytes: 10_000 });
    const how = { status: 200, body: 'x'.repeat(1_000_000) };
    server.faults.push({ path: 'get_server_capabilities', when: 'before', how });
    const error = await failureOf(client.capabilities());
    expect(error).toMatchObject({ retryable: false, status: undefined });
    expect(error.message).toContain('an answer of more than 10000 bytes');
    expect(count(server, 'get_server_capabilities')).toBe(1);
    const model = await client.createModel({ baseModel: 'small', lora: { rank: 4 } });
    const before = count(server, 'retrieve_future');
    server.faults.push({ path: 'retrieve_future', when: 'before', how });
    expect(await failureOf(model.optimStep())).toMatchObject({ retryable: false, answerLost: true });
    expect(count(server, 'retrieve_future')).toBe(before + 1);
  });

  it.each([
    [{ baseUrl: 'ftp://there' }, 'options.baseUrl: expected an http or https URL'],
    [{ baseUrl: 'http://there', auth: 'basic' }, 'options.auth: expected one of "x-api-key", "bearer"'],
    [{ baseUrl: 'http://there', retires: {} }, 'options: unknown option "retires"'],
    [{ baseUrl: 'http://there', apiKey: 'tml-x\n' }, 'options.apiKey: expected what fits a header, got a line feed'],
    [
      { baseUrl: 'http://there', headers: { 'x-team': 'a\r\nb' } },
      'options.headers.x-team: expected what fits a header',
    ],
  ])('refuses the options %j', async (options, message) => {
    await expect(createTinkerClient(options as TinkerClientOptions)).rejects.toThrow(message);
  });
});

function batchWith(weights: TinkerBatch['data'][number]['lossInputs'][string]): TinkerBatch {
  return { data: [{ tokens: Int32Array.of(1, 2), lossInputs: { weights } }], loss: 'ppo' };
}
