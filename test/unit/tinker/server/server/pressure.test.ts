import { describe, expect, it } from 'vitest';
import { createTinkerClient, type TinkerDatum } from '../../../../../src/tinker/index.js';
import { datum, gradientBody, startServed } from '../served.js';

/** Enough for one of the requests below, and its body. */
const BUDGET = 48_000;

/** Twelve texts: some 17 kB of memory. */
const DATA: readonly TinkerDatum[] = Array.from({ length: 12 }, (_, i) => {
  const tokens = Int32Array.from({ length: 50 }, (_, t) => (i + t) % 32);
  const target_tokens = { dtype: 'int64', data: tokens.map((token) => (token + 1) % 32) } as const;
  return { tokens, lossInputs: { target_tokens } };
});

/** @returns The norm of the gradient of two requests at once, under a budget of so many bytes. */
async function trained(maxPendingBytes: number) {
  const served = await startServed({ maxPendingBytes });
  const client = await createTinkerClient({ baseUrl: served.server.url, retry: { retries: 100, delayMs: 20 } });
  try {
    const model = await client.createModel({ baseModel: 'small', lora: { rank: 2, seed: 1 } });
    const passes = [1, 2].map(() => model.forwardBackward({ data: DATA, loss: 'cross_entropy' }));
    const step = model.optimStep({ learningRate: 0.01 });
    await Promise.all(passes);
    return (await step)['grad_norm'];
  } finally {
    await client.close();
    await served.close();
    served.remove();
  }
}

describe('a Tinker server whose memory is full', () => {
  it('refuses requests that come before their turn, until those before them have come', async () => {
    const served = await startServed({ maxPendingBytes: BUDGET });
    try {
      const { model_id } = await served.model();
      const data = DATA.map(({ tokens }) => datum([...tokens]));
      const ask = (number: number) => served.post('forward_backward', gradientBody(model_id, number, data));
      expect((await ask(2)).status).toBe(429);
      const first = await ask(1);
      expect(await served.retrieve(first)).toHaveProperty('loss_fn_outputs');
      expect((await ask(2)).status).toBe(200);
    } finally {
      await served.close();
      served.remove();
    }
  });

  it('gets the requests of a client that backs off all the same, each once', async () => {
    const plenty = await trained(128 * 1024 * 1024);
    expect(await trained(BUDGET)).toBeCloseTo(plenty!, 4);
  });
});
