import * as tf from '@tensorflow/tfjs-core';
import { differentiable } from '../../../internal/differentiable.js';
import { hostMemory } from '../../../internal/memory/host-memory.js';
import type { AttentionShape } from './grouped-attention.js';
import { batchedAttention, batchedAttentionGradients } from './packed-attention-batched.js';
import { hostedAttention, hostedAttentionGradients, read } from './packed-attention-hosted.js';

/**
 * Causal grouped-query attention over packed sequences, softmax(q·kᵀ / √headDim)·v, no token attending outside its own.
 *
 * Work is Σ T², never S · max(T)², and nothing is padded. The probabilities are not kept for the backward pass but
 * computed again, so memory stays linear in tokens. Two forms, equal in value: rows gathered by plain loops where
 * tensors live in this process (`wasm`, `cpu`), batched products where they live elsewhere (`webgpu`, `tensorflow`, `webgl`).
 *
 * @param q - Shape [N, heads · headDim].
 * @param k - Shape [N, kvHeads · headDim].
 * @param v - Shape [N, kvHeads · headDim].
 * @returns Shape [N, heads · headDim].
 */
export function packedAttention(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D, shape: AttentionShape): tf.Tensor2D {
  const hosted = hostMemory() !== undefined;
  return differentiable([q, k, v], () => {
    const value = hosted
      ? tf.tensor2d(hostedAttention([read(q), read(k), read(v)], shape), q.shape)
      : batchedAttention(q, k, v, shape);
    return {
      value,
      saved: [q, k, v, value],
      gradient: (dy, saved) => {
        const [qs, ks, vs, out] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        if (!hosted) return batchedAttentionGradients([qs, ks, vs], out, dy, shape);
        const gradients = hostedAttentionGradients([read(qs), read(ks), read(vs)], read(out), read(dy), shape);
        return gradients.map((gradient, i) => tf.tensor2d(gradient, [q, k, v][i]!.shape));
      },
    };
  });
}
