import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../src/base/index.js';
import { decoderConfig, createDecoder } from '../../../../src/tfjs/index.js';
import { KERNEL_BACKENDS, useBackend } from '../backends.js';

const config = decoderConfig({
  vocabSize: 11,
  hiddenSize: 8,
  numHiddenLayers: 2,
  numAttentionHeads: 4,
  numKeyValueHeads: 2,
  headDim: 4,
  intermediateSize: 12,
  maxPositionEmbeddings: 32,
});
const tokens = Int32Array.from([3, 1, 4, 1, 5, 9, 2, 6, 5]);
const offsets = Int32Array.from([0, 4, 9]);

/** Llama's shape, with every bias and a scaled rotary embedding. */
const biased = decoderConfig({
  ...config,
  attentionBias: 'qkvo',
  qkNorm: false,
  ropeTheta: 100,
  ropeScaling: { kind: 'llama3', factor: 4, lowFreqFactor: 1, highFreqFactor: 4, originalMaxPositionEmbeddings: 16 },
  tieWordEmbeddings: false,
});

describe.each(KERNEL_BACKENDS)('Decoder on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it.each([
    ['with normalised queries and keys', config],
    ['with biases', biased],
  ])('has the gradient that finite differences give, for every parameter, %s', (_name, config) => {
    const model = createDecoder(config, { seed: 'gradient' });
    const random = new Random('direction');
    const direction = tf.tensor2d(
      Float32Array.from({ length: 9 * 8 }, () => random.normal()),
      [9, 8],
    );
    const dot = tf.customGrad((hidden) => ({
      value: tf.sum(tf.mul(hidden as tf.Tensor, direction)),
      gradFunc: (dy: tf.Tensor) => tf.mul(direction, dy),
    }));
    const value = () => tf.tidy(() => dot(model.hidden(tokens, offsets)).dataSync()[0]!);
    const { grads } = tf.variableGrads(
      () => dot(model.hidden(tokens, offsets)) as tf.Scalar,
      [...model.parameters].filter(([name]) => name !== 'lm_head.weight').map(([, parameter]) => parameter),
    );
    for (const [name, parameter] of model.parameters) {
      if (name === 'lm_head.weight') continue;
      const gradient = grads[parameter.name]!.dataSync<'float32'>();
      const original = parameter.dataSync<'float32'>().slice();
      const step = Float32Array.from(original, () => random.normal());
      const expected = gradient.reduce((sum, g, i) => sum + g * step[i]!, 0);
      const at = (distance: number) => {
        tf.tidy(() =>
          parameter.assign(
            tf.tensor(
              original.map((x, i) => x + distance * step[i]!),
              parameter.shape,
            ),
          ),
        );
        return value();
      };
      const h = 2e-3;
      const measured = (at(h) - at(-h)) / (2 * h);
      at(0);
      expect(Math.abs(measured - expected), name).toBeLessThan(2e-2 * Math.max(1, Math.abs(expected)));
    }
  });

  it('lets no token see one after it or of another sequence', () => {
    const model = createDecoder(config, { seed: 'causal' });
    const hidden = (ids: Int32Array) => tf.tidy(() => model.hidden(ids, offsets).dataSync().slice());
    const before = hidden(tokens);
    const after = hidden(tokens.with(3, 7).with(8, 0));
    for (const row of [0, 1, 2, 4, 5, 6, 7]) {
      expect(Array.from(after.slice(row * 8, row * 8 + 8))).toEqual(Array.from(before.slice(row * 8, row * 8 + 8)));
    }
    for (const row of [3, 8]) expect(after.slice(row * 8, row * 8 + 8)).not.toEqual(before.slice(row * 8, row * 8 + 8));
    model.dispose();
  });

  it('refuses a shape that is none at the door', () => {
    expect(() => createDecoder({ ...config, headDim: 3 }, { seed: 1 })).toThrow(
      new RangeError('config.headDim: expected a multiple of 2, got 3'),
    );
    expect(() => createDecoder({ vocabSize: 11 } as never, { seed: 1 })).toThrow(
      new TypeError('config.hiddenSize: expected number, got undefined'),
    );
  });

  it('leaves no tensor behind', () => {
    const before = tf.memory().numTensors;
    const model = createDecoder(config, { seed: 'leak' });
    const { value, grads } = tf.variableGrads(
      () =>
        tf.customGrad((x) => ({ value: tf.sum(x as tf.Tensor), gradFunc: () => tf.ones([9, 8]) }))(
          model.hidden(tokens, offsets),
        ) as tf.Scalar,
      [...model.parameters].filter(([name]) => name !== 'lm_head.weight').map(([, parameter]) => parameter),
    );
    tf.dispose([value, ...Object.values(grads)]);
    model.dispose();
    expect(tf.memory().numTensors).toBe(before);
  });
});
