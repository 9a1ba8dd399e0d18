import type { DecoderConfig } from '../config.js';
import { parameterSpecs } from '../parameters.js';

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

/** @returns A and B of every matrix that has an adapter, in the model's order. */
export function adapterSpecs(
  config: DecoderConfig,
  { rank, targets }: Pick<AdapterShape, 'rank' | 'targets'>,
): readonly AdapterSpec[] {
  return parameterSpecs(config).flatMap(({ name, shape }): readonly AdapterSpec[] => {
    const [, stem, last] = /^(.*\.(\w+_proj)\.)weight$/.exec(name) ?? [];
    if (stem === undefined || !targets.includes(last!)) return [];
    const [inputs, outputs] = shape as readonly [number, number];
    return [
      // Kaiming's uniform bound with a = √5, as torch.nn.Linear and PEFT start.
      { name: `${stem}lora_A.weight`, shape: [inputs, rank], bound: 1 / Math.sqrt(inputs) },
      { name: `${stem}lora_B.weight`, shape: [rank, outputs], bound: 0 },
    ];
  });
}
