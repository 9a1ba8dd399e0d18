import { describe, expect, it } from 'vitest';
import { QWEN3_0_6B, type DecoderConfig } from '../../../../src/tfjs/index.js';
import { configFromHuggingFace, configToHuggingFace } from '../../../../src/tfjs/model/hugging-face-config.js';
import type { RopeScaling } from '../../../../src/tfjs/model/config.js';

/** What transformers 4 writes for the smallest published model. */
const PUBLISHED = {
  architectures: ['Qwen3ForCausalLM'],
  attention_bias: false,
  attention_dropout: 0,
  bos_token_id: 151_643,
  eos_token_id: 151_645,
  head_dim: 128,
  hidden_act: 'silu',
  hidden_size: 1024,
  initializer_range: 0.02,
  intermediate_size: 3072,
  max_position_embeddings: 40_960,
  max_window_layers: 28,
  model_type: 'qwen3',
  num_attention_heads: 16,
  num_hidden_layers: 28,
  num_key_value_heads: 8,
  rms_norm_eps: 1e-6,
  rope_scaling: null,
  rope_theta: 1_000_000,
  sliding_window: null,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_cache: true,
  use_sliding_window: false,
  vocab_size: 151_936,
};

/** What Qwen2.5-0.5B-Instruct is published with. */
const QWEN2_5 = {
  architectures: ['Qwen2ForCausalLM'],
  attention_dropout: 0,
  bos_token_id: 151_643,
  eos_token_id: 151_645,
  hidden_act: 'silu',
  hidden_size: 896,
  initializer_range: 0.02,
  intermediate_size: 4864,
  max_position_embeddings: 32_768,
  max_window_layers: 21,
  model_type: 'qwen2',
  num_attention_heads: 14,
  num_hidden_layers: 24,
  num_key_value_heads: 2,
  rms_norm_eps: 1e-6,
  rope_theta: 1_000_000,
  sliding_window: 32_768,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_cache: true,
  use_sliding_window: false,
  vocab_size: 151_936,
};

/** What Llama-3.2-1B-Instruct is published with. */
const LLAMA_3_2 = {
  architectures: ['LlamaForCausalLM'],
  attention_bias: false,
  attention_dropout: 0,
  bos_token_id: 128_000,
  eos_token_id: [128_001, 128_008, 128_009],
  head_dim: 64,
  hidden_act: 'silu',
  hidden_size: 2048,
  initializer_range: 0.02,
  intermediate_size: 8192,
  max_position_embeddings: 131_072,
  mlp_bias: false,
  model_type: 'llama',
  num_attention_heads: 32,
  num_hidden_layers: 16,
  num_key_value_heads: 8,
  pretraining_tp: 1,
  rms_norm_eps: 1e-5,
  rope_scaling: {
    factor: 32,
    high_freq_factor: 4,
    low_freq_factor: 1,
    original_max_position_embeddings: 8192,
    rope_type: 'llama3',
  },
  rope_theta: 500_000,
  tie_word_embeddings: true,
  torch_dtype: 'bfloat16',
  use_cache: true,
  vocab_size: 128_256,
};

const YARN = { rope_scaling: { rope_type: 'yarn', factor: 4 } };

/** A file without some of its fields. */
function fieldsOf(json: object, ...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(json).filter(([name]) => !names.includes(name)));
}
const without = (...names: readonly string[]) => fieldsOf(PUBLISHED, ...names);

describe('configFromHuggingFace', () => {
  it('reads what transformers 4 writes', () => {
    expect(configFromHuggingFace(PUBLISHED)).toEqual(QWEN3_0_6B);
  });

  it('reads what transformers 5 writes: rotary parameters of their own, the type of each layer', () => {
    const rest = without('rope_theta', 'rope_scaling');
    const layer_types = Array.from({ length: 28 }, () => 'full_attention');
    const json = { ...rest, layer_types, rope_parameters: { rope_theta: 1_000_000, rope_type: 'default' } };
    expect(configFromHuggingFace(json)).toEqual(QWEN3_0_6B);
    const other = { ...json, rope_parameters: { rope_theta: 5e6, rope_type: 'default' } };
    expect(configFromHuggingFace(other).ropeTheta).toBe(5e6);
  });

  it('takes the defaults of transformers for what is left out', () => {
    expect(configFromHuggingFace(without('rope_theta', 'tie_word_embeddings'))).toMatchObject({
      ropeTheta: 10_000,
      tieWordEmbeddings: false,
    });
  });

  it('reads Qwen2.5: biases in its class, heads that share the hidden size, a window that is not in use', () => {
    expect(configFromHuggingFace(QWEN2_5)).toEqual({
      vocabSize: 151_936,
      hiddenSize: 896,
      numHiddenLayers: 24,
      numAttentionHeads: 14,
      numKeyValueHeads: 2,
      headDim: 64,
      intermediateSize: 4864,
      attentionBias: 'qkv',
      qkNorm: false,
      ropeTheta: 1_000_000,
      rmsNormEps: 1e-6,
      maxPositionEmbeddings: 32_768,
      tieWordEmbeddings: true,
    });
    expect(configFromHuggingFace(fieldsOf(QWEN2_5, 'use_sliding_window'))).toEqual(configFromHuggingFace(QWEN2_5));
  });

  it('reads Llama 3.2, its rotary scaling in the place of either version of transformers', () => {
    const config = configFromHuggingFace(LLAMA_3_2);
    expect(config).toMatchObject({ headDim: 64, attentionBias: 'none', qkNorm: false, ropeTheta: 500_000 });
    expect(config.ropeScaling).toEqual({
      kind: 'llama3',
      factor: 32,
      lowFreqFactor: 1,
      highFreqFactor: 4,
      originalMaxPositionEmbeddings: 8192,
    });
    const { rope_scaling: scaling, rope_theta, ...rest } = LLAMA_3_2;
    expect(configFromHuggingFace({ ...rest, rope_parameters: { ...scaling, rope_theta } })).toEqual(config);
  });

  it('takes as many key/value heads as heads, and heads that share the hidden size, where Llama says nothing', () => {
    const rest = fieldsOf(LLAMA_3_2, 'num_key_value_heads', 'head_dim');
    expect(configFromHuggingFace(rest)).toMatchObject({ numKeyValueHeads: 32, headDim: 64 });
    expect(configFromHuggingFace({ ...rest, attention_bias: true }).attentionBias).toBe('qkvo');
  });

  const linear: RopeScaling = { kind: 'linear', factor: 2.5 };
  it.each<[string, Partial<DecoderConfig>]>([
    ['Qwen3ForCausalLM', { ropeTheta: 100, tieWordEmbeddings: false }],
    ['Qwen3ForCausalLM', { attentionBias: 'qkvo', ropeScaling: linear }],
    ['Qwen2ForCausalLM', { attentionBias: 'qkv', qkNorm: false, headDim: 80 }],
    ['LlamaForCausalLM', { attentionBias: 'qkvo', qkNorm: false }],
    ['LlamaForCausalLM', { qkNorm: false, ropeScaling: configFromHuggingFace(LLAMA_3_2).ropeScaling }],
  ])('reads back what it writes: %s, %j', (architecture, changes) => {
    const config = { ...QWEN3_0_6B, ...changes };
    const json = configToHuggingFace(config);
    expect(json['architectures']).toEqual([architecture]);
    expect(configFromHuggingFace(json)).toEqual(config);
    const four = fieldsOf(json, 'rope_parameters');
    const five = fieldsOf(json, 'rope_scaling', 'rope_theta');
    expect([configFromHuggingFace(four), configFromHuggingFace(five)]).toEqual([config, config]);
  });

  it('has no name for a shape that transformers has not', () => {
    expect(() => configToHuggingFace({ ...QWEN3_0_6B, attentionBias: 'qkv' })).toThrow(
      /^config\.attentionBias: expected 'none' or 'qkvo' with qkNorm/,
    );
  });

  it.each<[string, object]>([
    ['model_type: expected one of qwen3, qwen2, llama, got "mistral"', { model_type: 'mistral' }],
    ['model_type: expected one of qwen3, qwen2, llama, got "qwen3_moe"', { model_type: 'qwen3_moe' }],
    ['model_type: expected one of qwen3, qwen2, llama, got "constructor"', { model_type: 'constructor' }],
    ['model_type: expected one of qwen3, qwen2, llama, got undefined', { model_type: undefined }],
    ['architectures: expected Qwen2ForCausalLM or Qwen2Model, got ["Qwen3ForCausalLM"]', { model_type: 'qwen2' }],
    ['architectures: expected Qwen3ForCausalLM', { architectures: ['Qwen3MoeForCausalLM'] }],
    ['hidden_act: expected "silu", got "gelu"', { hidden_act: 'gelu' }],
    ['attention_bias: expected true or false', { attention_bias: 'qkv' }],
    ['mlp_bias: expected false', { mlp_bias: true }],
    ['use_sliding_window: expected false', { use_sliding_window: true, sliding_window: 4096 }],
    [
      'sliding_window: expected null',
      { model_type: 'llama', architectures: ['LlamaForCausalLM'], use_sliding_window: undefined, sliding_window: 4096 },
    ],
    ['layer_types: expected full_attention', { layer_types: ['full_attention', 'sliding_attention'] }],
    [
      'rope_scaling: expected null or type default, linear or llama3 with its own numbers, of whole heads, got {"rope_type":"yarn"',
      YARN,
    ],
    ['rope_parameters: expected type default, linear or llama3', { rope_parameters: YARN.rope_scaling }],
    ['rope_parameters: expected type default', { rope_parameters: { full_attention: { rope_theta: 5e5 } } }],
    [
      'rope_scaling: expected what rope_parameters says',
      { rope_scaling: { type: 'linear', factor: 2 }, rope_parameters: { rope_type: 'default', rope_theta: 5e5 } },
    ],
    [
      'rope_scaling: expected what rope_parameters says',
      { rope_scaling: { type: 'linear', factor: 2 }, rope_parameters: { rope_type: 'linear', factor: 4 } },
    ],
    [
      'rope_scaling: expected what rope_parameters says',
      {
        rope_scaling: LLAMA_3_2.rope_scaling,
        rope_parameters: { ...LLAMA_3_2.rope_scaling, low_freq_factor: 2 },
      },
    ],
    [
      'rope_scaling: expected what rope_parameters says',
      { rope_scaling: { rope_theta: 1e4 }, rope_parameters: { rope_theta: 1e6 } },
    ],
    ['rope_theta: expected what rope_parameters or rope_scaling says', { rope_parameters: { rope_theta: 5e5 } }],
    ['rope_parameters: expected type default', { rope_parameters: { partial_rotary_factor: 0.5 } }],
    ['rope_scaling: expected null or type default', { rope_scaling: { type: 'linear', factor: 2, mscale: 3 } }],
    ['rope_scaling: expected null or type default', { rope_scaling: { type: 'linear', rope_type: 'default' } }],
    ['rope_scaling: expected null or type default', { rope_scaling: 'linear' }],
    ['attn_logit_softcapping: expected null, got 50', { attn_logit_softcapping: 50 }],
    ['query_pre_attn_scalar: expected null, got 256', { query_pre_attn_scalar: 256 }],
    ['logits_scaling: expected 1, got 8', { logits_scaling: 8 }],
    ['embedding_multiplier: expected 1, got 12', { embedding_multiplier: 12 }],
    ['num_experts: expected 0, got 128', { num_experts: 128 }],
    ['use_qk_norm: expected what the architecture has, got false', { use_qk_norm: false }],
    ['partial_rotary_factor: expected 1, got 0.5', { partial_rotary_factor: 0.5 }],
    ['quantization_config: expected null', { quantization_config: { quant_method: 'fp8' } }],
  ])('refuses by name what is not computed: %s', (message, changes) => {
    expect(() => configFromHuggingFace({ ...PUBLISHED, ...changes })).toThrow(RangeError);
    expect(() => configFromHuggingFace({ ...PUBLISHED, ...changes })).toThrow(`config.json: ${message}`);
  });

  it('names a field that is missing', () => {
    expect(() => configFromHuggingFace(without('head_dim'))).toThrow('config.headDim: expected number, got undefined');
    expect(() => configFromHuggingFace({ ...LLAMA_3_2, rope_scaling: { rope_type: 'llama3', factor: 8 } })).toThrow(
      'config.ropeScaling.lowFreqFactor: expected number, got undefined',
    );
  });
});
