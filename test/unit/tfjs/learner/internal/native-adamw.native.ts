import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../src/base/index.js';
import { AdamW } from '../../../../../src/tfjs/learner/internal/adamw.js';
import { useBackend } from '../../backends.js';

/** The parameter after three steps with clipped gradients, on the current backend. */
function trained(shape: number[]): Float32Array {
  const random = new Random('adamw');
  const normals = () =>
    tf.tensor(
      Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => random.normal()),
      shape,
    );
  const before = tf.memory().numTensors;
  const parameter = tf.tidy(() => tf.variable(normals()));
  const optimizer = new AdamW({ learningRate: 0.1 });
  for (let i = 0; i < 3; i++) {
    const gradient = normals();
    optimizer.step(new Map([['w', parameter]]), new Map([['w', gradient]]), { gradientScale: 0.5 });
    gradient.dispose();
  }
  const values = parameter.dataSync<'float32'>();
  parameter.dispose();
  optimizer.dispose();
  expect(tf.memory().numTensors).toBe(before);
  return values;
}

describe('AdamW on TensorFlow', () => {
  beforeAll(() => useBackend('tensorflow'));

  it.each([[[5]], [[3, 4]], [[700, 200]]])('steps as elsewhere, also over pieces: %j', async (shape) => {
    const got = trained(shape);
    await useBackend('cpu');
    const plain = trained(shape);
    await useBackend('tensorflow');
    expect(got).toHaveLength(plain.length);
    got.forEach((x, i) => expect(Math.abs(x - plain[i]!)).toBeLessThan(1e-5));
  });
});
