import type * as tf from '@tensorflow/tfjs-core';
import type { DecoderConfig } from '../../model/config.js';
import { addBias, linear, residual, rmsNorm, swiglu } from './layers.js';
import { gatherRows } from '../../kernel/index.js';
import type { FrozenParameters } from '../../model/parameters.js';
import { applyRotary, rotaryFrequencies, rotaryTables } from './rotary.js';

/**
 * Attention as the trunk sees it: what differs between training (packed, differentiable) and sampling (over a KV cache).
 *
 * @param q - Shape [N, heads · headDim], rotated; k likewise [N, kvHeads · headDim]; v is not rotated.
 * @returns Shape [N, heads · headDim].
 */
export type AttentionFunction = (layer: number, q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D) => tf.Tensor2D;

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
  parameters: FrozenParameters,
  tokens: Int32Array,
  positions: ArrayLike<number>,
  attention: AttentionFunction,
): tf.Tensor2D {
  const get = <T extends tf.Tensor>(name: string) => parameters.get(name) as T;
  const eps = config.rmsNormEps;
  const tables = rotaryTables(positions, rotaryFrequencies(config));
  let hidden = gatherRows(get<tf.Tensor2D>('model.embed_tokens.weight'), tokens);
  for (let layer = 0; layer < config.numHiddenLayers; layer++) {
    const weight = (suffix: string) => get<tf.Tensor2D>(`model.layers.${layer}.${suffix}.weight`);
    const gain = (suffix: string) => get<tf.Tensor1D>(`model.layers.${layer}.${suffix}.weight`);
    const project = (x: tf.Tensor2D, name: string) => {
      const bias = parameters.get(`model.layers.${layer}.self_attn.${name}.bias`) as tf.Tensor1D | undefined;
      const projected = linear(x, weight(`self_attn.${name}`));
      return bias === undefined ? projected : addBias(projected, bias);
    };
    const normalized = (x: tf.Tensor2D, name: string) =>
      config.qkNorm ? rmsNorm(x, gain(`self_attn.${name}`), eps) : x;
    const attended = rmsNorm(hidden, gain('input_layernorm'), eps);
    const q = normalized(project(attended, 'q_proj'), 'q_norm');
    const k = normalized(project(attended, 'k_proj'), 'k_norm');
    const v = project(attended, 'v_proj');
    const mixed = attention(layer, applyRotary(q, tables), applyRotary(k, tables), v);
    hidden = residual(hidden, project(mixed, 'o_proj'));
    const normed = rmsNorm(hidden, gain('post_attention_layernorm'), eps);
    const gated = swiglu(linear(normed, weight('mlp.gate_proj')), linear(normed, weight('mlp.up_proj')));
    hidden = residual(hidden, linear(gated, weight('mlp.down_proj')));
  }
  return rmsNorm(hidden, get<tf.Tensor1D>('model.norm.weight'), eps);
}

/** @returns The output matrix, shape [vocabSize, hiddenSize]: the embedding table itself where they are tied. */
export function outputWeight(config: DecoderConfig, parameters: FrozenParameters): tf.Tensor2D {
  const name = config.tieWordEmbeddings ? 'model.embed_tokens.weight' : 'lm_head.weight';
  return parameters.get(name) as tf.Tensor2D;
}
