import type { ProgramUniform } from './backend.js';

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
