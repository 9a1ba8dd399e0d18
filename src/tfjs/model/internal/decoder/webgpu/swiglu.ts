import type * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import { runProgram, type WebGpuProgram } from '../../../../internal/webgpu/backend.js';

/** `swiglu` of `layers.ts` on WebGPU: one program for the value and one for each gradient. */
export function webGpuSwiglu(gate: tf.Tensor2D, up: tf.Tensor2D): tf.Tensor2D {
  return differentiable<tf.Tensor2D>([gate, up], () => ({
    value: runProgram(swigluProgram('value', gate.shape), [gate, up], []),
    saved: [gate, up],
    gradient: (dy, saved) => {
      const [gates, ups] = saved as [tf.Tensor2D, tf.Tensor2D];
      return [
        runProgram(swigluProgram('dGate', dy.shape), [gates, ups, dy], []),
        runProgram(swigluProgram('dUp', dy.shape), [gates, dy], []),
      ];
    },
  }));
}

const THREADS = 64;

/** The inputs of each program, and its result from them. dUp is the value with dy in the place of up. */
const PROGRAMS = {
  value: { names: ['gate', 'up'], result: 'silu * up[index]' },
  dGate: {
    names: ['gate', 'up', 'upstream'],
    // d silu = σ(1 + x(1 − σ)) = σ + silu·(1 − σ)
    result: 'upstream[index] * up[index] * (sigmoid + silu * (1.0 - sigmoid))',
  },
  dUp: { names: ['gate', 'upstream'], result: 'silu * upstream[index]' },
} as const;

function swigluProgram(kind: keyof typeof PROGRAMS, outputShape: [number, number]): WebGpuProgram {
  const { names, result } = PROGRAMS[kind];
  const count = outputShape[0] * outputShape[1];
  const width = outputShape[1] % 4 === 0 ? 4 : 1;
  const type = width === 4 ? 'vec4<f32>' : 'f32';
  return {
    variableNames: names,
    variableComponents: names.map(() => width),
    outputComponent: width,
    outputShape,
    workgroupSize: [THREADS, 1, 1],
    dispatch: [Math.ceil(count / width / THREADS), 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: '',
    size: true,
    shaderKey: `rstar_swiglu_${kind}_${width}`,
    getUserCode: () => `
    fn main(index: i32) {
      if (index < uniforms.size) {
        let value = gate[index];
        // No exponential of a positive number, which may overflow.
        let sigmoid = exp(min(value, ${type}(0.0))) / (1.0 + exp(-abs(value)));
        let silu = value * sigmoid;
        result[index] = ${result};
      }
    }
  `,
  };
}
