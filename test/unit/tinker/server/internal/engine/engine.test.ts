import { describe, expect, it } from 'vitest';
import type {
  Generation,
  Learner,
  LearnerCapabilities,
  LearnerFactory,
  PolicySnapshot,
} from '../../../../../../src/base/index.js';
import { engineOf } from '../../../../../../src/tinker/server/internal/engine/engine.js';

const model = { baseModel: 'small' };
const request = { sequenceId: 1, prompt: Int32Array.of(1), samples: 1, sampling: { maxTokens: 1 } };
const drawn: Generation = { tokens: Int32Array.of(7), logprobs: Float32Array.of(-1), finishReason: 'length' };

/** An engine of which each call ends when it is let to, and the names of the calls that began. */
function gatedEngine(options: Partial<Parameters<typeof engineOf>[0]> = {}) {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const gated = <T>(name: string, value: T): Promise<T> => {
    began.push(name);
    return new Promise((resolve) => ends.push(() => resolve(value)));
  };
  const policy = { generate: () => gated('generate', drawn), close: () => Promise.resolve() };
  const learner = {
    capabilities: {},
    logprobs: () => gated('logprobs', Float32Array.of(0)),
    loadCheckpoint: () => gated('loadCheckpoint', undefined),
    policy: () => Promise.resolve(policy as unknown as PolicySnapshot),
  } as unknown as Learner;
  const factory: LearnerFactory = {
    baseModels: ['small'],
    capabilities: {} as LearnerCapabilities,
    createLearner: () => gated('createLearner', learner),
    close: () => Promise.resolve(),
  };
  const engine = engineOf({ factory, models: {}, limits: { maxConcurrentSamples: 1 }, ...options });
  /** Lets the call under way end. @returns The calls that have begun, once there are `count`. */
  const next = async (count: number) => {
    ends.shift()!();
    await expect.poll(() => began.length).toBe(count);
    return began;
  };
  const create = async (tenant: string) => {
    const creating = engine.createLearner(model, tenant);
    await expect.poll(() => ends.length).toBe(1);
    ends.shift()!();
    return creating;
  };
  return { engine, began, ends, next, create };
}

describe('an engine', () => {
  it('makes learners and loads checkpoints in turns with the passes of other clients', async () => {
    const { engine, began, ends, next, create } = gatedEngine();
    const [anns, bobs] = [await create('ann'), await create('bob')];
    began.length = 0;
    const all = [engine.createLearner(model, 'ann'), engine.createLearner(model, 'ann'), anns.loadCheckpoint('x')];
    await expect.poll(() => began).toEqual(['createLearner']);
    const score = bobs.logprobs({} as Parameters<typeof bobs.logprobs>[0]);
    expect(await next(2)).toEqual(['createLearner', 'logprobs']);
    await next(3);
    await score;
    expect(await next(4)).toEqual(['createLearner', 'logprobs', 'createLearner', 'loadCheckpoint']);
    ends.shift()!();
    await Promise.all(all);
  });

  it('draws `maxConcurrentSamples` answers of each key at once: those of one wait for no other', async () => {
    const { began, ends, create } = gatedEngine({ apiKey: { ann: 'a', bob: 'b' } });
    const [anns, bobs] = [await (await create('ann')).policy(), await (await create('bob')).policy()];
    began.length = 0;
    const asked = [anns.sample(request), anns.sample(request), bobs.sample(request)];
    await expect.poll(() => began.length).toBe(2);
    // The second one that began is bob's.
    ends.pop()!();
    expect((await asked[2]!).sequences[0]!.tokens).toEqual(drawn.tokens);
    for (let left = 2; left > 0; left--) {
      await expect.poll(() => ends.length).toBe(1);
      ends.pop()!();
    }
    await Promise.all(asked);
  });
});
