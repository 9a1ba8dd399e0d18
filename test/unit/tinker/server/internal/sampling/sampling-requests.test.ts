import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServed } from '../../served.js';

type Served = Awaited<ReturnType<typeof startServed>>;

const PROMPT = [1, 2, 3, 4];
const body = (more: object) => ({
  ...{ prompt: { chunks: [{ tokens: PROMPT }] }, num_samples: 1, sampling_params: { max_tokens: 2, seed: 3 } },
  ...more,
});

describe('a request to sample', () => {
  let served: Served;
  let session: Served['session'];
  beforeAll(async () => {
    served = await startServed();
    session = served.session;
  });
  afterAll(async () => {
    await served.close();
    served.remove();
  });

  /** The answer through a sampling session of the base model. */
  async function sampled(more: object) {
    const made = { session_id: await session(), sampling_session_seq_id: 0, base_model: 'small' };
    const { sampling_session_id } = (await served.post('create_sampling_session', made)).body;
    return served.result('asample', body({ sampling_session_id, seq_id: 1, ...more }));
  }

  it('may name a base model in the place of a sampling session', async () => {
    const named = [0, 1].map(() => served.result('asample', body({ base_model: 'small' })));
    const [one, other] = await Promise.all(named);
    expect(one).toEqual(await sampled({}));
    expect(other).toEqual(one);
    expect((await served.post('asample', body({ base_model: 'large' }))).status).toBe(400);
  });

  it('gets the logprobs of the last tokens of its prompt alone, if it wants no others', async () => {
    const all = (await sampled({ prompt_logprobs: true }))['prompt_logprobs'] as number[];
    const last = (await sampled({ prompt_logprobs: true, prompt_logprobs_last_n: 2 }))['prompt_logprobs'];
    expect(last).toEqual([null, null, ...all.slice(2)]);
  });

  it.each([[[3, 32]], [[-1]]])('fails where a stop token is outside the vocabulary: %j', async (stop) => {
    expect(await sampled({ sampling_params: { max_tokens: 2, stop } })).toEqual({
      category: 'user',
      error: `sampling_params.stop[${stop.length - 1}]: expected an id below 32 (the vocabulary), got ${stop.at(-1)}`,
    });
  });

  it('gets other tokens for each place of its prompt', async () => {
    const { prompt_alt_tokens } = await sampled({ prompt_alt_tokens_k: 2, record_stability_info: true });
    const { tokens, logprobs } = prompt_alt_tokens as { [name: string]: { data: number[]; shape: number[] } };
    expect([tokens!.shape, logprobs!.shape]).toEqual([
      [3, 2],
      [3, 2],
    ]);
    expect(tokens!.data.every((id) => id >= 0 && id < 32)).toBe(true);
    expect(logprobs!.data.every((value) => value < 0)).toBe(true);
  });
});
