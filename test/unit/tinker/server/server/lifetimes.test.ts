import { afterEach, describe, expect, it } from 'vitest';
import { datum, gradientBody, startServed, stepBody } from '../served.js';

type Served = Awaited<ReturnType<typeof startServed>>;
const DATA = [datum([1, 2, 3, 4])];

describe('what a Tinker server gives up', () => {
  const ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  async function served(...options: Parameters<typeof startServed>): Promise<Served> {
    const made = await startServed(...options);
    ends.push(async () => {
      await made.close();
      made.remove();
    });
    return made;
  }

  it('are sessions of which nothing is heard, with their models and samplers, and no others', async () => {
    const told: string[] = [];
    const log = ({ message }: { message: string }) => told.push(message);
    const { model, post, session, send, result } = await served({ sessionTtlMs: 1500 }, { log });
    const gone = await model();
    const { path } = await result('save_weights_for_sampler', { model_id: gone.model_id, seq_id: 1, path: 'kept' });
    const sampler = { session_id: gone.session_id, sampling_session_seq_id: 0, model_path: path };
    const { sampling_session_id } = (await post('create_sampling_session', sampler)).body;
    const there = await session();
    await expect
      .poll(
        async () => {
          expect((await post('session_heartbeat', { session_id: there })).status).toBe(200);
          return told.join();
        },
        { timeout: 60_000, interval: 200 },
      )
      .toBe(`session ${gone.session_id} ended: no heartbeat`);
    const statuses = [
      await post('session_heartbeat', { session_id: gone.session_id }),
      await post('get_info', { model_id: gone.model_id }),
      await post('forward_backward', gradientBody(gone.model_id, 2, DATA)),
      await post('asample', {
        ...{ sampling_session_id, seq_id: 0, num_samples: 1, sampling_params: { max_tokens: 1 } },
        prompt: { chunks: [{ tokens: [1] }] },
      }),
      await send('GET', `samplers/${String(sampling_session_id)}`),
      await post('create_model', { session_id: gone.session_id, model_seq_id: 1, base_model: 'small' }),
    ];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    // What was saved stays, for whoever comes next.
    const again = await post('create_sampling_session', { ...sampler, session_id: there });
    expect(again.status).toBe(200);
  });

  it('is a model that is unloaded, and the request again is answered as it was', async () => {
    const { model, post, retrieve } = await served();
    const { model_id } = await model();
    const [first, meanwhile] = await Promise.all([
      post('unload_model', { model_id }),
      post('unload_model', { model_id }),
    ]);
    expect(meanwhile).toEqual(first);
    expect(await retrieve(first)).toEqual({ type: 'unload_model', model_id });
    const later = await post('unload_model', { model_id });
    expect(later).toEqual(first);
    expect(await retrieve(later)).toEqual({ type: 'unload_model', model_id });
    expect((await post('unload_model', { model_id: 'nobody' })).status).toBe(404);
  });

  it('answers every request that changes something as it did, when it is sent again under its id', async () => {
    const { model, post, session, retrieve } = await served();
    const { session_id, model_id } = await model();
    await post('forward_backward', gradientBody(model_id, 1, DATA));
    const requests: readonly (readonly [string, object])[] = [
      ['forward_backward', gradientBody(model_id, 1, DATA)],
      ['optim_step', stepBody(model_id, 2)],
      ['save_weights', { model_id, seq_id: 3, path: 'state' }],
      ['save_weights', { model_id, seq_id: 4 }],
      ['save_weights_for_sampler', { model_id, seq_id: 5, path: 'sampler' }],
      ['save_weights_for_sampler', { model_id, seq_id: 6, sampling_session_seq_id: 7 }],
      ['load_weights', { model_id, seq_id: 7, path: `tinker://${model_id}/weights/state`, optimizer: true }],
      ['create_model', { session_id, model_seq_id: 5, base_model: 'small', lora_config: { rank: 1 } }],
      ['load_weights', { session_id, model_seq_id: 6, path: `tinker://${model_id}/weights/state`, optimizer: true }],
      [
        'asample',
        {
          ...{ sampling_session_id: `${session_id}:sample:7`, seq_id: 1, num_samples: 2 },
          ...{ sampling_params: { max_tokens: 3 }, prompt: { chunks: [{ tokens: [1] }] } },
        },
      ],
      ['unload_model', { model_id }],
    ];
    for (const [path, body] of requests) {
      const first = await post(path, body);
      const outcome = await retrieve(first);
      expect([path, outcome['error']]).toEqual([path, undefined]);
      const again = await post(path, body);
      expect([path, again]).toEqual([path, first]);
      expect([path, await retrieve(again)]).toEqual([path, outcome]);
    }
    const sampler = { session_id, sampling_session_seq_id: 9, base_model: 'small' };
    const made = await post('create_sampling_session', sampler);
    expect(await post('create_sampling_session', sampler)).toEqual(made);
    const other = await session();
    const finish = () => post(`sessions/${other}/finish`, { reason: 'closed' });
    expect([(await finish()).status, (await finish()).status]).toEqual([204, 204]);
  });
});
