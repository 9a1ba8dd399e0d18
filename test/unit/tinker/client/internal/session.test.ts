import { afterEach, expect, it } from 'vitest';
import { createTinkerClient } from '../../../../../src/tinker/index.js';
import { startServed } from '../../server/served.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

it('ends with its client: another one finds the place of its model free', async () => {
  const served = await startServed({ maxModels: 1 });
  closing.push(() => served.close().then(served.remove));
  const connect = async () => {
    const client = await createTinkerClient({ baseUrl: served.server.url, retry: { retries: 0 } });
    closing.push(() => client.close());
    return client;
  };
  const first = await connect();
  const model = await first.createModel({ baseModel: 'small', lora: { rank: 2 } });
  const sampler = await model.createSampler();
  const second = await connect();
  await expect(second.createModel({ baseModel: 'small', lora: { rank: 2 } })).rejects.toThrow();
  await first.close();
  await second.createModel({ baseModel: 'small', lora: { rank: 2 } });
  const { status } = await served.post('asample', {
    sampling_session_id: sampler.id,
    seq_id: 0,
    prompt: { chunks: [{ type: 'encoded_text', tokens: [1] }] },
    num_samples: 1,
    sampling_params: { max_tokens: 1 },
  });
  expect(status).toBe(404);
});
