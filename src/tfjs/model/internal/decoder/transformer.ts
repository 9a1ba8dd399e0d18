import type * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../config.js';
import { adaptedLinear, addBias, linear, residual, rmsNorm, swiglu } from './layers.js';
import { gatherRows } from '../../../kernel/index.js';
import { type FrozenParameters, requireLive } from '../../parameters.js';
import { packedAttention } from './packed-attention.js';
import { applyRotary, normedRotary, rotaryFrequencies, rotaryTables } from './rotary.js';

/**
 * Attention as the trunk sees it: what differs between training (packed, differentiable) and sampling (over a KV cache).
 *
 * @param q - Shape [N, heads · headDim], rotated; k likewise [N, kvHeads · headDim]; v is not rotated.
 * @returns Shape [N, heads · headDim].
 */
export type AttentionFunction = (layer: number, q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D) => tf.Tensor2D;

/** The parameters of the trunk: a model's, which are frozen if there is an adapter too. */
export interface TrunkWeights {
  readonly parameters: FrozenParameters;
  readonly adapter?: { readonly parameters: FrozenParameters; readonly scale: number } | undefined;
}

/**
 * The trunk: embedding, blocks of attention (rotary; biases and QK-norm where the configuration says so) and SwiGLU with
 * pre-RMSNorm, final norm.
 *
 * @param tokens - Shape [N], flat.
 * @param positions - Shape [N], each token's place in its own sequence.
 * @returns Hidden states, shape [N, hiddenSize]; the output head is the caller's (`outputWeight`), so that logits are
 *   computed only where they are wanted.
 * @remarks Sources: the technical reports of Qwen3 (arXiv 2505.09388), Qwen2 (2407.10671) and Llama 3 (2407.21783), and
 *   the public modelling code of transformers.
 */
export function transformerHidden(
  config: DecoderConfig,
  { parameters, adapter }: TrunkWeights,
  tokens: Int32Array,
  positions: ArrayLike<number>,
  attention: AttentionFunction,
): tf.Tensor2D {
  requireLive({ parameters, adapter });
  const get = <T extends tf.Tensor>(name: string) => parameters.get(name) as T;
  const eps = config.rmsNormEps;
  const frozen = adapter !== undefined;
  const tables = rotaryTables(positions, rotaryFrequencies(config));
  let hidden = gatherRows(get<tf.Tensor2D>('model.embed_tokens.weight'), tokens);
  for (let layer = 0; layer < config.numHiddenLayers; layer++) {
    const at = (suffix: string) => `model.layers.${layer}.${suffix}`;
    const norm = (x: tf.Tensor2D, name: string) => rmsNorm(x, get<tf.Tensor1D>(`${at(name)}.weight`), eps, frozen);
    const multiply = (x: tf.Tensor2D, name: string) => {
      const weight = get<tf.Tensor2D>(`${at(name)}.weight`);
      const a = adapter?.parameters.get(`${at(name)}.lora_A.weight`) as tf.Tensor2D | undefined;
      if (adapter === undefined || a === undefined) return linear(x, weight, frozen);
      const b = adapter.parameters.get(`${at(name)}.lora_B.weight`) as tf.Tensor2D;
      return adaptedLinear(x, weight, { a, b, scale: adapter.scale });
    };
    const project = (x: tf.Tensor2D, name: string) => {
      const bias = parameters.get(`${at(name)}.bias`) as tf.Tensor1D | undefined;
      const projected = multiply(x, name);
      return bias === undefined ? projected : addBias(projected, bias, frozen);
    };
    const turn = (x: tf.Tensor2D, name: string) =>
      config.qkNorm
        ? normedRotary(x, get<tf.Tensor1D>(`${at(name)}.weight`), eps, tables, frozen)
        : applyRotary(x, tables);
    const attended = norm(hidden, 'input_layernorm');
    const q = turn(project(attended, 'self_attn.q_proj'), 'self_attn.q_norm');
    const k = turn(project(attended, 'self_attn.k_proj'), 'self_attn.k_norm');
    const v = project(attended, 'self_attn.v_proj');
    const mixed = attention(layer, q, k, v);
    hidden = residual(hidden, project(mixed, 'self_attn.o_proj'));
    const normed = norm(hidden, 'post_attention_layernorm');
    const gated = swiglu(multiply(normed, 'mlp.gate_proj'), multiply(normed, 'mlp.up_proj'));
    hidden = residual(hidden, multiply(gated, 'mlp.down_proj'));
  }
  return rmsNorm(hidden, get<tf.Tensor1D>('model.norm.weight'), eps, frozen);
}

/** @returns The output matrix, shape [vocabSize, hiddenSize]: the embedding table itself where they are tied. */
export function outputWeight(config: DecoderConfig, parameters: FrozenParameters): tf.Tensor2D {
  const name = config.tieWordEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight';
  return parameters.get(name) as tf.Tensor2D;
}

/** @returns Hidden states of packed sequences, shape [N, hiddenSize]; differentiable. */
export function packedHidden(
  config: DecoderConfig,
  weights: TrunkWeights,
  tokens: Int32Array,
  offsets: Int32Array,
): tf.Tensor2D {
  const { numAttentionHeads: heads, numKeyValueHeads: kvHeads, headDim } = config;
  return transformerHidden(config, weights, tokens, positionsOf(offsets), (_layer, q, k, v) =>
    packedAttention(q, k, v, { offsets, heads, kvHeads, headDim }),
  );
}

/** Each token's place in its own sequence; shape [N]. */
function positionsOf(offsets: Int32Array): Int32Array {
  const positions = new Int32Array(offsets.at(-1) ?? 0);
  for (let s = 0; s + 1 < offsets.length; s++) {
    for (let at = offsets[s]!; at < offsets[s + 1]!; at++) positions[at] = at - offsets[s]!;
  }
  return positions;
}
