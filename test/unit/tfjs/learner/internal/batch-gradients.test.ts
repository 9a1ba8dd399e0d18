import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { crossEntropyBatch, LearnerError, type LearnerObjective } from '../../../../../src/base/index.js';
import { createDecoder, createTfjsLearner, decoderConfig, type Decoder } from '../../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

const config = decoderConfig({
  vocabSize: 13,
  hiddenSize: 8,
  numHiddenLayers: 2,
  numAttentionHeads: 2,
  numKeyValueHeads: 1,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 32,
});
const batch = crossEntropyBatch({
  tokens: Int32Array.of(1, 2, 3, 4, 5, 6),
  offsets: Int32Array.of(0, 6),
  weights: [0, 0, 0.25, 0.25, 0.25, 0.25],
});
const CROSS_ENTROPY: LearnerObjective = { kind: 'cross-entropy' };

/** Makes one weight NaN, as a step that went wrong does, and gives back a way to mend it. */
function spoil(model: Decoder): () => void {
  const parameter = model.parameters.get('model.layers.1.mlp.up_proj.weight')!;
  const values = parameter.dataSync<'float32'>().slice();
  const assign = (array: Float32Array) => tf.tidy(() => parameter.assign(tf.tensor(array, parameter.shape)));
  assign(values.with(0, NaN));
  return () => assign(values);
}

describe.each(KERNEL_BACKENDS)('a batch whose loss is not finite, on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it('leaves the accumulated gradient as it was and no tensor behind', async () => {
    const [model, undisturbed] = [0, 1].map(() => createDecoder(config, { seed: 'finite' })) as [Decoder, Decoder];
    const learner = createTfjsLearner({ model });
    await learner.forwardBackward(batch, CROSS_ENTROPY);
    const mend = spoil(model);
    const before = tf.memory().numTensors;
    for (let i = 0; i < 2; i++) {
      const error: unknown = await learner.forwardBackward(batch, CROSS_ENTROPY).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(LearnerError);
      expect((error as Error).message).toMatch(/^forwardBackward: .*(not finite|is NaN)/);
    }
    expect(tf.memory().numTensors).toBe(before);
    mend();

    const other = createTfjsLearner({ model: undisturbed });
    await other.forwardBackward(batch, CROSS_ENTROPY);
    const [got, expected] = [await learner.optimizerStep(), await other.optimizerStep()];
    expect(got).toEqual(expected);
    for (const [name, parameter] of model.parameters)
      expect(parameter.dataSync()).toEqual(undisturbed.parameters.get(name)!.dataSync());
    for (const one of [learner, other]) await one.close();
    for (const one of [model, undisturbed]) one.dispose();
  });

  it('is refused before any work where the batch itself is at fault', async () => {
    const model = createDecoder(config, { seed: 'finite' });
    const learner = createTfjsLearner({ model });
    const before = tf.memory().numTensors;
    const spoiled = { ...batch, lossWeights: batch.lossWeights.with(3, NaN) };
    await expect(learner.forwardBackward(spoiled, CROSS_ENTROPY)).rejects.toThrow(
      'batch.lossWeights[3]: expected a finite number, got NaN',
    );
    await expect(learner.forwardBackward(batch, { kind: 'clip', clipLow: -1 })).rejects.toThrow(RangeError);
    await expect(learner.forwardBackward(batch, { loss: { kind: 'clip' }, kl: { coefficient: 0.1 } })).rejects.toThrow(
      'batch.referenceLogprobs: expected an array',
    );
    await expect(learner.forwardBackward(batch, { kind: 'clip' })).rejects.toThrow(
      'objective.loss.kind: expected "cross-entropy" for a batch without advantages and oldLogprobs, got "clip"',
    );
    expect(tf.memory().numTensors).toBe(before);
    await learner.close();
    model.dispose();
  });
});
