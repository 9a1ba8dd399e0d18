import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../internal/differentiable.js';
import { heapKernels } from '../../../internal/compiled/heap-kernels.js';
import { nativeBackend } from '../../../internal/native/backend.js';
import { webGpuBackend } from '../../../internal/webgpu/backend.js';
import { compiledRotary } from './compiled-layers.js';
import { rmsNorm } from './layers.js';
import { nativeNormedRotary, nativeRotary } from './native/rms-norm.js';
import { webGpuNormedRotary } from './webgpu/rms-norm.js';
import { webGpuRotary } from './webgpu/rotary.js';
import type { DecoderConfig, RopeScaling } from '../../config.js';

/** cos and sin of every token's rotary angles, shape [N, 1, headDim] each. */
export interface RotaryTables {
  readonly cos: tf.Tensor3D;
  readonly sin: tf.Tensor3D;
  /** On TensorFlow: sin, negative for the first half of the channels. */
  readonly signedSin?: tf.Tensor3D | undefined;
  /** The half-rotation as a matrix, where neither a program of ours nor TensorFlow turns. */
  readonly rotateHalf?: tf.Tensor2D | undefined;
}

/**
 * Angle a position of each pair of channels: θ^(−i / (headDim / 2)), scaled where the configuration says so.
 *
 * @returns Shape [headDim / 2].
 */
export function rotaryFrequencies({ headDim, ropeTheta, ropeScaling }: DecoderConfig): Float64Array {
  const half = headDim / 2;
  return Float64Array.from({ length: half }, (_, i) => scaled(ropeTheta ** (-i / half), ropeScaling));
}

/**
 * `llama3` divides the frequencies whose wavelength is beyond the pretrained context by the factor, leaves short ones,
 * and goes from one to the other linearly in the number of turns within that context.
 *
 * @remarks Source: the public modelling code of Llama 3.1, as transformers has it.
 */
function scaled(frequency: number, scaling: RopeScaling | undefined): number {
  if (scaling === undefined) return frequency;
  if (scaling.kind === 'linear') return frequency / scaling.factor;
  const { factor, lowFreqFactor, highFreqFactor, originalMaxPositionEmbeddings } = scaling;
  const turns = (originalMaxPositionEmbeddings * frequency) / (2 * Math.PI);
  const share = Math.min(1, Math.max(0, (turns - lowFreqFactor) / (highFreqFactor - lowFreqFactor)));
  return ((1 - share) * frequency) / factor + share * frequency;
}

/**
 * Angles of rotary position embedding (arXiv 2104.09864) in Qwen's and Llama's layout: the pair of channel i is channel
 * i + headDim/2.
 *
 * @param positions - Shape [N], each token's place in its own sequence.
 * @param frequencies - Shape [headDim / 2].
 */
export function rotaryTables(positions: ArrayLike<number>, frequencies: Float64Array): RotaryTables {
  const count = positions.length;
  const half = frequencies.length;
  const headDim = 2 * half;
  const cos = new Float32Array(count * headDim);
  const sin = new Float32Array(count * headDim);
  for (let n = 0; n < count; n++) {
    for (let i = 0; i < half; i++) {
      const angle = positions[n]! * frequencies[i]!;
      const at = n * headDim + i;
      cos[at] = cos[at + half] = Math.cos(angle);
      sin[at] = sin[at + half] = Math.sin(angle);
    }
  }
  const table = (values: Float32Array) => tf.tensor3d(values, [count, 1, headDim]);
  const tables = { cos: table(cos), sin: table(sin) };
  if (nativeBackend() !== undefined)
    return { ...tables, signedSin: table(sin.map((value, i) => (i % headDim < half ? -value : value))) };
  if (heapKernels(half) !== undefined || webGpuBackend() !== undefined) return tables;
  return { ...tables, rotateHalf: rotateHalfMatrix(headDim) };
}

/**
 * Turns each head's channels by its token's angles: x·cos + rotateHalf(x)·sin.
 *
 * rotateHalf is a product with a matrix of 0, 1 and −1: exact, and the same on every backend.
 * @param x - Shape [N, heads · headDim].
 */
export function applyRotary(x: tf.Tensor2D, tables: RotaryTables): tf.Tensor2D {
  const { cos, sin } = tables;
  const headDim = cos.shape[2];
  const heap = heapKernels(headDim / 2);
  if (heap !== undefined) return compiledRotary(x, tables, heap);
  if (webGpuBackend() !== undefined) return webGpuRotary(x, tables);
  if (nativeBackend() !== undefined) return nativeRotary(x, tables);
  const rotateHalf = tables.rotateHalf!;
  const [count, width] = x.shape;
  const byHead = [count, width / headDim, headDim] as [number, number, number];
  const rotate = (value: tf.Tensor, matrix: tf.Tensor2D) =>
    tf.reshape(tf.matMul(tf.reshape(value, [(count * width) / headDim, headDim]), matrix), byHead);
  return differentiable<tf.Tensor2D, tf.Tensor>([x], () => {
    const heads = tf.reshape(x, byHead);
    return {
      value: tf.reshape<tf.Rank.R2>(tf.add(tf.mul(heads, cos), tf.mul(rotate(heads, rotateHalf), sin)), x.shape),
      saved: [cos, sin, rotateHalf],
      gradient: (dy, saved) => {
        const [cosines, sines, matrix] = saved as [tf.Tensor3D, tf.Tensor3D, tf.Tensor2D];
        const dHeads = tf.reshape(dy, byHead);
        const dRotated = rotate(tf.mul(dHeads, sines), tf.transpose(matrix));
        return [tf.reshape(tf.add(tf.mul(dHeads, cosines), dRotated), [count, width])];
      },
    };
  });
}

/**
 * `rmsNorm` of each head, then `applyRotary`.
 *
 * @param gain - Shape [headDim].
 */
export function normedRotary(
  x: tf.Tensor2D,
  gain: tf.Tensor1D,
  eps: number,
  tables: RotaryTables,
  frozen: boolean,
): tf.Tensor2D {
  if (webGpuBackend() !== undefined) return webGpuNormedRotary(x, gain, eps, tables, frozen);
  if (nativeBackend() !== undefined) return nativeNormedRotary(x, gain, eps, tables, frozen);
  return applyRotary(rmsNorm(x, gain, eps, frozen), tables);
}

/** R with x·R = (−x₂, x₁) for x = (x₁, x₂). */
function rotateHalfMatrix(size: number): tf.Tensor2D {
  const matrix = new Float32Array(size * size);
  const half = size / 2;
  for (let i = 0; i < half; i++) {
    matrix[(i + half) * size + i] = -1;
    matrix[i * size + i + half] = 1;
  }
  return tf.tensor2d(matrix, [size, size]);
}
