import type { DecoderConfig } from '../../model/config.js';
import { parameterSpecs } from '../../model/parameters.js';

/** The matrices that an adapter can stand beside, by the last part of their names, as PEFT lists them. */
export const ADAPTED_MATRICES = ['q_proj', 'k_proj', 'v_proj', 'o_proj', 'gate_proj', 'up_proj', 'down_proj'] as const;

/** What an adapter is, but for its numbers. */
export interface AdapterShape {
  readonly rank: number;
  readonly alpha: number;
  readonly rankStabilized: boolean;
  readonly targets: readonly string[];
}

/** One matrix of an adapter. */
export interface AdapterSpec {
  readonly name: string;
  readonly shape: readonly [number, number];
  /** It starts uniform in ±bound; 0 for zeros. */
  readonly bound: number;
}

/** @returns The matrices that may have one, by their whole names: `model.layers.0.self_attn.q_proj`, … */
export function adaptableModules(config: DecoderConfig): readonly string[] {
  return parameterSpecs(config).flatMap(({ name }) => (name.endsWith('_proj.weight') ? [name.slice(0, -7)] : []));
}

/** @returns `q_proj` of a whole name. */
export function lastPart(module: string): string {
  return module.slice(module.lastIndexOf('.') + 1);
}

/** @returns A and B of every matrix that has an adapter, in the model's order. */
export function adapterSpecs(
  config: DecoderConfig,
  { rank, targets }: Pick<AdapterShape, 'rank' | 'targets'>,
): readonly AdapterSpec[] {
  return parameterSpecs(config).flatMap(({ name, shape }): readonly AdapterSpec[] => {
    const stem = name.slice(0, -'weight'.length);
    if (!name.endsWith('_proj.weight') || !targets.includes(lastPart(stem.slice(0, -1)))) return [];
    const [inputs, outputs] = shape as readonly [number, number];
    return [
      // Kaiming's uniform bound with a = √5, as torch.nn.Linear and PEFT start.
      { name: `${stem}lora_A.weight`, shape: [inputs, rank], bound: 1 / Math.sqrt(inputs) },
      { name: `${stem}lora_B.weight`, shape: [rank, outputs], bound: 0 },
    ];
  });
}
