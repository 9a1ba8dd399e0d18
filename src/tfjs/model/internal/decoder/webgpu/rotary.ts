import type * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../../internal/differentiable.js';
import { runProgram, type WebGpuProgram } from '../../../../internal/webgpu/backend.js';

/** `applyRotary` of `rotary.ts` on WebGPU: one program, and the same one backwards. */
export function webGpuRotary(
  x: tf.Tensor2D,
  { cos, sin }: { readonly cos: tf.Tensor3D; readonly sin: tf.Tensor3D },
): tf.Tensor2D {
  return differentiable<tf.Tensor2D, tf.Tensor>([x], () => ({
    value: turned(x, cos, sin, 1),
    saved: [cos, sin],
    gradient: (dy, [cosines, sines]) => [turned(dy, cosines!, sines!, -1)],
  }));
}

const THREADS = 64;

/** @param direction - 1 turns by the angles, −1 back. */
export function turned(x: tf.Tensor2D, cosines: tf.Tensor, sines: tf.Tensor, direction: 1 | -1): tf.Tensor2D {
  const program = rotaryProgram(x.shape, cosines.shape[2]!);
  return runProgram(program, [x, cosines, sines], [{ type: 'float32', data: [direction] }]);
}

function rotaryProgram(outputShape: [number, number], headDim: number): WebGpuProgram {
  return {
    variableNames: ['x', 'cosines', 'sines'],
    variableComponents: [1, 1, 1],
    outputComponent: 1,
    outputShape,
    workgroupSize: [THREADS, 1, 1],
    dispatch: [Math.ceil((outputShape[0] * outputShape[1]) / THREADS), 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: 'direction : f32, ',
    size: true,
    shaderKey: `rstar_rotary_${headDim}`,
    getUserCode: () => `
    fn main(index: i32) {
      if (index < uniforms.size) {
        let row = index / uniforms.outShape[1];
        let channel = (index - row * uniforms.outShape[1]) % ${headDim};
        let angle = row * ${headDim} + channel;
        var turned: f32;
        if (channel < ${headDim / 2}) {
          turned = -x[index + ${headDim / 2}];
        } else {
          turned = x[index - ${headDim / 2}];
        }
        result[index] = x[index] * cosines[angle] + uniforms.direction * turned * sines[angle];
      }
    }
  `,
  };
}
