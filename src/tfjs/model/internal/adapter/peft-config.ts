import { ModelFileError } from '../../../../base/index.js';
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

/** `adapter_config.json`, as PEFT writes it. */
type Json = { readonly [field: string]: unknown };

/** Fields that say where an adapter comes from, or how it started or was trained: nothing that is computed with it. */
const WITHOUT_EFFECT = new Set([
  'task_type',
  'auto_mapping',
  'peft_version',
  'base_model_name_or_path',
  'revision',
  'inference_mode',
  'lora_dropout',
  'megatron_core',
  'qalora_group_size',
  'layers_pattern',
  'eva_config',
]);

/** Fields that are read. */
const READ = new Set(['peft_type', 'r', 'lora_alpha', 'use_rslora', 'target_modules', 'bias', 'init_lora_weights']);

/** Starts that change the base's weights as well: the file's adapter is one of those, not of the published ones. */
const PLAIN_STARTS: readonly unknown[] = [undefined, null, true, false, 'gaussian', 'orthogonal', 'eva'];

/**
 * @returns The adapter's configuration.
 * @throws ModelFileError naming the first field with an unsupported feature (DoRA, biases, modules trained whole,
 *   ranks by module, …), known or not, or is not what it should be.
 */
export function adapterFromPeft(json: Json, config: DecoderConfig): AdapterSettings {
  const refuse = (field: string, expected: string): never => {
    throw new ModelFileError(`adapter_config.json: ${field}: expected ${expected}, got ${JSON.stringify(json[field])}`);
  };
  if (json['peft_type'] !== 'LORA') refuse('peft_type', 'LORA');
  if ((json['bias'] ?? 'none') !== 'none') refuse('bias', 'none (trained biases are not read)');
  if (!PLAIN_STARTS.includes(json['init_lora_weights']))
    refuse('init_lora_weights', 'a start that leaves the base as it was published');
  for (const [field, value] of Object.entries(json)) {
    if (READ.has(field) || WITHOUT_EFFECT.has(field) || isOff(value)) continue;
    refuse(field, 'none (it is not computed)');
  }
  const { r: rank, lora_alpha: alpha, use_rslora: stabilized, target_modules: targets } = json;
  if (!Number.isSafeInteger(rank) || (rank as number) < 1) refuse('r', 'a positive integer');
  // Beyond float32 it is infinite, and so is all that is computed with it.
  if (!(typeof alpha === 'number' && alpha > 0 && Number.isFinite(Math.fround(alpha))))
    refuse('lora_alpha', 'a positive number');
  if (typeof (stabilized ?? false) !== 'boolean') refuse('use_rslora', 'true or false');
  const names = targetsOf(targets, config);
  if (names === undefined)
    refuse('target_modules', `all-linear, or some of ${ADAPTED_MATRICES.join(', ')}, the same in every layer`);
  return {
    rank: rank as number,
    alpha: alpha as number,
    rankStabilized: stabilized === true,
    targets: names!,
  };
}

/**
 * PEFT lists modules by the ends of their names, or by their whole names.
 *
 * @returns Last parts of the names; undefined where one is no matrix of the model, or not of every layer.
 */
function targetsOf(targets: unknown, config: DecoderConfig): readonly string[] | undefined {
  if (targets === 'all-linear') return ADAPTED_MATRICES;
  if (!Array.isArray(targets) || targets.length === 0) return undefined;
  const matrices = adaptableMatrices(config);
  const matched = new Set<AdaptableMatrix>();
  for (const name of targets as readonly unknown[]) {
    const fitting = matrices.filter(({ module }) => module === name || module.endsWith(`.${String(name)}`));
    if (fitting.length === 0) return undefined;
    for (const matrix of fitting) matched.add(matrix);
  }
  const names = new Set(Array.from(matched, ({ target }) => target));
  if (matrices.some((matrix) => names.has(matrix.target) && !matched.has(matrix))) return undefined;
  return ADAPTED_MATRICES.filter((name) => names.has(name));
}

/** The values of a switch that is off. */
function isOff(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === false;
}

/** @returns The content of `adapter_config.json` for an adapter. @param baseModel - The model that it belongs to. */
export function adapterToPeft(
  { rank, alpha, rankStabilized, targets }: AdapterSettings,
  baseModel: string | null,
): Json {
  return {
    peft_type: 'LORA',
    task_type: 'CAUSAL_LM',
    base_model_name_or_path: baseModel,
    r: rank,
    lora_alpha: alpha,
    use_rslora: rankStabilized,
    target_modules: targets,
    lora_dropout: 0,
    bias: 'none',
    fan_in_fan_out: false,
    modules_to_save: null,
    use_dora: false,
    init_lora_weights: true,
    inference_mode: true,
  };
}
