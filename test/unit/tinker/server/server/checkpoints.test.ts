import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { datum, gradientBody, startServed, stepBody } from '../served.js';

type Served = Awaited<ReturnType<typeof startServed>>;
const DATA = [datum([1, 2, 3, 4])];

/** A model that takes steps under ids of its own. */
async function trainee(served: Served, lora?: object | null) {
  const { session_id, model_id } = await served.model(lora);
  let sequence = 0;
  const lossOf = (answer: Record<string, unknown>) => (answer['metrics'] as Record<string, number>)['loss:sum']!;
  const ask = (path: string, more: object) => served.result(path, { model_id, seq_id: ++sequence, ...more });
  return {
    ...{ session_id, model_id, ask },
    step: async () => {
      const gradient = await served.post('forward_backward', gradientBody(model_id, ++sequence, DATA));
      const stepped = await served.result('optim_step', stepBody(model_id, ++sequence));
      expect(stepped['metrics']).toBeDefined();
      return lossOf(await served.retrieve(gradient));
    },
  };
}

async function serving(work: (served: Served) => Promise<void>): Promise<void> {
  const served = await startServed();
  try {
    await work(served);
  } finally {
    await served.close();
    served.remove();
  }
}

describe('checkpoints of a Tinker server', () => {
  it.each([
    ['an adapter', { rank: 2, seed: 1 }],
    ['all weights', null],
  ])('goes on from one exactly, also after a restart: %s', async (_what, lora) => {
    const served = await startServed();
    const first = await trainee(served, lora);
    await first.step();
    const { path } = await first.ask('save_weights', { path: 'one' });
    expect(path).toBe(`tinker://${first.model_id}/weights/one`);
    const expected = [await first.step(), await first.step()];
    await served.close();
    const later = await startServed({}, {}, served.directory);
    try {
      const second = await trainee(later, lora);
      expect(await second.ask('load_weights', { path, optimizer: true })).toMatchObject({ path });
      expect([await second.step(), await second.step()]).toEqual(expected);
      const third = await trainee(later, lora);
      await third.ask('load_weights', { path, optimizer: false });
      const fresh = [await third.step(), await third.step()];
      expect(fresh[0]).toBe(expected[0]);
      expect(fresh[1]).not.toBe(expected[1]);
      const session_id = await later.session();
      const load = { session_id, model_seq_id: 0, path, optimizer: true };
      expect(await later.result('load_weights', load)).toMatchObject({ model_id: `${session_id}:train:0` });
      const info = await later.post('get_info', { model_id: `${session_id}:train:0` });
      expect(info.body).toMatchObject({ is_lora: lora !== null, lora_rank: lora === null ? null : 2 });
    } finally {
      await later.close();
      later.remove();
    }
  });

  it('are listed and told of, kept from being overwritten by mistake, and deleted with their files', () =>
    serving(async (served) => {
      const { model_id, ask } = await trainee(served);
      await ask('save_weights', { path: 'a', ttl_seconds: 3600 });
      await ask('save_weights_for_sampler', { path: 's' });
      expect(await ask('save_weights', { path: 'a' })).toMatchObject({
        category: 'user',
        error: expect.stringContaining('expected a new name') as string,
      });
      expect(await ask('save_weights', { path: 'a', overwrite: true })).toMatchObject({ type: 'save_weights' });
      const listed = (await served.send('GET', `training_runs/${model_id}/checkpoints`)).body['checkpoints'] as Record<
        string,
        unknown
      >[];
      expect(listed.map((one) => one['checkpoint_id'])).toEqual(['weights/a', 'sampler_weights/s']);
      expect(listed[0]).toMatchObject({
        checkpoint_type: 'training',
        expires_at: null,
        tinker_path: `tinker://${model_id}/weights/a`,
      });
      expect((await served.post('weights_info', { tinker_path: listed[0]!['tinker_path'] })).body).toMatchObject({
        base_model: 'small',
        is_lora: true,
        lora_rank: 2,
      });
      expect(
        (await served.send('PUT', `training_runs/${model_id}/checkpoints/weights/a/ttl`, { ttl_seconds: 60 })).status,
      ).toBe(204);
      const run = (await served.send('GET', `training_runs/${model_id}`)).body;
      expect((run['last_checkpoint'] as Record<string, unknown>)['expires_at']).not.toBeNull();
      expect((await served.send('DELETE', `training_runs/${model_id}/checkpoints/weights/a`)).status).toBe(204);
      expect((await served.send('DELETE', `training_runs/${model_id}/checkpoints/weights/a`)).status).toBe(404);
      expect(readdirSync(join(served.directory, model_id.replaceAll(':', '_'), 'weights'))).toEqual([]);
      expect(
        await ask('load_weights', { path: `tinker://${model_id}/sampler_weights/s`, optimizer: false }),
      ).toMatchObject({ category: 'user' });
    }));

  it('that were not whole are not there after a restart, and their files go', async () => {
    const served = await startServed();
    const { model_id, ask } = await trainee(served);
    await ask('save_weights', { path: 'whole' });
    await served.close();
    const folder = join(served.directory, model_id.replaceAll(':', '_'), 'weights');
    mkdirSync(join(folder, 'torn@12345678'));
    writeFileSync(join(folder, 'torn@12345678/learner.json'), '{}');
    const later = await startServed({}, {}, served.directory);
    try {
      const { checkpoints } = (await later.send('GET', 'checkpoints')).body as {
        checkpoints: { checkpoint_id: string }[];
      };
      expect(checkpoints.map((one) => one.checkpoint_id)).toEqual(['weights/whole']);
      expect(existsSync(join(folder, 'torn@12345678'))).toBe(false);
    } finally {
      await later.close();
      later.remove();
    }
  });

  it('are whole wherever their directory is moved or copied, and a copy removes nothing of the original', async () => {
    const served = await startServed();
    const { model_id, ask } = await trainee(served);
    const path = String((await ask('save_weights', { path: 'a' }))['path']);
    await served.close();
    const copy = `${served.directory}-copy`;
    cpSync(served.directory, copy, { recursive: true });
    const whole = readdirSync(served.directory, { recursive: true }).sort();
    const moved = await startServed({}, {}, copy);
    try {
      const again = await moved.model();
      expect(await moved.result('load_weights', { model_id: again.model_id, path, optimizer: true })).toMatchObject({
        path,
      });
      expect((await moved.send('DELETE', `training_runs/${model_id}/checkpoints/weights/a`)).status).toBe(204);
      expect(readdirSync(served.directory, { recursive: true }).sort()).toEqual(whole);
    } finally {
      await moved.close();
      moved.remove();
      served.remove();
    }
  });

  it('are not saved for a time that is none, or beyond the calendar', () =>
    serving(async (served) => {
      const { ask } = await trainee(served);
      for (const ttl_seconds of [0, -5, 3e11, 9e15])
        expect(await ask('save_weights', { path: 'a', ttl_seconds })).toMatchObject({
          error: expect.stringContaining('ttl_seconds: expected more than 0') as unknown,
        });
      expect((await served.send('GET', 'checkpoints')).body['checkpoints']).toEqual([]);
    }));

  it('whose records are damaged are not there after a restart; that is told, and their files stay', async () => {
    const served = await startServed();
    const { model_id, ask } = await trainee(served);
    await ask('save_weights', { path: 'whole' });
    await ask('save_weights', { path: 'cut' });
    await served.close();
    const folder = join(served.directory, model_id.replaceAll(':', '_'), 'weights');
    const before = readdirSync(folder);
    writeFileSync(join(folder, 'cut.json'), '{"location": "');
    const told: string[] = [];
    const log = ({ level, message }: { level: string; message: string }) => told.push(`${level}: ${message}`);
    const later = await startServed({}, { log }, served.directory);
    try {
      const { checkpoints } = (await later.send('GET', 'checkpoints')).body as {
        checkpoints: { checkpoint_id: string }[];
      };
      expect(checkpoints.map((one) => one.checkpoint_id)).toEqual(['weights/whole']);
      expect(told).toEqual([expect.stringContaining(`warn: ${join(folder, 'cut.json')}: expected JSON`)]);
      expect(readdirSync(folder)).toEqual(before);
    } finally {
      await later.close();
      later.remove();
    }
  });

  it('refuses one of another shape', () =>
    serving(async (served) => {
      const { path } = await (await trainee(served)).ask('save_weights', { path: 'a' });
      const other = await trainee(served, { rank: 4 });
      expect(await other.ask('load_weights', { path, optimizer: true })).toMatchObject({
        category: 'user',
        error: expect.stringContaining('an adapter of rank 4') as string,
      });
    }));
});

describe('sampling sessions of a Tinker server', () => {
  const prompt = { chunks: [{ tokens: [1, 2, 3] }] };

  it('keep their weights while training goes on', () =>
    serving(async (served) => {
      const model = await trainee(served);
      await model.step();
      const { sampling_session_id } = await model.ask('save_weights_for_sampler', { sampling_session_seq_id: 0 });
      const { path } = await model.ask('save_weights_for_sampler', { path: 'w' });
      const body = { sampling_session_id, prompt, sampling_params: { max_tokens: 4, seed: 5 }, prompt_logprobs: true };
      const before = await served.result('asample', { ...body, seq_id: 0 });
      await model.step();
      await model.step();
      expect(await served.result('asample', { ...body, seq_id: 1 })).toEqual(before);
      const { session_id } = model;
      const opened = await served.post('create_sampling_session', {
        session_id,
        sampling_session_seq_id: 1,
        model_path: path,
      });
      const fromDisk = { ...body, sampling_session_id: opened.body['sampling_session_id'] };
      expect(await served.result('asample', { ...fromDisk, seq_id: 0 })).toEqual(before);
      const base = await served.post('create_sampling_session', {
        session_id,
        sampling_session_seq_id: 2,
        base_model: 'small',
      });
      const fromBase = await served.result('asample', {
        ...body,
        sampling_session_id: base.body['sampling_session_id'],
        seq_id: 0,
      });
      expect(fromBase['prompt_logprobs']).not.toEqual(before['prompt_logprobs']);
      expect((fromBase['prompt_logprobs'] as unknown[])[0]).toBeNull();
    }));

  it('answers a request once under its id, be it longer than a double holds', () =>
    serving(async (served) => {
      const model = await trainee(served);
      const { sampling_session_id } = await model.ask('save_weights_for_sampler', { sampling_session_seq_id: 0 });
      const text = (seq_id: string, tokens: string) =>
        `{"sampling_session_id":"${String(sampling_session_id)}","seq_id":${seq_id},"prompt":{"chunks":[{"tokens":[${tokens}]}]},"sampling_params":{"max_tokens":2}}`;
      const ask = (seq_id: string, tokens: string) =>
        served.send('POST', 'asample', undefined, {
          body: text(seq_id, tokens),
          headers: { 'content-type': 'application/json' },
        });
      const first = await ask('900000000000000001', '1,2');
      expect((await ask('900000000000000001', '1,2')).body).toEqual(first.body);
      expect((await ask('900000000000000002', '3')).status).toBe(200);
      expect((await ask('900000000000000001', '3')).status).toBe(409);
    }));

  it('stops at tokens, draws several answers, and refuses what it does not have', () =>
    serving(async (served) => {
      const model = await trainee(served);
      const { sampling_session_id } = await model.ask('save_weights_for_sampler', { sampling_session_seq_id: 0 });
      let seq_id = 0;
      const sample = (sampling_params: object, more: object = {}) =>
        served.result('asample', { sampling_session_id, seq_id: seq_id++, prompt, sampling_params, ...more });
      const every = Array.from({ length: 32 }, (_, id) => id);
      const { sequences } = await sample({ max_tokens: 9, stop: every }, { num_samples: 3 });
      expect(
        (sequences as { tokens: number[]; stop_reason: string }[]).map((one) => [one.tokens.length, one.stop_reason]),
      ).toEqual([
        [1, 'stop'],
        [1, 'stop'],
        [1, 'stop'],
      ]);
      const whole = await sample({ temperature: 0 });
      expect((whole['sequences'] as { tokens: number[] }[])[0]!.tokens).toHaveLength(61);
      expect(await sample({ max_tokens: 3, stop: ['x'] })).toMatchObject({
        category: 'user',
        error: expect.stringContaining('expected token ids') as string,
      });
      expect(await sample({ max_tokens: 3 }, { prompt: { chunks: [{ tokens: [99] }] } })).toMatchObject({
        category: 'user',
      });
      expect(await sample({ max_tokens: 0 })).toMatchObject({ category: 'user' });
      const topk = { sampling_session_id, seq_id, prompt, sampling_params: {}, topk_prompt_logprobs: 3 };
      expect((await served.post('asample', topk)).status).toBe(400);
      expect((await served.post('asample', { ...topk, topk_prompt_logprobs: 0, num_samples: 100_000 })).status).toBe(
        400,
      );
    }));

  it('gives the weights up of those used longest ago: those that lie on disk are loaded again', async () => {
    const served = await startServed({ maxSamplers: 1 });
    try {
      const model = await trainee(served);
      const keep = (number: number) => model.ask('save_weights_for_sampler', { sampling_session_seq_id: number });
      const { session_id } = model;
      const { path } = await model.ask('save_weights_for_sampler', { path: 'w' });
      const opened = await served.post('create_sampling_session', {
        session_id,
        sampling_session_seq_id: 7,
        model_path: path,
      });
      const ask = (id: unknown, seq_id: number) =>
        served.result('asample', {
          sampling_session_id: id,
          seq_id,
          prompt,
          sampling_params: { max_tokens: 1, temperature: 0 },
        });
      const fromDisk = await ask(opened.body['sampling_session_id'], 0);
      const { sampling_session_id: first } = await keep(0);
      const { sampling_session_id: second } = await keep(1);
      expect((await ask(second, 0))['sequences']).toEqual(fromDisk['sequences']);
      expect(await ask(first, 0)).toMatchObject({
        category: 'user',
        error: expect.stringContaining('its weights were unloaded') as string,
      });
      expect((await ask(opened.body['sampling_session_id'], 1))['sequences']).toEqual(fromDisk['sequences']);
    } finally {
      await served.close();
      served.remove();
    }
  });
});
