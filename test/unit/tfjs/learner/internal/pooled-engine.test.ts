import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LearnerError, type Generation, type PackedBatch } from '../../../../../src/base/index.js';
import {
  createDecoder,
  createTfjsLearner,
  createTfjsLearnerFactory,
  type Decoder,
  type TfjsLearner,
} from '../../../../../src/tfjs/index.js';
import { useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const CLIP = { kind: 'clip', clipLow: 0.2, clipHigh: 0.28 } as const;
const optimizer = { learningRate: 0.01 };
const schedule = { kind: 'constant', warmupSteps: 0 } as const;

/** Micro-batches of unequal length. */
const batches = [0, 1, 2, 3, 4].map((i): PackedBatch => {
  const tokens = Int32Array.from({ length: 9 + 7 * ((5 - i) % 4) }, (_, t) => 1 + ((5 * t + i) % 22));
  const counted = Float32Array.from(tokens, (_, t) => Number(t > 2));
  return {
    tokens,
    offsets: Int32Array.of(0, tokens.length),
    rollouts: Int32Array.of(0),
    responseMask: Uint8Array.from(counted),
    oldLogprobs: counted.map((one) => -3 * one),
    advantages: counted.map((one, t) => one * Math.sin(t + i)),
    lossWeights: counted.map((one) => 0.02 * one),
    temperature: 1,
  };
});

const numbers = ({ trainable }: Decoder) => [...trainable.values()].map((one) => Array.from(one.dataSync<'float32'>()));
const plain = ({ tokens, logprobs, weightVersions }: Generation) => [[...tokens], [...logprobs], weightVersions];

/** Three steps, and what the learner and its policies say meanwhile. */
async function train(learner: TfjsLearner) {
  const said: unknown[] = [];
  const old = await learner.policy();
  for (let step = 0; step < 3; step++) {
    const reports = await Promise.all(batches.map((batch) => learner.forwardBackward(batch, CLIP)));
    said.push(reports.map(({ loss, logprobs, metrics }) => [loss, [...logprobs], metrics]));
    said.push(await learner.optimizerStep());
  }
  said.push(await Promise.all(batches.map(async (batch) => [...(await learner.logprobs(batch))])));
  if (learner.capabilities.reference)
    said.push([...(await learner.logprobs(batches[0]!, { weights: 'reference' }))], numbers(learner.model));
  const now = await learner.policy();
  for (const policy of [old, now]) {
    const request = { tokens: Int32Array.of(1, 2, 3), sampling: { maxTokens: 8, stopTokens: [], seed: 1 } };
    said.push(plain(await policy.generate(request)), [...(await policy.logprobs(batches[0]!))]);
    await policy.close();
  }
  said.push(numbers(learner.model));
  return said;
}

describe('a learner with workers', () => {
  const makeModel = () => createDecoder(SMALL, { seed: 'pooled' });
  let model: Decoder;
  /** The tests share its workers: to start some from the sources takes seconds. */
  let learner: TfjsLearner;
  beforeAll(async () => {
    await useBackend('wasm');
    model = makeModel();
    learner = createTfjsLearner({ model, optimizer, schedule, workers: 2 });
  });
  afterAll(async () => {
    await learner.close();
    model.dispose();
  });

  it('trains all weights as one thread does, bit for bit', async () => {
    const other = makeModel();
    const alone = createTfjsLearner({ model: other, optimizer, schedule });
    expect([alone.workers, learner.workers]).toEqual([1, 2]);
    expect([alone.capabilities.concurrentBatches, learner.capabilities.concurrentBatches]).toEqual([undefined, 4]);
    expect(await train(learner)).toEqual(await train(alone));
    await alone.close();
    other.dispose();
  });

  it('trains adapters as one thread does, bit for bit, over one base, and leaves no tensor', async () => {
    const { numTensors } = tf.memory();
    const said = [];
    for (const workers of [1, 3]) {
      const factory = createTfjsLearnerFactory({ baseModels: { small: makeModel }, optimizer, schedule, workers });
      const lora = { rank: 2 };
      const [one, two] = [
        await factory.createLearner({ baseModel: 'small', lora, seed: 1 }),
        await factory.createLearner({ baseModel: 'small', lora, seed: 2 }),
      ];
      said.push(await Promise.all([train(one as TfjsLearner), train(two as TfjsLearner)]));
      await factory.close();
    }
    expect(said[1]).toEqual(said[0]);
    expect(tf.memory().numTensors).toBe(numTensors);
  });

  it('adds nothing of a call that fails, and all of the others', async () => {
    const before = await learner.logprobs(batches[0]!);
    const huge = { ...batches[1]!, lossWeights: batches[1]!.lossWeights.map(() => 3e38) };
    const calls = [batches[0]!, huge, batches[2]!].map((batch) => learner.forwardBackward(batch, CLIP));
    const step = learner.optimizerStep({ learningRate: 0 });
    const [first, second, third] = await Promise.allSettled(calls);
    expect([first!.status, second!.status, third!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect((second as PromiseRejectedResult).reason).toBeInstanceOf(LearnerError);
    expect((second as PromiseRejectedResult).reason).toHaveProperty(
      'message',
      expect.stringMatching(/^forwardBackward: the (loss|gradient norm) is/),
    );
    const { gradientNorm } = await step;
    for (const batch of [batches[0]!, batches[2]!]) await learner.forwardBackward(batch, CLIP);
    expect((await learner.optimizerStep({ learningRate: 0 })).gradientNorm).toBe(gradientNorm);
    expect(await learner.logprobs(batches[0]!)).toEqual(before);
  });

  it('discards the gradients of pending calls, too', async () => {
    const call = learner.forwardBackward(batches[0]!, CLIP);
    await learner.discardGradients();
    await call;
    await expect(learner.optimizerStep()).rejects.toThrow('optimizerStep: expected forwardBackward before it');
  });

  it('rejects pending calls when it is closed; an open policy goes on', async () => {
    const policy = await learner.policy();
    const calls = batches.map((batch) => learner.forwardBackward(batch, CLIP));
    const scored = learner.logprobs(batches[0]!);
    const closed = learner.close();
    for (const call of [...calls, scored])
      await expect(call).rejects.toThrow(new LearnerError('the learner was closed'));
    await closed;
    const sampling = { maxTokens: 4, stopTokens: [] };
    expect((await policy.generate({ tokens: Int32Array.of(1, 2), sampling })).tokens).toHaveLength(4);
    await policy.close();
  });
});
