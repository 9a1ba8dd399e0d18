import { describe, expect, it } from 'vitest';
import { QWEN3_0_6B, qwen3ConfigFromHuggingFace } from '../../../../src/tfjs/index.js';
import { qwen3ConfigToHuggingFace } from '../../../../src/tfjs/model/hugging-face-config.js';

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

/** The file without some of its fields. */
function without(...names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(PUBLISHED).filter(([name]) => !names.includes(name)));
}

describe('qwen3ConfigFromHuggingFace', () => {
  it('reads what transformers 4 writes', () => {
    expect(qwen3ConfigFromHuggingFace(PUBLISHED)).toEqual(QWEN3_0_6B);
  });

  it('reads what transformers 5 writes: rotary parameters of their own, the type of each layer', () => {
    const rest = without('rope_theta', 'rope_scaling');
    const layer_types = Array.from({ length: 28 }, () => 'full_attention');
    const json = { ...rest, layer_types, rope_parameters: { rope_theta: 1_000_000, rope_type: 'default' } };
    expect(qwen3ConfigFromHuggingFace(json)).toEqual(QWEN3_0_6B);
    const other = { ...json, rope_parameters: { rope_theta: 5e6, rope_type: 'default' } };
    expect(qwen3ConfigFromHuggingFace(other).ropeTheta).toBe(5e6);
  });

  it('takes the defaults of transformers for what is left out', () => {
    expect(qwen3ConfigFromHuggingFace(without('rope_theta', 'tie_word_embeddings'))).toMatchObject({
      ropeTheta: 10_000,
      tieWordEmbeddings: false,
    });
  });

  it('reads back what it writes', () => {
    const config = { ...QWEN3_0_6B, ropeTheta: 100, tieWordEmbeddings: false };
    expect(qwen3ConfigFromHuggingFace(qwen3ConfigToHuggingFace(config))).toEqual(config);
  });

  it.each<[string, object]>([
    ['model_type: expected "qwen3", got "llama"', { model_type: 'llama' }],
    ['architectures: expected Qwen3ForCausalLM', { architectures: ['Qwen3MoeForCausalLM'] }],
    ['hidden_act: expected "silu", got "gelu"', { hidden_act: 'gelu' }],
    ['attention_bias: expected false, got true', { attention_bias: true }],
    ['mlp_bias: expected false', { mlp_bias: true }],
    ['use_sliding_window: expected false', { use_sliding_window: true, sliding_window: 4096 }],
    ['sliding_window: expected null', { use_sliding_window: undefined, sliding_window: 4096 }],
    ['layer_types: expected full_attention', { layer_types: ['full_attention', 'sliding_attention'] }],
    ['rope_scaling: expected null or type default, got {"rope_type":"yarn"', { rope_scaling: { rope_type: 'yarn' } }],
    ['rope_scaling: expected null or type default', { rope_scaling: { type: 'linear', factor: 2 } }],
    ['rope_parameters: expected type default', { rope_parameters: { rope_type: 'llama3', rope_theta: 5e5 } }],
    ['rope_parameters: expected type default', { rope_parameters: { full_attention: { rope_theta: 5e5 } } }],
    ['partial_rotary_factor: expected 1, got 0.5', { partial_rotary_factor: 0.5 }],
    ['quantization_config: expected null', { quantization_config: { quant_method: 'fp8' } }],
  ])('refuses by name what is not computed: %s', (message, changes) => {
    expect(() => qwen3ConfigFromHuggingFace({ ...PUBLISHED, ...changes })).toThrow(RangeError);
    expect(() => qwen3ConfigFromHuggingFace({ ...PUBLISHED, ...changes })).toThrow(`config.json: ${message}`);
  });

  it('names a field that is missing', () => {
    expect(() => qwen3ConfigFromHuggingFace(without('head_dim'))).toThrow(
      'config.headDim: expected number, got undefined',
    );
  });
});
