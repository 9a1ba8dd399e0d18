import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeForwardRequest, PROTOBUF_TYPE } from '../../../../../src/tinker/wire/index.js';
import { datum, gradientBody, startServed, stepBody } from '../served.js';

type Served = Awaited<ReturnType<typeof startServed>>;

describe('requests of a Tinker server', () => {
  let served: Served;
  beforeAll(async () => {
    served = await startServed({ longPollMs: 200 });
  });
  afterAll(async () => {
    await served.close();
    served.remove();
  });
  const DATA = [datum([1, 2, 3, 4])];
  const JSON_TYPE = { 'content-type': 'application/json' };
  const logprobsOf = (body: Record<string, unknown>) =>
    (body['loss_fn_outputs'] as { logprobs: { data: number[] } }[])[0]!.logprobs.data;

  it('does the same request under the same id once, and gives the same future', async () => {
    const { model_id } = await served.model();
    const first = await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    const again = await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    expect(again.body).toEqual(first.body);
    const once = (await served.result('optim_step', stepBody(model_id, 2)))['metrics'] as Record<string, number>;
    const alone = await served.model();
    await served.post('forward_backward', gradientBody(alone.model_id, 1, DATA));
    const single = (await served.result('optim_step', stepBody(alone.model_id, 2)))['metrics'] as Record<
      string,
      number
    >;
    expect(once['grad_norm']).toBeCloseTo(single['grad_norm']!, 6);
    expect((await served.post('optim_step', stepBody(model_id, 2))).status).toBe(200);
    expect((await served.result('optim_step', stepBody(model_id, 2)))['metrics']).toEqual(once);
  });

  it('refuses another request under the same id', async () => {
    const { model_id } = await served.model();
    await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    const other = await served.post('forward_backward', gradientBody(model_id, 1, [datum([1, 2, 3, 5])]));
    expect(other).toEqual({
      status: 409,
      body: { detail: 'seq_id: expected a new one for another request, got 1 again' },
    });
    expect((await served.post('optim_step', stepBody(model_id, 1))).status).toBe(409);
  });

  it('does requests in the order of their ids, whatever the order in which they come', async () => {
    const { model_id } = await served.model();
    const last = await served.post('forward_backward', gradientBody(model_id, 4, DATA));
    const step = await served.post('optim_step', stepBody(model_id, 3));
    const second = await served.post('forward_backward', gradientBody(model_id, 2, DATA));
    const first = await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    const [before, same, , after] = await Promise.all([first, second, step, last].map(served.retrieve));
    expect(logprobsOf(same!)).toEqual(logprobsOf(before!));
    expect(logprobsOf(after!)).not.toEqual(logprobsOf(before!));
  });

  it('refuses a request whose predecessor does not come, and does nothing of it', async () => {
    const hasty = await startServed({ sequenceWaitMs: 50 });
    try {
      const { model_id } = await hasty.model();
      expect(await hasty.result('forward_backward', gradientBody(model_id, 2, DATA))).toEqual({
        error:
          'seq_id: expected request 1 before 2, and it did not arrive; nothing was done, and later requests do not wait for it',
        category: 'user',
      });
      const now = await hasty.result('forward_backward', gradientBody(model_id, 3, DATA));
      expect(logprobsOf(now)).toHaveLength(3);
    } finally {
      await hasty.close();
      hasty.remove();
    }
  });

  it('goes on after requests that were refused as they came, whatever was wrong with them', async () => {
    const { model_id } = await served.model();
    const refused = [
      await served.post('save_weights', { model_id, seq_id: 1, path: 'a/b' }),
      await served.post('optim_step', { ...stepBody(model_id, 2), adam_params: { learning_rate: null } }),
      await served.post('forward_backward', { model_id, seq_id: 3, forward_backward_input: 'none' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400]);
    const raw = async (body: string) =>
      (await served.send('POST', 'forward_backward', undefined, { body, headers: JSON_TYPE })).status;
    const place = (seq_id: number) => `{"tags": ["seq_id"], "model_id": "${model_id}", "seq_id" : ${seq_id}, `;
    expect(await raw(`${place(4)}"data": ${'['.repeat(70)}`)).toBe(422);
    expect(await raw(`${place(5)}"data": [}`)).toBe(422);
    expect(await raw(`${place(6)}"data": [${'{},'.repeat(1_100_000)}{}]}`)).toBe(413);
    const next = await served.result('forward_backward', gradientBody(model_id, 7, DATA));
    expect(logprobsOf(next)).toHaveLength(3);
  });

  it('goes on after a request whose body was too large to be read', async () => {
    const small = await startServed({ maxBodyBytes: 200_000 });
    try {
      const { model_id } = await small.model();
      const bytes = (sequenceId: number, tokens: number) => {
        const target_tokens = { dtype: 'int64', data: new Int32Array(tokens) } as const;
        const data = [{ tokens: new Int32Array(tokens), lossInputs: { target_tokens } }];
        const loss = 'cross_entropy';
        return encodeForwardRequest({ modelId: model_id, sequenceId, data, loss, forwardOnly: false });
      };
      const place = (seq_id: number) => `{"model_id": "${model_id}", "seq_id": ${seq_id}, "more": `;
      const refused = [
        { body: new Uint8Array(bytes(1, 1_000_000)), headers: { 'content-type': PROTOBUF_TYPE } },
        { body: `${place(2)}"${'x'.repeat(5_000_000)}"}`, headers: JSON_TYPE },
      ];
      for (const more of refused)
        expect((await small.send('POST', 'forward_backward', undefined, more)).status).toBe(413);
      const next = await small.result('forward_backward', gradientBody(model_id, 3, DATA));
      expect(logprobsOf(next)).toHaveLength(3);
    } finally {
      await small.close();
      small.remove();
    }
  });

  it('refuses an id that cannot have its turn, and waits for nothing before it', async () => {
    const { model_id } = await served.model();
    const far = await served.post('optim_step', stepBody(model_id, Number.MAX_SAFE_INTEGER));
    expect(far).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('seq_id: expected at most 16385 (request 1 is the next)') as string },
    });
    const first = await served.result('forward_backward', gradientBody(model_id, 1, DATA));
    expect(logprobsOf(first)).toHaveLength(3);
  });

  it('does requests without ids in the order in which they come', async () => {
    const { model_id } = await served.model();
    await served.post('forward_backward', gradientBody(model_id, null, DATA));
    const step = await served.result('optim_step', stepBody(model_id, null));
    expect(step['metrics']).toMatchObject({ step: 1 });
  });

  it('does a request without an id after those that wait for an earlier one: what is unloaded was done before', async () => {
    const { model_id } = await served.model();
    const held = await served.post('optim_step', stepBody(model_id, 2));
    const unload = await served.post('unload_model', { model_id });
    const first = await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    expect(await served.retrieve(unload)).toEqual({ type: 'unload_model', model_id });
    expect((await served.retrieve(held))['metrics']).toMatchObject({ step: 1 });
    expect(logprobsOf(await served.retrieve(first))).toHaveLength(3);
  });

  it('says to ask again while a result is not there, and gives it as often as it is asked for', async () => {
    const { model_id } = await served.model();
    const early = await served.post('optim_step', stepBody(model_id, 2));
    const { request_id } = early.body;
    expect((await served.post('retrieve_future', { request_id })).body).toEqual({
      type: 'try_again',
      request_id,
      queue_state: 'active',
    });
    const gone = new AbortController();
    const waiting = fetch(`${served.server.url}/api/v1/retrieve_future`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, signal: gone.signal },
      body: JSON.stringify({ request_id }),
    });
    gone.abort();
    await expect(waiting).rejects.toThrow();
    await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    const result = await served.retrieve(early);
    expect(result['metrics']).toMatchObject({ step: 1, learning_rate: 0.01 });
    expect(await served.retrieve(early)).toEqual(result);
  });

  it('makes a model once for a number of a session', async () => {
    const session_id = await served.session();
    const body = { session_id, model_seq_id: 3, base_model: 'small', lora_config: { rank: 2 } };
    const made = await served.post('create_model', body);
    expect(made.body['model_id']).toBe(`${session_id}:train:3`);
    expect((await served.post('create_model', body)).body).toEqual(made.body);
    expect((await served.post('create_model', { ...body, lora_config: { rank: 4 } })).status).toBe(409);
    const again = await served.send('GET', `sessions/${session_id}`);
    expect(again.body['training_run_ids']).toEqual([`${session_id}:train:3`]);
  });

  it('says 410 for a result that has expired, and for one of an earlier server', async () => {
    const brief = await startServed({ maxFutures: 1 });
    try {
      const session_id = await brief.session();
      const make = (model_seq_id: number) =>
        brief.post('create_model', { session_id, model_seq_id, base_model: 'small', lora_config: { rank: 2 } });
      const first = await make(0);
      await brief.retrieve(first);
      await brief.retrieve(await make(1));
      expect(
        (await brief.post('retrieve_future', first.body['model_id'] && { request_id: first.body['request_id'] }))
          .status,
      ).toBe(410);
      expect((await brief.post('retrieve_future', { request_id: 'deadbeef-0' })).status).toBe(410);
      const [prefix] = (first.body['request_id'] as string).split('-');
      expect((await brief.post('retrieve_future', { request_id: `${prefix}-99` })).status).toBe(404);
    } finally {
      await brief.close();
      brief.remove();
    }
  });

  it('gives a model up when it is unloaded, and its session when it is finished', async () => {
    const { session_id, model_id } = await served.model();
    expect(await served.result('unload_model', { model_id })).toEqual({ type: 'unload_model', model_id });
    expect((await served.post('get_info', { model_id })).status).toBe(404);
    expect((await served.post(`sessions/${session_id}/finish`, { reason: { type: 'ok' }, detail: null })).status).toBe(
      204,
    );
    expect((await served.post('session_heartbeat', { session_id })).status).toBe(404);
  });

  it('clips nothing at a norm of 0, and takes the numbers of Adam as they are', async () => {
    const { model_id } = await served.model();
    await served.post('forward_backward', gradientBody(model_id, 1, DATA));
    const before = logprobsOf(await served.result('forward_backward', gradientBody(model_id, 2, DATA)));
    const far = { learning_rate: 0, weight_decay: 0, grad_clip_norm: 0, beta1: 0, beta2: 0.5, eps: 1 };
    const { metrics } = await served.result('optim_step', stepBody(model_id, 3, far));
    expect((metrics as Record<string, number>)['grad_norm']).toBeGreaterThan(1);
    expect(logprobsOf(await served.result('forward_backward', gradientBody(model_id, 4, DATA)))).toEqual(before);
  });
});
