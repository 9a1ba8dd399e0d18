import type * as tf from '@tensorflow/tfjs-core';
import { runProgram, type ProgramUniform, type WebGpuProgram } from '../../../internal/webgpu/backend.js';

/** How raw logits become z = softcap · tanh(raw / softcap) · scale, and which words a piece of them holds. */
export interface LogitShape {
  /** The vocabulary's number of the first column. */
  readonly start: number;
  /** 1 / temperature. */
  readonly scale: number;
  readonly softcap: number | undefined;
}

export const LOGIT_UNIFORMS = 'start : i32, scale : f32, softcap : f32, ';

/** @returns The uniforms that `LOGIT_UNIFORMS` declares; a soft cap of 0 is none. */
export function logitUniforms({ start, scale, softcap }: LogitShape): ProgramUniform[] {
  return [
    { type: 'int32', data: [start] },
    { type: 'float32', data: [scale] },
    { type: 'float32', data: [softcap ?? 0] },
  ];
}

/** `logit(raw)` is z and ∂z/∂raw. */
export const LOGIT_WGSL = `
    fn logit(raw: f32) -> vec2<f32> {
      if (uniforms.softcap > 0.0) {
        // Some drivers' tanh overflows where it has long been 1.
        let capped = tanh(clamp(raw / uniforms.softcap, -15.0, 15.0));
        return vec2<f32>(uniforms.softcap * capped, 1.0 - capped * capped) * uniforms.scale;
      }
      return vec2<f32>(raw, 1.0) * uniforms.scale;
    }
`;

/**
 * ∂L/∂raw for a piece of the logits: one read and one write of it.
 *
 * ∂L/∂z_j = g (δ_j − p_j) − g_H p_j (log p_j + entropy)
 *
 * @param logits - Raw logits of some words, [n, v].
 * @param targets - [n], in the numbering of the whole vocabulary.
 * @param rows - [n, 4]: log-sum-exp, entropy, g and g_H.
 */
export function rowGradient(
  logits: tf.Tensor2D,
  targets: tf.Tensor1D,
  rows: tf.Tensor2D,
  shape: LogitShape,
): tf.Tensor2D {
  return runProgram(gradientProgram(logits.shape), [logits, targets, rows], logitUniforms(shape));
}

const THREADS = 256;

function gradientProgram([rows, columns]: [number, number]): WebGpuProgram {
  const width = columns % 4 === 0 ? 4 : 1;
  return {
    variableNames: ['logits', 'targets', 'rows'],
    variableComponents: [width, 1, 4],
    outputComponent: width,
    outputShape: [rows, columns],
    workgroupSize: [THREADS, 1, 1],
    dispatch: [Math.ceil((rows * columns) / width / THREADS), 1, 1],
    dispatchLayout: { x: [0, 1] },
    uniforms: LOGIT_UNIFORMS,
    size: true,
    shaderKey: `rstar_row_gradient_${width}`,
    getUserCode: () => gradientCode(width),
  };
}

function gradientCode(width: number): string {
  const one = (lane: number): string => {
    const raw = width === 4 ? `raw[${lane}]` : 'raw';
    return `gradient(${raw}, column + ${lane} == target_, row)`;
  };
  const value = width === 4 ? `vec4<f32>(${[0, 1, 2, 3].map(one).join(', ')})` : one(0);
  return `
    ${LOGIT_WGSL}

    fn gradient(raw: f32, isTarget: bool, row: vec4<f32>) -> f32 {
      let z = logit(raw);
      let logp = z.x - row.x;
      let p = exp(logp);
      // Where p has underflowed its logarithm may be infinite, and the product is 0.
      let spread = select(p * (logp + row.y), 0.0, p == 0.0);
      return (row.z * (select(0.0, 1.0, isTarget) - p) - row.w * spread) * z.y;
    }

    fn main(index: i32) {
      if (index < uniforms.size) {
        let columns = uniforms.outShape[1] / ${width};
        let i = index / columns;
        let column = (index - i * columns) * ${width};
        let row = rows[i];
        let target_ = targets[i] - uniforms.start;
        let raw = logits[index];
        result[index] = ${value};
      }
    }
  `;
}
