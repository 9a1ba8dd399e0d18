import * as tf from '@tensorflow/tfjs-core';
import { expect } from 'vitest';
import { Random } from '../../../../../../../src/base/index.js';
import { useBackend } from '../../../../backends.js';

type Layer = (...inputs: tf.Tensor[]) => tf.Tensor;

/** Value and gradients of a layer under a random gradient of its result, and its value without a tape, on the current backend. */
function measured(layer: Layer, shapes: readonly number[][]): Float32Array[] {
  const normals = (name: string, shape: number[]) => {
    const random = new Random(name);
    return tf.tensor(
      Float32Array.from({ length: tf.util.sizeFromShape(shape) }, () => 3 * random.normal()),
      shape,
    );
  };
  const before = tf.memory().numTensors;
  const results = tf.tidy(() => {
    const inputs = shapes.map((shape, i) => normals(`input ${i}`, shape));
    const value = layer(...inputs);
    const taped = tf.valueAndGrads((...xs: tf.Tensor[]) => layer(...xs))(inputs, normals('dy', value.shape));
    return [value, taped.value, ...taped.grads].map((tensor) => Float32Array.from(tensor.dataSync()));
  });
  expect(tf.memory().numTensors).toBe(before);
  return results;
}

/** Expects TensorFlow's form of a layer to give the value and the gradients of the plain one. */
export async function expectSame(layer: Layer, shapes: readonly number[][]): Promise<void> {
  await useBackend('cpu');
  const plain = measured(layer, shapes);
  await useBackend('tensorflow');
  measured(layer, shapes).forEach((values, i) => {
    expect(values).toHaveLength(plain[i]!.length);
    values.forEach((x, at) => expect(Math.abs(x - plain[i]![at]!)).toBeLessThan(2e-5 * (1 + Math.abs(x))));
  });
}
