import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { Random } from '../../../../../../src/base/index.js';
import { webGpuBackend } from '../../../../../../src/tfjs/internal/webgpu/backend.js';
import { rmsNorm, swiglu } from '../../../../../../src/tfjs/model/internal/decoder/layers.js';
import { applyRotary, normedRotary, rotaryTables } from '../../../../../../src/tfjs/model/internal/decoder/rotary.js';
import { useBackend } from '../../../backends.js';
import { useDawn } from '../../../dawn.js';

interface Layer {
  readonly name: string;
  readonly apply: (...inputs: tf.Tensor[]) => tf.Tensor;
  readonly shapes: readonly number[][];
  readonly scale?: number;
}

const norm = (x: tf.Tensor, gain?: tf.Tensor) => rmsNorm(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6);
const frozenNorm = (size: number) => (x: tf.Tensor) => rmsNorm(x as tf.Tensor2D, tf.fill([size], 0.5), 1e-6, true);
const gated = (gate: tf.Tensor, up?: tf.Tensor) => swiglu(gate as tf.Tensor2D, up as tf.Tensor2D);
const tablesOf = (rows: number, headDim: number) => {
  const positions = Int32Array.from({ length: rows }, (_, i) => 3 * i);
  const frequencies = Float64Array.from({ length: headDim / 2 }, (_, i) => 100 ** (-i / 8));
  return rotaryTables(positions, frequencies);
};
const rotated = (headDim: number) => (x: tf.Tensor) => applyRotary(x as tf.Tensor2D, tablesOf(x.shape[0], headDim));
const normedRotated = (x: tf.Tensor, gain?: tf.Tensor) =>
  normedRotary(x as tf.Tensor2D, gain as tf.Tensor1D, 1e-6, tablesOf(x.shape[0], gain!.size), false);

const LAYERS: readonly Layer[] = [
  { name: 'rmsNorm of rows longer than a workgroup', apply: norm, shapes: [[3, 1100], [1100]] },
  { name: 'rmsNorm of heads', apply: norm, shapes: [[7, 64], [16]] },
  { name: 'rmsNorm of heads that are not of whole groups of four', apply: norm, shapes: [[5, 12], [6]] },
  { name: 'rmsNorm with a frozen gain', apply: frozenNorm(16), shapes: [[7, 64]] },
  { name: 'swiglu', apply: gated, shapes: [[7, 12], [7, 12]] }, // prettier-ignore
  { name: 'swiglu of an odd width', apply: gated, shapes: [[7, 13], [7, 13]] }, // prettier-ignore
  { name: 'swiglu far from 0', apply: gated, shapes: [[7, 12], [7, 12]], scale: 60 }, // prettier-ignore
  { name: 'rotary', apply: rotated(16), shapes: [[7, 48]] },
  { name: 'rotary of heads that are not of whole groups of four', apply: rotated(6), shapes: [[3, 18]] },
  { name: 'rmsNorm and rotary of heads', apply: normedRotated, shapes: [[7, 48], [16]] },
  {
    name: 'rmsNorm and rotary of heads whose halves are not of whole groups of four',
    apply: normedRotated,
    shapes: [[5, 24], [12]],
  },
];

/** Value and gradients of a layer under a random gradient of its result, on the current backend. */
async function measured({ apply, shapes, scale = 3 }: Layer): Promise<Float32Array[]> {
  const normals = (name: string, shape: readonly number[], factor: number) => {
    const random = new Random(name);
    return tf.tensor(
      Float32Array.from({ length: tf.util.sizeFromShape([...shape]) }, () => factor * random.normal()),
      [...shape],
    );
  };
  const before = tf.memory().numTensors;
  const results = tf.tidy(() => {
    const inputs = shapes.map((shape, i) => normals(`input ${i}`, shape, scale));
    const value = apply(...inputs);
    return [value, ...tf.grads((...xs: tf.Tensor[]) => apply(...xs))(inputs, normals('dy', value.shape, 1))];
  });
  const values = await Promise.all(results.map((tensor) => tensor.data<'float32'>()));
  tf.dispose(results);
  expect(tf.memory().numTensors).toBe(before);
  return values;
}

/** Sets how many workgroups one axis of a dispatch takes, as tfjs reads it. */
function limitDispatches(maxComputeWorkgroupsPerDimension: number): void {
  Object.defineProperty(webGpuBackend()!.device, 'limits', {
    configurable: true,
    value: { maxComputeWorkgroupsPerDimension },
  });
}

describe('the layers on webgpu', () => {
  it.each([
    ...LAYERS.map((layer) => ({ ...layer, limit: 65_535 })),
    { ...LAYERS[3]!, name: 'rmsNorm of more rows than one axis of a dispatch takes', limit: 8 },
  ])('have the value and the gradients of the plain form: $name', async ({ limit, ...layer }) => {
    await useDawn();
    limitDispatches(limit);
    const onWebGpu = await measured(layer);
    await useBackend('cpu');
    const plain = await measured(layer);
    plain.forEach((values, i) => {
      let most = 0;
      values.forEach((x, at) => (most = Math.max(most, Math.abs(onWebGpu[i]![at]! - x) / (1 + Math.abs(x)))));
      expect(onWebGpu[i]).toHaveLength(values.length);
      expect(most).toBeLessThan(2e-5);
    });
  });
});
