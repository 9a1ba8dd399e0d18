import { checkArgument } from '../../base/internal/index.js';
import { qwen3Config, type Qwen3Config } from './config.js';

type Json = { readonly [key: string]: unknown };

/** What a field of `config.json` may say, and what else it says of models that are not computed here. */
const REQUIREMENTS: readonly {
  readonly name: string;
  readonly expected: string;
  readonly fits: (value: unknown, json: Json) => boolean;
}[] = [
  { name: 'model_type', expected: '"qwen3"', fits: (value) => value === 'qwen3' },
  {
    name: 'architectures',
    expected: 'Qwen3ForCausalLM or Qwen3Model',
    fits: (value) =>
      Array.isArray(value) && value.every((name) => name === 'Qwen3ForCausalLM' || name === 'Qwen3Model'),
  },
  { name: 'hidden_act', expected: '"silu"', fits: (value) => value === 'silu' },
  { name: 'attention_bias', expected: 'false', fits: (value) => value === false },
  { name: 'mlp_bias', expected: 'false', fits: (value) => value === false },
  {
    name: 'use_sliding_window',
    expected: 'false (sliding windows are not computed)',
    fits: (value) => value === false,
  },
  {
    name: 'layer_types',
    expected: 'full_attention in every layer',
    fits: (value) => Array.isArray(value) && value.every((type) => type === 'full_attention'),
  },
  {
    // Without `use_sliding_window`, a window that is given is in use.
    name: 'sliding_window',
    expected: 'null (sliding windows are not computed)',
    fits: (_value, json) => json['use_sliding_window'] === false || json['layer_types'] !== undefined,
  },
  { name: 'rope_scaling', expected: 'null or type default', fits: isDefaultRope },
  { name: 'rope_parameters', expected: 'type default', fits: isDefaultRope },
  { name: 'partial_rotary_factor', expected: '1', fits: (value) => value === 1 },
  { name: 'quantization_config', expected: 'null (quantized weights are not read)', fits: () => false },
];

/**
 * Reads a published model's `config.json`, as transformers 4 or 5 wrote it.
 *
 * Fields that change nothing in what is computed are ignored.
 *
 * @throws RangeError naming a field that asks for what is not computed: another architecture, sliding windows, another
 *   rotary embedding (yarn, linear, …), another activation, biases; TypeError or RangeError naming a field that is missing
 *   or out of range.
 */
export function qwen3ConfigFromHuggingFace(json: Json): Qwen3Config {
  checkArgument(json, 'json', 'an object');
  for (const { name, expected, fits } of REQUIREMENTS) {
    const value = json[name] ?? undefined;
    if (value !== undefined && !fits(value, json))
      throw new RangeError(`config.json: ${name}: expected ${expected}, got ${JSON.stringify(value)}`);
  }
  const rope = json['rope_parameters'] as Json | null | undefined;
  return qwen3Config({
    vocabSize: json['vocab_size'],
    hiddenSize: json['hidden_size'],
    numHiddenLayers: json['num_hidden_layers'],
    numAttentionHeads: json['num_attention_heads'],
    numKeyValueHeads: json['num_key_value_heads'],
    headDim: json['head_dim'],
    intermediateSize: json['intermediate_size'],
    // Defaults are those of transformers, which are not those of the published models.
    ropeTheta: rope?.['rope_theta'] ?? json['rope_theta'] ?? 10_000,
    rmsNormEps: json['rms_norm_eps'],
    maxPositionEmbeddings: json['max_position_embeddings'],
    tieWordEmbeddings: json['tie_word_embeddings'] ?? false,
  } as Parameters<typeof qwen3Config>[0]);
}

/** @returns What `config.json` says of the model, for transformers of either major version. */
export function qwen3ConfigToHuggingFace(config: Qwen3Config): Json {
  return {
    architectures: ['Qwen3ForCausalLM'],
    model_type: 'qwen3',
    vocab_size: config.vocabSize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.numHiddenLayers,
    num_attention_heads: config.numAttentionHeads,
    num_key_value_heads: config.numKeyValueHeads,
    head_dim: config.headDim,
    intermediate_size: config.intermediateSize,
    hidden_act: 'silu',
    attention_bias: false,
    use_sliding_window: false,
    rope_theta: config.ropeTheta,
    rope_parameters: { rope_type: 'default', rope_theta: config.ropeTheta },
    rms_norm_eps: config.rmsNormEps,
    max_position_embeddings: config.maxPositionEmbeddings,
    tie_word_embeddings: config.tieWordEmbeddings,
    torch_dtype: 'float32',
  };
}

/** Parameters by layer type (nested objects) belong to sliding windows. */
function isDefaultRope(value: unknown): boolean {
  const rope = value as Json;
  const type = rope['rope_type'] ?? rope['type'] ?? 'default';
  return type === 'default' && Object.values(rope).every((entry) => typeof entry !== 'object' || entry === null);
}
