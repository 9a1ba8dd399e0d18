import type * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import { runNatively } from '../../../../internal/native/operations.js';

/** `swiglu` of `layers.ts` on TensorFlow. */
export function nativeSwiglu(gate: tf.Tensor2D, up: tf.Tensor2D): tf.Tensor2D {
  return differentiable<tf.Tensor2D>([gate, up], () => {
    const [value, sigmoid] = runNatively([gate, up], (run, gates, ups) => {
      const sigmoids = run.map('Sigmoid', gates);
      return [run.mul(run.mul(gates, sigmoids), ups), sigmoids];
    }) as [tf.Tensor2D, tf.Tensor2D];
    return {
      value,
      saved: [gate, up, sigmoid],
      gradient: (dy, saved) =>
        runNatively([dy, ...saved], (run, ...[upstream, gates, ups, sigmoids]) => {
          const silu = run.mul(gates!, sigmoids!);
          // d silu = σ(1 + x(1 − σ)) = σ + silu·(1 − σ)
          const dSilu = run.add(sigmoids!, run.mul(silu, run.sub(run.scalar(1), sigmoids!)));
          return [run.mul(run.mul(upstream!, ups!), dSilu), run.mul(upstream!, silu)];
        }) as tf.Tensor2D[],
    };
  });
}
