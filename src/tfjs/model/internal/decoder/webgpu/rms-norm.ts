import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import { runProgram, type WebGpuProgram } from '../../../../internal/webgpu/backend.js';
import { turned } from './rotary.js';

/** `rmsNorm` of `layers.ts` on WebGPU: one program for the value and one for the gradient of the input, a workgroup a row. */
export function webGpuRmsNorm(x: tf.Tensor2D, gain: tf.Tensor1D, eps: number, frozen: boolean): tf.Tensor2D {
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => ({
    value: run('value', gain.size, eps, [x, gain]),
    saved: [x, gain],
    gradient: (dy, [xs, gains]) => gradients(xs as tf.Tensor2D, gains as tf.Tensor1D, dy, eps, frozen),
  }));
}

/** `rmsNorm` of heads, then `applyRotary`, as one program. */
export function webGpuNormedRotary(
  x: tf.Tensor2D,
  gain: tf.Tensor1D,
  eps: number,
  { cos, sin }: { readonly cos: tf.Tensor3D; readonly sin: tf.Tensor3D },
  frozen: boolean,
): tf.Tensor2D {
  return differentiable<tf.Tensor2D, tf.Tensor>(frozen ? [x] : [x, gain], () => ({
    value: run('turned', gain.size, eps, [x, gain, cos, sin]),
    saved: [x, gain, cos, sin],
    gradient: (dy, [xs, gains, cosines, sines]) => {
      const dNormed = turned(dy, cosines!, sines!, -1);
      return gradients(xs as tf.Tensor2D, gains as tf.Tensor1D, dNormed, eps, frozen);
    },
  }));
}

/** @returns dx, and dGain unless it is frozen. */
function gradients(x: tf.Tensor2D, gain: tf.Tensor1D, dy: tf.Tensor2D, eps: number, frozen: boolean): tf.Tensor[] {
  const dx = run('gradient', gain.size, eps, [x, gain, dy]);
  if (frozen) return [dx];
  const rows = x.size / gain.size;
  // Σ over the rows of dy · x / √(mean(x²) + ε)
  const products = tf.reshape(run('products', gain.size, eps, [x, dy]), [rows, gain.size]);
  return [dx, tf.reshape(tf.matMul(tf.ones([1, rows]), products), [gain.size])];
}

/**
 * What is computed for each row: x·s·g, the same turned by a token's angles, the gradient of x·s·g with respect to x, or x·s·y with a y for each
 * row; s = 1 / √(mean(x²) + ε).
 */
type Kind = keyof typeof INPUTS;

function run(kind: Kind, size: number, eps: number, inputs: readonly tf.Tensor[]): tf.Tensor2D {
  const x = inputs[0] as tf.Tensor2D;
  const rows = x.size / size;
  return runProgram(rmsNormProgram(kind, x.shape, rows, size), inputs, [
    { type: 'int32', data: [rows] },
    { type: 'float32', data: [eps] },
  ]);
}

const INPUTS = {
  value: ['x', 'factor'],
  turned: ['x', 'factor', 'cosines', 'sines'],
  gradient: ['x', 'factor', 'upstream'],
  products: ['x', 'factor'],
};

function rmsNormProgram(kind: Kind, outputShape: [number, number], rows: number, size: number): WebGpuProgram {
  // In fours where a row, or a half of it that is turned, is of whole groups of four.
  const width = size % (kind === 'turned' ? 8 : 4) === 0 ? 4 : 1;
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
  const type = width === 4 ? 'vec4<f32>' : 'f32';
  const isGradient = kind === 'gradient';
  const results = {
    value: 'x[first + column] * scale * factor[column]',
    products: 'x[first + column] * scale * factor[first + column]',
    gradient: 'scale * (upstream[first + column] * factor[column] - x[first + column] * (scale * scale * means.y))',
    turned: 'turn(first, angles, column, scale)',
  };
  return `
    ${kind === 'turned' ? turnCode(columns, type) : ''}
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
      ${kind === 'turned' ? `let angles = (first / (uniforms.xShape[1] / ${width})) * ${columns};` : ''}
      if (asked < uniforms.rows) {
        for (var column = thread; column < ${columns}; column += ${threads}) {
          result[first + column] = ${results[kind]};
        }
      }
    }
  `;
}

/** The channel of a normalized head turned with its pair, which is half a head away. */
function turnCode(columns: number, type: string): string {
  return `
    fn turn(first: i32, angles: i32, column: i32, scale: f32) -> ${type} {
      let isLow = column < ${columns / 2};
      let other = select(column - ${columns / 2}, column + ${columns / 2}, isLow);
      let pair = x[first + other] * scale * factor[other];
      return x[first + column] * scale * factor[column] * cosines[angles + column]
        + select(pair, -pair, isLow) * sines[angles + column];
    }`;
}
