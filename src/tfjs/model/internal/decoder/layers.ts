import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../internal/differentiable.js';
import { hostMemory } from '../../../internal/memory/host-memory.js';
import { compiledRmsNorm, compiledSwiglu } from './compiled-layers.js';
import { heapKernels } from '../../../internal/compiled/heap-kernels.js';
import { nativeBackend } from '../../../internal/native/backend.js';
import { webGpuBackend } from '../../../internal/webgpu/backend.js';
import { nativeTimes, nativeTimesTransposed, nativeTransposedTimes } from './native/products.js';
import { nativeRmsNorm } from './native/rms-norm.js';
import { nativeSwiglu } from './native/swiglu.js';
import { webGpuRmsNorm } from './webgpu/rms-norm.js';
import { webGpuSwiglu } from './webgpu/swiglu.js';

/**
 * The layers of the architecture as differentiable functions on flat tokens `[N, …]`, each with its gradient written out:
 * tfjs-core registers none in Node. If weights are frozen (`frozen`), only the gradient of the input
 * is computed.
 */

/**
 * x·W.
 *
 * @param x - Shape [N, in].
 * @param weight - Shape [in, out].
 * @returns Shape [N, out].
 */
export function linear(x: tf.Tensor2D, weight: tf.Tensor2D, frozen = false): tf.Tensor2D {
  return differentiable<tf.Tensor2D>(frozen ? [x] : [x, weight], (x, trained) => ({
    value: times(x, trained ?? weight),
    saved: trained === undefined ? [] : [x, trained],
    gradient: (dy, [xs, weights]) =>
      xs === undefined ? [timesTransposed(dy, weight)] : [timesTransposed(dy, weights!), transposedTimes(xs, dy)],
  }));
}

/**
 * x·W + scale · x·A·B, with W frozen (arXiv 2106.09685, Eq. 3).
 *
 * @param x - Shape [N, in].
 * @param weight - Shape [in, out].
 * @param a - Shape [in, rank].
 * @param b - Shape [rank, out].
 * @returns Shape [N, out].
 */
export function adaptedLinear(
  x: tf.Tensor2D,
  weight: tf.Tensor2D,
  { a, b, scale }: { readonly a: tf.Tensor2D; readonly b: tf.Tensor2D; readonly scale: number },
): tf.Tensor2D {
  return differentiable<tf.Tensor2D>([x, a, b], () => {
    const low = tf.mul<tf.Tensor2D>(times(x, a), scale);
    return {
      value: tf.add(times(x, weight), times(low, b)),
      saved: [x, a, b, low],
      gradient: (dy, saved) => {
        const [xs, as, bs, lows] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        const dLow = tf.mul<tf.Tensor2D>(timesTransposed(dy, bs), scale);
        return [
          tf.add(timesTransposed(dy, weight), timesTransposed(dLow, as)),
          transposedTimes(xs, dLow),
          transposedTimes(lows, dy),
        ];
      },
    };
  });
}

/**
 * x + b, the bias on every row.
 *
 * @param x - Shape [N, D].
 * @param bias - Shape [D].
 */
export function addBias(x: tf.Tensor2D, bias: tf.Tensor1D, frozen = false): tf.Tensor2D {
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, bias], () => ({
    value: tf.add(x, bias),
    gradient: (dy) => [dy.clone(), ...(frozen ? [] : [tf.reshape(columnSums(dy), bias.shape)])],
  }));
}

/** a + b, equal shapes. */
export function residual(a: tf.Tensor2D, b: tf.Tensor2D): tf.Tensor2D {
  return differentiable<tf.Tensor2D>([a, b], () => ({
    value: tf.add(a, b),
    gradient: (dy) => [dy.clone(), dy.clone()],
  }));
}

/**
 * RMSNorm: x / √(mean(x²) + ε) · g over the last axis (arXiv 1910.07467, Eq. 4).
 *
 * @param x - Shape [N, groups · D]: each of the groups (attention heads) is normalised by itself.
 * @param gain - Shape [D].
 */
export function rmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number, frozen = false): tf.Tensor2D {
  const [size, shape] = [gain.shape[0], x.shape];
  const heap = heapKernels(size);
  if (heap !== undefined) return compiledRmsNorm(x, gain, eps, frozen, heap);
  if (webGpuBackend() !== undefined) return webGpuRmsNorm(x, gain, eps, frozen);
  if (nativeBackend() !== undefined) return nativeRmsNorm(x, gain, eps, frozen);
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => {
    const grouped = tf.reshape<tf.Rank.R2>(x, [x.size / size, size]);
    const scale = tf.rsqrt(tf.add(rowMeans(tf.square(grouped)), eps));
    return {
      value: tf.reshape<tf.Rank.R2>(tf.mul(tf.mul(grouped, scale), gain), shape),
      saved: [grouped, gain, scale],
      gradient: (dy, saved) => {
        const [xs, gains, scales] = saved as [tf.Tensor2D, tf.Tensor1D, tf.Tensor2D];
        const normalized = tf.mul<tf.Tensor2D>(xs, scales);
        const dyGrouped = tf.reshape(dy, xs.shape);
        const dNormalized = tf.mul<tf.Tensor2D>(dyGrouped, gains);
        const dx = tf.mul(scales, tf.sub(dNormalized, tf.mul(normalized, rowMeans(tf.mul(dNormalized, normalized)))));
        const dGain = () => tf.reshape(columnSums(tf.mul(dyGrouped, normalized)), [size]);
        return [tf.reshape(dx, shape), ...(frozen ? [] : [dGain()])];
      },
    };
  });
}

/** SwiGLU's product: silu(gate) · up (arXiv 2002.05202). Equal shapes. */
export function swiglu(gate: tf.Tensor2D, up: tf.Tensor2D): tf.Tensor2D {
  // Of a row, so that a token is computed alike whatever it is batched with.
  const heap = heapKernels(gate.shape[1]);
  if (heap !== undefined) return compiledSwiglu(gate, up, heap);
  if (webGpuBackend() !== undefined) return webGpuSwiglu(gate, up);
  if (nativeBackend() !== undefined) return nativeSwiglu(gate, up);
  return differentiable<tf.Tensor2D>([gate, up], () => {
    const sigmoid = tf.sigmoid(gate);
    return {
      value: tf.mul(tf.mul(gate, sigmoid), up),
      saved: [gate, up, sigmoid],
      gradient: (dy, saved) => {
        const [gates, ups, sigmoids] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        const silu = tf.mul(gates, sigmoids);
        // d silu = σ(1 + x(1 − σ)) = σ + silu·(1 − σ)
        const dSilu = tf.add(sigmoids, tf.mul(silu, tf.sub(1, sigmoids)));
        return [tf.mul(tf.mul(dy, ups), dSilu), tf.mul(dy, silu)];
      },
    };
  });
}

/** x·W, without a gradient. */
function times(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  return nativeBackend() === undefined ? tf.matMul(x, weight) : nativeTimes(x, weight);
}

/**
 * x·Wᵀ. On `cpu` and `wasm` a transpose flag falls to a slow loop, ten times slower than an explicit transpose, and whatever stands on
 * the right is copied to be multiplied: the smaller operand is the one that is transposed. Elsewhere the flag costs nothing.
 *
 * @param x - Shape [N, out].
 * @param weight - Shape [in, out].
 * @returns Shape [N, in].
 */
export function timesTransposed(x: tf.Tensor2D, weight: tf.Tensor2D): tf.Tensor2D {
  if (nativeBackend() !== undefined) return nativeTimesTransposed(x, weight);
  if (hostMemory() === undefined) return tf.matMul(x, weight, false, true);
  if (x.shape[0] >= weight.shape[0]) return tf.matMul(x, tf.transpose(weight));
  return tf.transpose(tf.matMul(weight, tf.transpose(x)));
}

/**
 * xᵀ·y.
 *
 * @param x - Shape [N, in].
 * @param y - Shape [N, out].
 * @returns Shape [in, out].
 */
export function transposedTimes(x: tf.Tensor2D, y: tf.Tensor2D): tf.Tensor2D {
  if (nativeBackend() !== undefined) return nativeTransposedTimes(x, y);
  return hostMemory() === undefined ? tf.matMul(x, y, true, false) : tf.matMul(tf.transpose(x), y);
}

/** Means over the last axis, kept as a column [N, 1]; a product with a column of 1/D, which every backend does fast. */
function rowMeans(x: tf.Tensor2D): tf.Tensor2D {
  const size = x.shape[1];
  return tf.matMul(x, tf.fill([size, 1], 1 / size));
}

/** Sums over the rows, as a row [1, D]. */
function columnSums(x: tf.Tensor2D): tf.Tensor2D {
  return tf.matMul(tf.ones([1, x.shape[0]]), x);
}
