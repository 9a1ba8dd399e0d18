import * as tf from '@tensorflow/tfjs-core';
import { afterEach, describe, expect, it } from 'vitest';
import { Random } from '../../../../../../src/base/index.js';
import { rmsNorm, swiglu } from '../../../../../../src/tfjs/model/internal/decoder/layers.js';
import { applyRotary, rotaryTables } from '../../../../../../src/tfjs/model/internal/decoder/rotary.js';
import { useBackend } from '../../../backends.js';

const random = (name: string, size: number, scale: number) => {
  const stream = new Random(name);
  return Float32Array.from({ length: size }, () => scale * stream.normal());
};

/** Value and gradients of a layer under a random gradient of its result, on the current backend. */
function measured(
  layer: (...inputs: tf.Tensor[]) => tf.Tensor,
  shapes: readonly number[][],
  scale: number,
): Float32Array[] {
  const before = tf.memory().numTensors;
  const results = tf.tidy(() => {
    const inputs = shapes.map((shape, i) =>
      tf.tensor(random(`input ${i}`, tf.util.sizeFromShape(shape), scale), shape),
    );
    const value = layer(...inputs);
    const dy = tf.tensor(random('dy', value.size, 1), value.shape);
    const gradients = tf.grads((...xs: tf.Tensor[]) => layer(...xs))(inputs, dy);
    return [value, ...gradients].map((tensor) => Float32Array.from(tensor.dataSync()));
  });
  expect(tf.memory().numTensors).toBe(before);
  return results;
}

const positions = Int32Array.from({ length: 7 }, (_, i) => 3 * i);
const frequencies = Float64Array.from({ length: 8 }, (_, i) => 100 ** (-i / 8));

describe('the compiled layers', () => {
  afterEach(() => useBackend('cpu'));

  it.each([
    ['rmsNorm of whole rows', (x, gain) => rmsNorm(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6), [[7, 64], [64]], 3],
    ['rmsNorm of heads', (x, gain) => rmsNorm(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6), [[7, 64], [16]], 3],
    ['rmsNorm with a frozen gain', (x) => rmsNorm(x as tf.Tensor2D, tf.ones([16]), 1e-6, true), [[7, 64]], 3],
    [
      'swiglu',
      (gate, up) => swiglu(gate as tf.Tensor2D, up as tf.Tensor2D),
      [
        [7, 12],
        [7, 12],
      ],
      3,
    ],
    [
      'swiglu far from 0',
      (gate, up) => swiglu(gate as tf.Tensor2D, up as tf.Tensor2D),
      [
        [7, 12],
        [7, 12],
      ],
      60,
    ],
    ['rotary', (x) => applyRotary(x as tf.Tensor2D, rotaryTables(positions, frequencies)), [[7, 48]], 3],
  ] as [string, (...inputs: tf.Tensor[]) => tf.Tensor, number[][], number][])(
    'have the value and the gradients of the plain form: %s',
    async (_, layer, shapes, scale) => {
      await useBackend('wasm');
      const compiled = measured(layer, shapes, scale);
      await useBackend('cpu');
      measured(layer, shapes, scale).forEach((plain, i) =>
        plain.forEach((x, at) => expect(Math.abs(compiled[i]![at]! - x)).toBeLessThan(2e-5 * (1 + Math.abs(x)))),
      );
    },
  );

  it('compute a token alike whatever it is batched with, also in rows of 66', async () => {
    await useBackend('wasm');
    const [gate, up] = [random('gate', 4 * 66, 3), random('up', 4 * 66, 3)];
    const rowsOf = (values: Float32Array, from: number, to: number) =>
      tf.tensor2d(values.subarray(66 * from, 66 * to), [to - from, 66]);
    const rows = (from: number, to: number) =>
      tf.tidy(() => [...swiglu(rowsOf(gate, from, to), rowsOf(up, from, to)).dataSync()]);
    expect(rows(0, 4)).toEqual([0, 1, 2, 3].flatMap((at) => rows(at, at + 1)));
  });
});
