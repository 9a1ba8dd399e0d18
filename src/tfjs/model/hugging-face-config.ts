import { checkArgument } from '../../base/internal/index.js';
import { decoderConfig, type DecoderConfig, type RopeScaling } from './config.js';
import { checkFields, type Json } from './internal/hugging-face-fields.js';

/**
 * Reads a published model's `config.json`, in the format of transformers 4 or 5: dense models of Qwen3, Qwen2, Qwen2.5 and Llama 3.x, and
 * of the same architecture (SmolLM2, TinyLlama, …).
 *
 * Fields that do not change the computation are ignored.
 *
 * @throws RangeError naming a field with an unsupported feature: another architecture, sliding windows, a rotary
 *   embedding other than default, linear and llama3, another activation, biases outside the attention, quantized
 *   weights; TypeError or RangeError naming a field that is missing or out of range.
 *
 * @example
 * const config = configFromHuggingFace(JSON.parse(readFileSync('models/qwen3/config.json', 'utf8')));
 */
export function configFromHuggingFace(json: Json): DecoderConfig {
  checkArgument(json, 'json', 'an object');
  const type = checkFields(json);
  const { num_attention_heads: heads, hidden_size: hidden } = json;
  const rope = ropeOf(json);
  // Defaults are those of transformers, which are not those of the published models; Qwen3's heads have no default that follows from the others.
  const sharedDim = type === 'qwen3' ? undefined : Number(hidden) / Number(heads);
  const scaling = ropeScaling(rope);
  return decoderConfig({
    vocabSize: json['vocab_size'],
    hiddenSize: hidden,
    numHiddenLayers: json['num_hidden_layers'],
    numAttentionHeads: heads,
    numKeyValueHeads: json['num_key_value_heads'] ?? (type === 'llama' ? heads : undefined),
    headDim: json['head_dim'] ?? sharedDim,
    intermediateSize: json['intermediate_size'],
    attentionBias: type === 'qwen2' ? 'qkv' : json['attention_bias'] === true ? 'qkvo' : 'none',
    qkNorm: type === 'qwen3',
    ropeTheta: rope['rope_theta'] ?? json['rope_theta'] ?? 10_000,
    ...(scaling === undefined ? {} : { ropeScaling: scaling }),
    rmsNormEps: json['rms_norm_eps'] ?? undefined,
    maxPositionEmbeddings: json['max_position_embeddings'],
    tieWordEmbeddings: json['tie_word_embeddings'] ?? false,
  } as Parameters<typeof decoderConfig>[0]);
}

/**
 * @returns The model's configuration from `config.json`, for transformers of either major version.
 * @throws RangeError for a configuration that no architecture of transformers has: normalised queries and keys with a bias only on queries,
 *   keys and values.
 */
export function configToHuggingFace(config: DecoderConfig): Json {
  checkArgument(config, 'config', 'an object');
  const [type, name] = architecture(config);
  const { ropeTheta, ropeScaling } = config;
  const scaling = ropeScaling === undefined ? undefined : scalingFields(ropeScaling);
  return {
    architectures: [`${name}ForCausalLM`],
    model_type: type,
    vocab_size: config.vocabSize,
    hidden_size: config.hiddenSize,
    num_hidden_layers: config.numHiddenLayers,
    num_attention_heads: config.numAttentionHeads,
    num_key_value_heads: config.numKeyValueHeads,
    head_dim: config.headDim,
    intermediate_size: config.intermediateSize,
    hidden_act: 'silu',
    ...(type === 'qwen2' ? {} : { attention_bias: config.attentionBias === 'qkvo' }),
    ...(type === 'llama' ? { mlp_bias: false } : { use_sliding_window: false }),
    rope_theta: ropeTheta,
    ...(scaling === undefined ? {} : { rope_scaling: scaling }),
    rope_parameters: { rope_theta: ropeTheta, ...(scaling ?? { rope_type: 'default' }) },
    rms_norm_eps: config.rmsNormEps,
    max_position_embeddings: config.maxPositionEmbeddings,
    tie_word_embeddings: config.tieWordEmbeddings,
    torch_dtype: 'float32',
  };
}

function architecture({ qkNorm, attentionBias }: DecoderConfig): readonly [string, string] {
  if (qkNorm && attentionBias === 'qkv')
    throw new RangeError(
      "config.attentionBias: expected 'none' or 'qkvo' with qkNorm, got 'qkv': no architecture has it",
    );
  if (qkNorm) return ['qwen3', 'Qwen3'];
  return attentionBias === 'qkv' ? ['qwen2', 'Qwen2'] : ['llama', 'Llama'];
}

/** Transformers 5 keeps all of it in `rope_parameters`; 4 has the scaling alone, in `rope_scaling`. */
function ropeOf(json: Json): Json {
  // Where a file has both they agree, but for the base that one of them may leave out.
  return { ...(json['rope_scaling'] as Json | null), ...(json['rope_parameters'] as Json | null) };
}

function ropeScaling(rope: Json): { [field in string]: unknown } | undefined {
  const kind = rope['rope_type'] ?? rope['type'] ?? 'default';
  if (kind === 'linear') return { kind, factor: rope['factor'] };
  if (kind !== 'llama3') return undefined;
  return {
    kind,
    factor: rope['factor'],
    lowFreqFactor: rope['low_freq_factor'],
    highFreqFactor: rope['high_freq_factor'],
    originalMaxPositionEmbeddings: rope['original_max_position_embeddings'],
  };
}

function scalingFields(scaling: RopeScaling): Json {
  if (scaling.kind === 'linear') return { rope_type: 'linear', factor: scaling.factor };
  return {
    rope_type: 'llama3',
    factor: scaling.factor,
    low_freq_factor: scaling.lowFreqFactor,
    high_freq_factor: scaling.highFreqFactor,
    original_max_position_embeddings: scaling.originalMaxPositionEmbeddings,
  };
}
