import { TinkerError, createTinkerClient, type TinkerDatum } from 'rstar2-agent/tinker';

/** What everything of the client gives on a server: numbers and words, to be compared with those of another time. */
export interface ClientSession {
  readonly models: readonly string[];
  readonly [what: string]: unknown;
}

const TOKENS = Int32Array.of(65, 66, 67, 68);
const TARGETS = Int32Array.of(66, 67, 68, 69);

/**
 * Uses the whole client on a server of one small model: two models in training, every loss, a checkpoint taken up by the other
 * model, sampling from what was saved and from what was not, refusals.
 */
export async function runClientSession(baseUrl: string): Promise<ClientSession> {
  const client = await createTinkerClient({ baseUrl, apiKey: 'tml-none', retry: { retries: 2, delayMs: 10 } });
  try {
    const { models } = await client.capabilities();
    const baseModel = models[0]!.name;
    const model = await client.createModel({ baseModel, lora: { rank: 4, seed: 1 } });
    const batch = { data: [datum({}), datum({ weights: [0, 1, 1, 0] })], loss: 'cross_entropy' };
    const first = await model.forward(batch);
    const logprobs = first.outputs.map(({ logprobs }) => Array.from(logprobs!.data));
    const [backward, step] = await Promise.all([
      model.forwardBackward(batch),
      model.optimStep({ learningRate: 1, beta1: 0, epsilon: 1e3 }),
    ]);
    const sampling = { maxTokens: 4, seed: 3, temperature: 1, stop: [1, 2] };
    const sampler = await model.createSampler();
    const drawn = await sampler.sample({ prompt: TOKENS, samples: 2, sampling });
    const advantages = [1, -1, 0.5, 2];
    const losses: { [loss: string]: unknown } = {};
    for (const loss of ['importance_sampling', 'ppo', 'cispo', 'dro']) {
      const data = [datum({ logprobs: logprobs[0]!, advantages })];
      const asked = model.forwardBackward({ data, loss });
      losses[loss] = loss === 'dro' ? await refusal(asked) : plain((await asked).outputs);
    }
    await model.optimStep({ learningRate: 0 });
    const path = await model.saveState('taken-up');
    const other = await client.createModel({ baseModel, lora: { rank: 4, seed: 2 } });
    await other.loadState(path);
    const taken = await other.forward(batch);
    const saved = await client.createSampler({ path: await other.saveForSampler('named') });
    const { sequences } = await saved.sample({ prompt: TOKENS, sampling: { ...sampling, temperature: 0 } });
    const gave = {
      models: models.map(({ name }) => name),
      outputType: first.outputType,
      info: { ...(await model.info()), id: undefined },
      logprobs,
      afterBackward: plain(backward.outputs),
      step,
      drawn: plain(drawn.sequences),
      losses,
      taken: plain(taken.outputs),
      greedy: plain(sequences),
      checkpoints: (await client.checkpoints.list(model.id)).map(({ kind }) => kind),
      weights: await client.checkpoints.info(path),
      refusals: [
        await refusal(client.createModel({ baseModel, lora: { rank: 4096 } })),
        await refusal(model.loadState(path.replace(/[^/]+$/, 'nowhere'))),
        await refusal(saved.sample({ prompt: TOKENS, sampling: {} })),
      ].map((text) => text.replace(model.id, 'MODEL')),
      afterUnload: (await refusal(other.unload().then(() => other.forward(batch)))).replace(other.id, 'MODEL'),
    };
    await model.unload();
    return gave;
  } finally {
    await client.close();
  }
}

function datum(inputs: { readonly [name: string]: readonly number[] }): TinkerDatum {
  const floats = Object.entries(inputs).map(
    ([name, values]) => [name, { dtype: 'float32', data: Float32Array.from(values) }] as const,
  );
  return {
    tokens: TOKENS,
    lossInputs: { target_tokens: { dtype: 'int64', data: TARGETS }, ...Object.fromEntries(floats) },
  };
}

/** @returns What a server said that refused; throws where it did not. */
async function refusal(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof TinkerError) return error.message;
    throw error;
  }
  throw new Error('expected the server to refuse');
}

/** Arrays of numbers in place of typed ones, as JSON keeps them. */
function plain(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      ArrayBuffer.isView(inner) ? Array.from(inner as Float32Array) : inner,
    ),
  ) as unknown;
}
