import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import { runProgram, type WebGpuProgram } from '../../../../internal/webgpu/backend.js';

/** `rmsNorm` of `layers.ts` on WebGPU: one program for the value and one for the gradient of the input, a workgroup a row. */
export function webGpuRmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number, frozen: boolean): tf.Tensor2D {
  const [size] = gain.shape;
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => ({
    value: run('value', size, eps, [x, gain]),
    saved: [x, gain],
    gradient: (dy, saved) => {
      const [xs, gains] = saved as [tf.Tensor2D, tf.Tensor1D];
      const dx = run('gradient', size, eps, [xs, gains, dy]);
      if (frozen) return [dx];
      const rows = xs.size / size;
      // Σ over the rows of dy · x / √(mean(x²) + ε)
      const products = tf.reshape(run('products', size, eps, [xs, dy]), [rows, size]);
      return [dx, tf.reshape(tf.matMul(tf.ones([1, rows]), products), [size])];
    },
  }));
}

/** What is computed for each row: x·s·g, its gradient with respect to x, or x·s·y with a y for each row; s = 1 / √(mean(x²) + ε). */
type Kind = 'value' | 'gradient' | 'products';

function run(kind: Kind, size: number, eps: number, inputs: readonly tf.Tensor[]): tf.Tensor2D {
  const x = inputs[0] as tf.Tensor2D;
  const rows = x.size / size;
  return runProgram(rmsNormProgram(kind, x.shape, rows, size), inputs, [
    { type: 'int32', data: [rows] },
    { type: 'float32', data: [eps] },
  ]);
}

const INPUTS = { value: ['x', 'factor'], gradient: ['x', 'factor', 'upstream'], products: ['x', 'factor'] };

function rmsNormProgram(kind: Kind, outputShape: [number, number], rows: number, size: number): WebGpuProgram {
  const width = size % 4 === 0 ? 4 : 1;
  const columns = size / width;
  const threads = columns > 128 ? 256 : 64;
  return {
    variableNames: INPUTS[kind],
    variableComponents: INPUTS[kind].map(() => width),
    outputComponent: width,
    outputShape,
    workgroupSize: [threads, 1, 1],
    dispatch: [rows, 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: 'rows : i32, eps : f32, ',
    shaderKey: `rstar_rms_norm_${kind}_${size}`,
    getUserCode: () => rmsNormCode(kind, columns, width, threads),
  };
}

function rmsNormCode(kind: Kind, columns: number, width: number, threads: number): string {
  const sum = (a: string, b: string) => (width === 4 ? `dot(${a}, ${b})` : `${a} * ${b}`);
  const isGradient = kind === 'gradient';
  const results = {
    value: 'x[first + column] * scale * factor[column]',
    products: 'x[first + column] * scale * factor[first + column]',
    gradient: `scale * (upstream[first + column] * factor[column] - x[first + column] * (scale * scale * means.y))`,
  };
  return `
    var<workgroup> parts: array<vec2<f32>, ${threads}>;

    fn main(index: i32) {
      let thread = i32(localIndex);
      let asked = index / ${threads};
      // More workgroups may run than there are rows; they read the last one and write nothing.
      let first = min(asked, uniforms.rows - 1) * ${columns};
      // Sums of x² and of x · g · dy.
      var sums = vec2<f32>(0.0, 0.0);
      for (var column = thread; column < ${columns}; column += ${threads}) {
        let value = x[first + column];
        sums.x += ${sum('value', 'value')};
        ${isGradient ? `sums.y += ${sum('value', '(upstream[first + column] * factor[column])')};` : ''}
      }
      parts[thread] = sums;
      workgroupBarrier();
      for (var step = ${threads / 2}; step > 0; step = step / 2) {
        if (thread < step) {
          parts[thread] += parts[thread + step];
        }
        workgroupBarrier();
      }
      let means = parts[0] / ${columns * width}.0;
      let scale = inverseSqrt(means.x + uniforms.eps);
      if (asked < uniforms.rows) {
        for (var column = thread; column < ${columns}; column += ${threads}) {
          result[first + column] = ${results[kind]};
        }
      }
    }
  `;
}
