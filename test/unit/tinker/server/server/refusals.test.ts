import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTinkerServer } from '../../../../../src/tinker/index.js';
import { datum, floats, gradientBody, ints, smallFactory, startServed } from '../served.js';

describe('what a Tinker server refuses', () => {
  let served: Awaited<ReturnType<typeof startServed>>;
  let model_id: string;
  let sequence = 0;
  beforeAll(async () => {
    served = await startServed({ maxBodyBytes: 200_000, maxDatums: 4, maxTokens: 100 });
    ({ model_id } = await served.model());
  });
  afterAll(async () => {
    await served.close();
    served.remove();
  });
  const gradient = (data: readonly object[], loss_fn?: string) =>
    served.result('forward_backward', gradientBody(model_id, ++sequence, data, loss_fn));
  const RL = { logprobs: floats(-1, -1, -1), advantages: floats(1, 1, 1) };

  it.each([
    ['an unknown loss', [datum([1, 2, 3, 4])], 'dppo', 'loss_fn: expected one of cross_entropy'],
    [
      'a wrong dtype',
      [datum([1, 2, 3, 4], { weights: ints(1, 1, 1) })],
      undefined,
      'data[0].loss_fn_inputs.weights: expected dtype float32, got int64',
    ],
    [
      'ragged lengths',
      [datum([1, 2, 3, 4]), datum([1, 2, 3, 4], { weights: floats(1, 1) })],
      undefined,
      "data[1].loss_fn_inputs.weights: expected shape [3] (the tokens'), got [2]",
    ],
    [
      'a matrix of targets',
      [datum([1, 2, 3, 4], { target_tokens: { ...ints(1, 2, 3), shape: [3, 1] } })],
      undefined,
      'expected shape [3]',
    ],
    [
      'a target outside the vocabulary',
      [datum([1, 2, 3, 32])],
      undefined,
      'data[0].loss_fn_inputs.target_tokens[2]: expected an id below 32 (the vocabulary), got 32',
    ],
    [
      'a token outside the vocabulary',
      [datum([99, 2, 3, 4])],
      undefined,
      'data[0].model_input[0]: expected an id below 32 (the vocabulary), got 99',
    ],
    ['a negative token', [datum([-1, 2, 3, 4])], undefined, 'data[0].model_input[0]: expected an id below 32'],
    [
      'an input that is missing',
      [datum([1, 2, 3, 4])],
      'ppo',
      'data[0].loss_fn_inputs.logprobs: expected a tensor, got none',
    ],
    [
      'an input that the loss does not take',
      [datum([1, 2, 3, 4], RL)],
      undefined,
      'data[0].loss_fn_inputs: expected target_tokens, weights, got "logprobs"',
    ],
    [
      'more tokens than the model reads',
      [datum(Array.from({ length: 65 }, () => 1))],
      undefined,
      'data[0].model_input: expected 1 to 63 tokens, got 64',
    ],
    [
      'more datums than it takes',
      Array.from({ length: 5 }, () => datum([1, 2])),
      undefined,
      'data: expected 1 to 4 datums, got 5',
    ],
    [
      'more tokens than it takes',
      Array.from({ length: 3 }, () => datum(Array.from({ length: 40 }, () => 1))),
      undefined,
      'data: expected at most 100 tokens in one request, got 117',
    ],
    ['no data', [], undefined, 'data: expected 1 to 4 datums, got 0'],
  ])('fails a request of %s as the user’s, and goes on', async (_what, data, loss, message) => {
    const answer = await gradient(data, loss);
    expect(answer).toMatchObject({ category: 'user', error: expect.stringContaining(message) as string });
    const next = await gradient([datum([1, 2, 3, 4])]);
    expect(next['loss_fn_outputs']).toEqual([{ logprobs: expect.objectContaining({ shape: [3] }) as object }]);
  });

  it('fails settings that the loss does not have', async () => {
    const body = gradientBody(model_id, ++sequence, [datum([1, 2, 3, 4], RL)], 'ppo');
    const input = { ...body.forward_backward_input, loss_fn_config: { beta: 0.1 } };
    const answer = await served.result('forward_backward', { ...body, forward_backward_input: input });
    expect(answer['error']).toBe('loss_fn_config.beta: expected none of that name for ppo, got 0.1');
  });

  it('fails a step that leaves a model without finite logprobs, and what is asked of that model', async () => {
    const { model_id: broken } = await served.model();
    await served.post('forward_backward', gradientBody(broken, 1, [datum([1, 2, 3, 4])]));
    const far = { learning_rate: 1e30 };
    expect(await served.result('optim_step', { model_id: broken, seq_id: 2, adam_params: far })).toMatchObject({
      category: 'user',
      error: expect.stringContaining('optim_step: learning rate 1e+30') as string,
    });
    expect(await served.result('optim_step', { model_id: broken, seq_id: 2, adam_params: far })).toMatchObject({
      category: 'user',
    });
    const forward = { data: [datum([1, 2, 3, 4])], loss_fn: 'cross_entropy' };
    const refused = { category: 'user', error: expect.stringContaining('load a checkpoint') as string };
    expect(await served.result('forward', { model_id: broken, seq_id: 3, forward_input: forward })).toMatchObject(
      refused,
    );
    // Whoever goes on from the newest checkpoint must not go on from this.
    expect(await served.result('save_weights', { model_id: broken, seq_id: 4, path: 'nan' })).toMatchObject(refused);
    const session = { model_id: broken, seq_id: 5, sampling_session_seq_id: 1 };
    expect(await served.result('save_weights_for_sampler', session)).toMatchObject(refused);
    const { model_id: whole } = await served.model();
    const saved = await served.result('save_weights', { model_id: whole, seq_id: 1, path: 'whole' });
    const loaded = { model_id: broken, seq_id: 6, path: saved['path'], optimizer: true };
    expect(await served.result('load_weights', loaded)).toMatchObject({ type: 'load_weights' });
    expect(await served.result('forward', { model_id: broken, seq_id: 7, forward_input: forward })).toHaveProperty(
      'loss_fn_outputs',
    );
  });

  it('fails a step of a gradient that Adam cannot square, unless it is scaled down', async () => {
    const weights = { data: [1e30, 1e30, 1e30], dtype: 'float32' };
    const stepped = async (adam_params: object) => {
      const { model_id: large } = await served.model();
      await served.post('forward_backward', gradientBody(large, 1, [datum([1, 2, 3, 4], { weights })]));
      return served.result('optim_step', { model_id: large, seq_id: 2, adam_params });
    };
    expect(await stepped({})).toMatchObject({
      category: 'user',
      error: expect.stringContaining('gradient norm') as string,
    });
    expect(await stepped({ grad_clip_norm: 1 })).toMatchObject({ metrics: { step: 1 } });
  });

  it.each([
    { learning_rate: -1 },
    { beta1: 1 },
    { beta2: -0.1 },
    { eps: 0 },
    { weight_decay: -1 },
    { grad_clip_norm: -1 },
  ])('fails a step of numbers that are none of Adam: %j', async (adam_params) => {
    const { model_id: whole } = await served.model();
    await served.post('forward_backward', gradientBody(whole, 1, [datum([1, 2, 3, 4])]));
    expect(await served.result('optim_step', { model_id: whole, seq_id: 2, adam_params })).toMatchObject({
      category: 'user',
    });
    expect(await served.result('optim_step', { model_id: whole, seq_id: 3, adam_params: {} })).toMatchObject({
      metrics: { step: 1 },
    });
  });

  it.each([0, -1, 513, 100_000])('refuses an adapter of rank %d before anything is made of it', async (rank) => {
    const session_id = await served.session();
    const lora_config = { rank };
    const made = await served.post('create_model', { session_id, model_seq_id: 0, base_model: 'small', lora_config });
    expect(made).toEqual({ status: 400, body: { detail: `lora_config.rank: expected 1 to 512, got ${rank}` } });
  });

  it('refuses metadata that are too long to be kept', async () => {
    const session_id = await served.session();
    const user_metadata = { text: 'x'.repeat(20_000) };
    const made = await served.post('create_model', { session_id, model_seq_id: 0, base_model: 'small', user_metadata });
    expect(made).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('user_metadata: expected at most 16384') as string },
    });
  });

  it('refuses a body of a million bad items with the first of them', async () => {
    const large = await startServed();
    try {
      const { model_id: its } = await large.model();
      const data = Array(200_000).fill({}) as object[];
      const many = await large.post('forward_backward', gradientBody(its, 1, data.slice(0, 60_000)));
      expect(many).toMatchObject({ status: 400, body: { detail: expect.stringContaining('data[0]') as string } });
      expect((await large.post('forward_backward', gradientBody(its, 2, data))).status).toBe(400);
      const values = await large.post('forward_backward', gradientBody(its, 3, Array(1_100_000).fill({}) as object[]));
      expect(values.status).toBe(413);
    } finally {
      await large.close();
      large.remove();
    }
  });

  it('fails a step without a gradient, and names that are no checkpoints', async () => {
    const { model_id: fresh } = await served.model();
    expect(await served.result('optim_step', { model_id: fresh, seq_id: 1, adam_params: {} })).toMatchObject({
      category: 'user',
    });
    expect((await served.post('save_weights', { model_id: fresh, seq_id: 2, path: '../out' })).status).toBe(400);
    const load = { model_id: fresh, seq_id: 3, path: 'tinker://nobody:train:0/weights/x', optimizer: true };
    expect(await served.result('load_weights', load)).toMatchObject({
      category: 'user',
      error: expect.stringContaining('no such checkpoint') as string,
    });
  });

  const raw = (path: string, body: NonNullable<RequestInit['body']>, headers: Record<string, string>) =>
    served.send('POST', path, undefined, { body, headers });

  it.each([
    [
      'bytes that are no protobuf',
      'forward_backward',
      new Uint8Array([255, 255, 255, 255, 255, 1]),
      'application/x-protobuf',
      400,
      "expected a field's number, got 8589934591",
    ],
    [
      'a length beyond its body',
      'forward_backward',
      new Uint8Array([0x0a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]),
      'application/x-protobuf',
      400,
      'expected a length of at most 1 bytes, got 4294967295',
    ],
    ['text that is no JSON', 'forward_backward', '{"model_id":', 'application/json', 422, 'JSON decode error'],
    [
      'JSON of another shape',
      'optim_step',
      '{"model_id": 3}',
      'application/json',
      400,
      'adam_params: expected object, got undefined',
    ],
    [
      'a type that a web page may send',
      'create_session',
      '{}',
      'text/plain',
      415,
      'expected content-type: application/json or application/x-protobuf',
    ],
    [
      'a body that is too large',
      'telemetry',
      'x'.repeat(300_000),
      'application/json',
      413,
      'the request body is larger than 200000 bytes',
    ],
  ])('answers %s with a status and a reason', async (_what, path, body, type, status, reason) => {
    const answer = await raw(path, body, { 'content-type': type });
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body['detail'])).toContain(reason);
    expect((await served.send('GET', 'healthz')).body).toEqual({ status: 'ok' });
  });

  it.each([
    // Node reads zstd from 22.15 on.
    ['zstd that is none', 'zstd', 'zstdDecompress' in zlib ? 400 : 415],
    ['an encoding that nobody reads', 'br', 415],
    ['gzip that is none', 'gzip', 400],
  ])('refuses %s', async (_what, encoding, status) => {
    const answer = await raw('telemetry', 'not compressed', {
      'content-type': 'application/json',
      'content-encoding': encoding,
    });
    expect(answer.status).toBe(status);
  });

  it('answers routes that there are not, and methods', async () => {
    expect((await served.send('GET', 'nothing')).status).toBe(404);
    expect((await served.send('GET', 'optim_step')).status).toBe(405);
    expect((await served.post('get_info', { model_id: 'nobody' })).status).toBe(404);
    expect(
      (await served.post('create_model', { session_id: 'nobody', model_seq_id: 0, base_model: 'small' })).status,
    ).toBe(404);
    const session_id = await served.session();
    const other = await served.post('create_model', { session_id, model_seq_id: 0, base_model: 'large' });
    expect(other).toEqual({ status: 400, body: { detail: 'base_model: expected "small", got "large"' } });
  });

  it('lets in who has the key, however it is sent, and tells others its health alone', async () => {
    const closed = await startServed({}, { apiKey: 'tml-secret' });
    try {
      const asked = async (headers: Record<string, string>) =>
        (await closed.send('GET', 'get_server_capabilities', undefined, { headers })).status;
      expect(await asked({})).toBe(401);
      expect(await asked({ 'x-api-key': 'tml-other' })).toBe(401);
      expect(await asked({ 'x-api-key': 'tml-secret' })).toBe(200);
      expect(await asked({ authorization: 'Bearer tml-secret' })).toBe(200);
      expect((await closed.send('GET', 'healthz')).status).toBe(200);
    } finally {
      await closed.close();
      closed.remove();
    }
  });

  it('listens beyond loopback with a key only, takes stop tokens of the vocabulary only, and is alone in its directory', async () => {
    const factory = await smallFactory();
    await expect(createTinkerServer({ factory, directory: served.directory, host: '0.0.0.0' })).rejects.toThrow(
      'options.apiKey: expected a key',
    );
    const models = { small: { vocabularySize: 32, stopTokens: [0, 32] } };
    await expect(createTinkerServer({ factory, directory: served.directory, models })).rejects.toThrow(
      'options.models.small.stopTokens: expected ids below vocabularySize',
    );
    await expect(createTinkerServer({ factory, directory: served.directory })).rejects.toThrow(
      'options.directory: expected a directory that no other server uses',
    );
  });
});
