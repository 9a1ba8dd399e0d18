import type * as tf from '@tensorflow/tfjs-core';
import { transformerHidden, type TrunkWeights } from './transformer.js';
import type { DecoderConfig } from '../../config.js';
import { packedAttention } from './packed-attention.js';

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
