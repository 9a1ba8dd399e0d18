import type * as tf from '@tensorflow/tfjs-core';
import type { HeapKernels } from '../../../internal/compiled/heap-kernels.js';
import { differentiable } from '../../../internal/differentiable.js';

/** The layers of `layers.ts` and `rotary.ts` where tensors lie in the heap of `wasm`: one compiled pass each, equal in value. */

export function compiledRmsNorm(
  x: tf.Tensor2D,
  gain: tf.Tensor1D,
  eps: number,
  frozen: boolean,
  heap: HeapKernels,
): tf.Tensor2D {
  const { kernels, at, empty, zeros } = heap;
  const [size, rows] = [gain.size, x.size / gain.size];
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => {
    const [value, scales] = [empty<tf.Tensor2D>(x.shape), empty<tf.Tensor1D>([rows])];
    kernels.rmsNorm(at(x), at(gain), at(value), at(scales), rows, size, eps);
    return {
      value,
      saved: [x, gain, scales],
      gradient: (dy, saved) => {
        const [xs, gains, scale] = saved as [tf.Tensor2D, tf.Tensor1D, tf.Tensor1D];
        const dx = empty<tf.Tensor2D>(x.shape);
        const dGain = frozen ? undefined : zeros<tf.Tensor1D>([size]);
        const dGainAt = dGain === undefined ? 0 : at(dGain);
        kernels.rmsNormGradients(at(xs), at(gains), at(scale), at(dy), at(dx), dGainAt, rows, size);
        return dGain === undefined ? [dx] : [dx, dGain];
      },
    };
  });
}

export function compiledSwiglu(gate: tf.Tensor2D, up: tf.Tensor2D, heap: HeapKernels): tf.Tensor2D {
  const { kernels, at, empty } = heap;
  return differentiable<tf.Tensor2D>([gate, up], () => {
    const value = empty<tf.Tensor2D>(gate.shape);
    kernels.swiglu(at(gate), at(up), at(value), gate.size);
    return {
      value,
      saved: [gate, up],
      gradient: (dy, saved) => {
        const [gates, ups] = saved as [tf.Tensor2D, tf.Tensor2D];
        const [dGate, dUp] = [empty<tf.Tensor2D>(gate.shape), empty<tf.Tensor2D>(gate.shape)];
        kernels.swigluGradients(at(gates), at(ups), at(dy), at(dGate), at(dUp), gate.size);
        return [dGate, dUp];
      },
    };
  });
}

export function compiledRotary(
  x: tf.Tensor2D,
  { cos, sin }: { readonly cos: tf.Tensor3D; readonly sin: tf.Tensor3D },
  heap: HeapKernels,
): tf.Tensor2D {
  const { kernels, at, empty } = heap;
  const [rows, , size] = cos.shape;
  const heads = x.shape[1] / size;
  const turned = (from: tf.Tensor2D, cosines: tf.Tensor, sines: tf.Tensor, direction: 1 | -1) => {
    const to = empty<tf.Tensor2D>(x.shape);
    kernels.rotate(at(from), at(cosines), at(sines), at(to), rows, heads, size, direction);
    return to;
  };
  return differentiable<tf.Tensor2D, tf.Tensor>([x], () => ({
    value: turned(x, cos, sin, 1),
    saved: [cos, sin],
    gradient: (dy, [cosines, sines]) => [turned(dy, cosines!, sines!, -1)],
  }));
}
