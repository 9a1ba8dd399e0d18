import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as tf from '@tensorflow/tfjs-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LearnerError, type PackedBatch } from '../../../../../src/base/index.js';
import {
  createAdapter,
  createDecoder,
  createTfjsLearner,
  loadAdapter,
  type AdaptedDecoder,
  type Decoder,
  type TfjsLearner,
} from '../../../../../src/tfjs/index.js';
import { checkBatch } from '../../../../../src/objective/index.js';
import { lossAndGradients } from '../../../../../src/tfjs/learner/internal/batch-gradients.js';
import { countedTokens } from '../../../../../src/base/internal/tokens/counted-tokens.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';
import { SMALL } from '../../shapes.js';

const TOKENS = Int32Array.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
const COUNTED = [0, 0, 1, 1, 0, 0, 1, 1, 1];
const BATCH: PackedBatch = {
  tokens: TOKENS,
  offsets: Int32Array.from([0, 4, 9]),
  rollouts: Int32Array.from([0, 1]),
  responseMask: Uint8Array.from(COUNTED),
  oldLogprobs: Float32Array.from(COUNTED, (one) => -3 * one),
  advantages: Float32Array.from(COUNTED, (one, t) => one * (t % 2 ? 1 : -1)),
  lossWeights: Float32Array.from(COUNTED, (one) => 0.2 * one),
  temperature: 1,
};
const ENTROPY = { loss: { kind: 'gpg' }, entropy: { coefficient: 0.3 } } as const;
const CROSS_ENTROPY = { loss: { kind: 'cross-entropy' } } as const;

describe.each(KERNEL_BACKENDS)('a learner of an adapter, on %s', (backend) => {
  let base: Decoder;
  let folder: string;
  beforeAll(async () => {
    await useBackend(backend);
    base = createDecoder(SMALL, { seed: 'base' });
    folder = await mkdtemp(join(tmpdir(), 'rstar2-adapter-learner-'));
  });
  afterAll(async () => {
    base.dispose();
    await rm(folder, { recursive: true });
  });
  const train = async (learner: TfjsLearner, steps = 3) => {
    for (let step = 0; step < steps; step++) {
      await learner.forwardBackward(BATCH, CROSS_ENTROPY);
      await learner.optimizerStep({ learningRate: 0.02 });
    }
  };
  const weights = (model: Decoder) =>
    [...model.parameters.values()].map((parameter) => parameter.dataSync<'float32'>().slice());

  it.each([CROSS_ENTROPY, ENTROPY])('has the gradient that finite differences give: %j', async (objective) => {
    const model = createAdapter(base, { rank: 3, alpha: 4, seed: 5 });
    for (const matrix of model.trainable.values())
      tf.tidy(() => matrix.assign(tf.randomNormal(matrix.shape, 0, 0.3, 'float32', matrix.size)));
    const counted = countedTokens(BATCH, model.config);
    const parsed = checkBatch(BATCH, objective);
    const lossNow = async () => {
      const { loss, gradients } = await lossAndGradients(model, BATCH, counted, parsed);
      return { loss, gradients };
    };
    const { gradients } = await lossNow();
    expect([...gradients.keys()]).toEqual([...model.trainable.keys()]);
    for (const [name, matrix] of model.trainable) {
      const original = matrix.dataSync<'float32'>().slice();
      const direction = original.map((_, i) => Math.sin(3 * i + 1));
      const lossAt = async (distance: number) => {
        const moved = original.map((x, i) => x + distance * direction[i]!);
        tf.tidy(() => matrix.assign(tf.tensor(moved, matrix.shape)));
        const { loss, gradients } = await lossNow();
        tf.dispose([...gradients.values()]);
        return loss;
      };
      const h = 1.5e-3;
      const slope = ((await lossAt(h)) - (await lossAt(-h))) / (2 * h);
      await lossAt(0);
      const found = gradients.get(name)!.dataSync<'float32'>();
      const along = found.reduce((sum, g, i) => sum + g * direction[i]!, 0);
      expect(Math.abs(along - slope), name).toBeLessThan(2e-3 + 0.02 * Math.abs(slope));
    }
    tf.dispose([...gradients.values()]);
    model.dispose();
  });

  it('changes the adapter alone; the model without it is the reference', async () => {
    const before = tf.memory();
    const untouched = weights(base);
    const learner = createTfjsLearner({ model: base, lora: { rank: 2, seed: 1 }, schedule: { kind: 'constant' } });
    expect(learner.capabilities).toMatchObject({ reference: true, lora: true });
    const atFirst = await learner.logprobs(BATCH);
    const { loss } = await learner.forwardBackward(BATCH, CROSS_ENTROPY);
    await learner.discardGradients();
    await train(learner, 10);
    expect((await learner.forwardBackward(BATCH, CROSS_ENTROPY)).loss).toBeLessThan(loss - 0.3);
    await learner.discardGradients();
    expect(await learner.logprobs(BATCH, { weights: 'reference' })).toEqual(atFirst);
    expect(await learner.logprobs(BATCH)).not.toEqual(atFirst);
    expect(weights(base)).toEqual(untouched);
    // Two matrices of seven in each of two layers, each with two moments.
    expect(tf.memory().numTensors - before.numTensors).toBe(3 * 28);
    const referenceLogprobs = await learner.logprobs(BATCH, { weights: 'reference' });
    const { metrics } = await learner.forwardBackward(
      { ...BATCH, referenceLogprobs },
      { ...CROSS_ENTROPY, loss: { kind: 'gpg' }, kl: { coefficient: 0.1 } },
    );
    expect(metrics['actor/kl_loss']).toBeGreaterThan(0);
    await learner.close();
    expect(tf.memory().numTensors).toBe(before.numTensors);
  });

  it('gives snapshots that stay as they are', async () => {
    const learner = createTfjsLearner({ model: base, lora: { rank: 2, alpha: 8, seed: 1 } });
    await train(learner);
    const snapshot = await learner.policy();
    const request = { tokens: TOKENS, sampling: { maxTokens: 6, stopTokens: [], seed: 3 } };
    const before = await snapshot.generate(request);
    await train(learner, 6);
    expect((await snapshot.generate(request)).logprobs).toEqual(before.logprobs);
    const after = await (await learner.policy()).generate(request);
    expect(after.logprobs).not.toEqual(before.logprobs);
    await learner.close();
    await snapshot.close();
  });

  it('saves the adapter alone, as PEFT has it, and goes on from it exactly', async () => {
    const directory = join(folder, 'checkpoint');
    const one = createTfjsLearner({ model: base, lora: { rank: 2, seed: 1 } });
    await train(one);
    await one.saveCheckpoint(directory);
    expect((await readdir(directory)).sort()).toEqual([
      'adapter_config.json',
      'adapter_model.safetensors',
      'learner.json',
      'optimizer.safetensors',
    ]);
    await train(one);
    await one.saveCheckpoint(directory);
    await train(one);
    const resumed = createTfjsLearner({ model: base, lora: { rank: 2, seed: 2 } });
    await resumed.loadCheckpoint(directory);
    await train(resumed);
    expect(await resumed.logprobs(BATCH)).toEqual(await one.logprobs(BATCH));
    const loaded: AdaptedDecoder = await loadAdapter(base, directory);
    const other = createTfjsLearner({ model: loaded });
    await other.loadCheckpoint(directory, { optimizer: false });
    await other.close();
    // The adapter was the caller's, and is still.
    expect([...loaded.trainable.values()].every((matrix) => !matrix.isDisposed)).toBe(true);
    loaded.dispose();
    const unlike = createTfjsLearner({ model: base, lora: { rank: 2, alpha: 3, seed: 2 } });
    const before = await unlike.logprobs(BATCH);
    await expect(unlike.loadCheckpoint(directory)).rejects.toThrow(LearnerError);
    await expect(unlike.loadCheckpoint(directory)).rejects.toThrow('expected alpha 3, got 32');
    expect(await unlike.logprobs(BATCH)).toEqual(before);
    for (const learner of [one, resumed, unlike]) await learner.close();
  });
});
