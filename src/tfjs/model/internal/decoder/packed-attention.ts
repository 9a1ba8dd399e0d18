import * as tf from '@tensorflow/tfjs-core';
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
  return tf.customGrad((q, k, v, save) => {
    const inputs = [q, k, v] as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
    const value = hosted
      ? tf.tensor2d(hostedAttention([read(inputs[0]), read(inputs[1]), read(inputs[2])], shape), inputs[0].shape)
      : batchedAttention(...inputs, shape);
    (save as tf.GradSaveFunc)([...inputs, value]);
    return {
      value,
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        const [qs, ks, vs, out] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        if (!hosted) return batchedAttentionGradients([qs, ks, vs], out, dy as tf.Tensor2D, shape);
        const gradients = hostedAttentionGradients([read(qs), read(ks), read(vs)], read(out), read(dy), shape);
        return gradients.map((gradient, i) => tf.tensor2d(gradient, inputs[i]!.shape));
      },
    };
  })(q, k, v);
}
