import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { datum, gradientBody, startServed } from '../served.js';
import type { TinkerServerOptions } from '../../../../../src/tinker/index.js';

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A server of two users, and what each of them says. */
async function two(options: Pick<TinkerServerOptions, 'limits' | 'quota'> = {}) {
  const { limits, ...others } = options;
  const served = await startServed(limits, { apiKey: { ann: 'tml-ann', bob: 'tml-bob' }, ...others });
  ends.push(async () => {
    await served.close();
    served.remove();
  });
  const as = (user: string) => {
    const headers = { 'x-api-key': `tml-${user}`, 'content-type': 'application/json' };
    const get = (path: string) => served.send('GET', path, undefined, { headers });
    const send = (method: string, path: string, body: object) =>
      served.send(method, path, undefined, { headers, body: JSON.stringify(body) });
    const post = (path: string, body: object) => send('POST', path, body);
    const retrieve = async ({ body }: Awaited<ReturnType<typeof post>>) =>
      (await post('retrieve_future', { request_id: body['request_id'] })).body;
    const session = () => post('create_session', { tags: [], sdk_version: 'test' });
    const create = (session_id: unknown, model_seq_id: number) =>
      post('create_model', { session_id, model_seq_id, base_model: 'small', lora_config: { rank: 1 } });
    const model = async () => {
      const { session_id } = (await session()).body;
      const made = await create(session_id, 0);
      await retrieve(made);
      return { session_id: session_id as string, model_id: made.body['model_id'] as string };
    };
    const save = async (model_id: string, seq_id: number, path: string) =>
      retrieve(await post('save_weights', { model_id, seq_id, path }));
    return { get, send, post, retrieve, session, create, model, save };
  };
  return { directory: served.directory, ann: as('ann'), bob: as('bob'), eve: as('eve') };
}

describe('the users of a server', () => {
  it('have what is their own, and nothing of the others is there for them', async () => {
    const { directory, ann, bob, eve } = await two();
    const { session_id, model_id } = await ann.model();
    const { path } = await ann.save(model_id, 1, 'mine');
    const future = await ann.post('forward_backward', gradientBody(model_id, 2, [datum([1, 2, 3])]));
    const own = { session_id, sampling_session_seq_id: 0, base_model: 'small' };
    const { sampling_session_id } = (await ann.post('create_sampling_session', own)).body;
    const folder = model_id.replaceAll(':', '_');
    expect(existsSync(join(directory, 'users', 'ann', folder, 'run.json'))).toBe(true);

    const bobs = await bob.model();
    const sample = { prompt: { chunks: [{ tokens: [1] }] }, num_samples: 1, sampling_params: { max_tokens: 1 } };
    const load = { path, optimizer: false, seq_id: 1 };
    const asked = {
      heartbeat: await bob.post('session_heartbeat', { session_id }),
      session: await bob.get(`sessions/${session_id}`),
      model: await bob.post('get_info', { model_id }),
      gradient: await bob.post('forward_backward', gradientBody(model_id, 3, [datum([1, 2, 3])])),
      unload: await bob.post('unload_model', { model_id }),
      create: await bob.create(session_id, 1),
      future: await bob.post('retrieve_future', { request_id: future.body['request_id'] }),
      sampler: await bob.get(`samplers/${String(sampling_session_id)}`),
      sample: await bob.post('asample', { ...sample, sampling_session_id, seq_id: 1 }),
      'sample of a path': await bob.post('asample', { ...sample, model_path: path }),
      'sampler of a path': await bob.post('create_sampling_session', {
        ...{ session_id: bobs.session_id, sampling_session_seq_id: 0, model_path: path },
      }),
      load: await bob.post('load_weights', { ...load, session_id: bobs.session_id, model_seq_id: 1 }),
      info: await bob.post('weights_info', { tinker_path: path }),
      run: await bob.get(`training_runs/${model_id}`),
      checkpoints: await bob.get(`training_runs/${model_id}/checkpoints`),
      delete: await bob.send('DELETE', `training_runs/${model_id}/checkpoints/weights/mine`, {}),
      ttl: await bob.send('PUT', `training_runs/${model_id}/checkpoints/weights/mine/ttl`, { ttl_seconds: 1 }),
    };
    const statuses = Object.entries(asked).map(([name, { status }]) => [name, status === 410 ? 404 : status]);
    expect(statuses).toEqual(Object.keys(asked).map((name) => [name, 404]));
    const loaded = await bob.retrieve(await bob.post('load_weights', { ...load, model_id: bobs.model_id }));
    expect(loaded).toMatchObject({ category: 'user', error: expect.stringContaining('no such checkpoint') as string });
    const listed = await Promise.all(['sessions', 'training_runs', 'checkpoints'].map((path) => bob.get(path)));
    expect(listed.map(({ body }) => body)).toEqual([
      { sessions: [bobs.session_id] },
      expect.objectContaining({ training_runs: [expect.objectContaining({ training_run_id: bobs.model_id })] }),
      expect.objectContaining({ checkpoints: [] }),
    ]);
    // Nothing that was asked has changed what is ann's.
    expect(await ann.retrieve(future)).toHaveProperty('loss_fn_outputs');
    expect((await ann.get('checkpoints')).body['checkpoints']).toEqual([
      expect.objectContaining({ tinker_path: path, expires_at: null }),
    ]);
    expect((await eve.get('sessions')).status).toBe(401);
  });

  it('have so many sessions and models each, whatever the others have', async () => {
    const { ann, bob } = await two({ quota: { maxSessions: 2, maxModels: 2 } });
    const { session_id } = await ann.model();
    await ann.retrieve(await ann.create(session_id, 1));
    expect(await ann.create(session_id, 2)).toEqual({
      status: 400,
      body: { detail: '2 models are loaded, the maximum: unload one' },
    });
    await ann.session();
    expect(await ann.session()).toEqual({
      status: 429,
      body: { detail: '2 sessions of this key are open, the maximum: end one, or wait until one expires' },
    });
    await bob.model();
    expect((await bob.session()).status).toBe(200);
  });

  it('have so many bytes on the disk each: a checkpoint beyond them fails as the user’s, and nothing of it stays', async () => {
    const { ann, bob } = await two({ quota: { maxStoredBytes: 30_000 } });
    const [anns, bobs] = [await ann.model(), await bob.model()];
    let last: Record<string, unknown> = {};
    let saved = 0;
    for (let i = 1; i <= 30 && last['error'] === undefined; i++) {
      last = await ann.save(anns.model_id, i, `state-${i}`);
      if (last['error'] === undefined) saved++;
    }
    expect(last).toMatchObject({
      category: 'user',
      error: expect.stringContaining('quota: expected at most') as string,
    });
    expect(saved).toBeGreaterThan(0);
    expect((await ann.get('checkpoints?limit=100')).body['checkpoints']).toHaveLength(saved);
    expect(await bob.save(bobs.model_id, 1, 'state')).toHaveProperty('path');
    await ann.send('DELETE', `training_runs/${anns.model_id}/checkpoints/weights/state-1`, {});
    expect(await ann.save(anns.model_id, saved + 2, 'again')).toHaveProperty('path');
  });
});
