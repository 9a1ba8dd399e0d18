import type { DecoderConfig } from '../../config.js';
import type { AdapterSettings } from '../../decoder.js';
import { parameterSpecs } from '../../parameters.js';

/** The matrices that an adapter can stand beside, by the last part of their names, as PEFT lists them. */
export const ADAPTED_MATRICES = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

/** One matrix of an adapter. */
export interface AdapterSpec {
  readonly name: string;
  readonly shape: readonly [number, number];
  /** It starts uniform in ±bound; 0 for zeros. */
  readonly bound: number;
}

/** A matrix that an adapter can stand beside. */
export interface AdaptableMatrix {
  /** Its whole name, `model.layers.0.self_attn.q_proj`, and the last part of it. */
  readonly module: string;
  readonly target: string;
  readonly shape: readonly [inputs: number, outputs: number];
}

/** @returns The linear layers of the blocks, in the model's order: what published files have as PyTorch's `Linear` does. */
export function adaptableMatrices(config: DecoderConfig): readonly AdaptableMatrix[] {
  return parameterSpecs(config)
    .filter(({ transposedInFiles }) => transposedInFiles)
    .map(({ name, shape: [inputs, outputs] }) => {
      const module = name.slice(0, -'.weight'.length);
      return { module, target: module.slice(module.lastIndexOf('.') + 1), shape: [inputs!, outputs!] };
    });
}

/** @returns A and B of every matrix that has an adapter, in the model's order. */
export function adapterSpecs(
  config: DecoderConfig,
  { rank, targets }: Pick<AdapterSettings, 'rank' | 'targets'>,
): readonly AdapterSpec[] {
  return adaptableMatrices(config)
    .filter(({ target }) => targets.includes(target))
    .flatMap(({ module, shape: [inputs, outputs] }): readonly AdapterSpec[] => [
      // Kaiming's uniform bound with a = √5, as torch.nn.Linear and PEFT start.
      { name: `${module}.lora_A.weight`, shape: [inputs, rank], bound: 1 / Math.sqrt(inputs) },
      { name: `${module}.lora_B.weight`, shape: [rank, outputs], bound: 0 },
    ]);
}
