import type * as tf from '@tensorflow/tfjs-core';
import { heapKernels } from '../../../internal/compiled/heap-kernels.js';
import { differentiable } from '../../../internal/differentiable.js';
import { nativeBackend } from '../../../internal/native/backend.js';
import type { AttentionShape } from './grouped-attention.js';
import { batchedAttention, batchedAttentionGradients } from './packed-attention-batched.js';
import { nativeAttention, nativeAttentionGradients } from './native/attention.js';
import { fusedAttention, fusedAttentionGradients } from './packed-attention-fused.js';

/**
 * Causal grouped-query attention over packed sequences, softmax(q·kᵀ / √headDim)·v, no token attending outside its own.
 *
 * Work is Σ T², never S · max(T)², and nothing is padded. The probabilities are not kept for the backward pass but
 * computed again, so memory stays linear in tokens. Three forms, equal in value: one compiled program
 * on `wasm`, operations of TensorFlow's own on `tensorflow`, and batched products elsewhere.
 *
 * @param q - Shape [N, heads · headDim].
 * @param k - Shape [N, kvHeads · headDim].
 * @param v - Shape [N, kvHeads · headDim].
 * @returns Shape [N, heads · headDim].
 */
export function packedAttention(q: tf.Tensor2D, k: tf.Tensor2D, v: tf.Tensor2D, shape: AttentionShape): tf.Tensor2D {
  const heap = heapKernels(shape.headDim);
  const isNative = nativeBackend() !== undefined && q.shape[0] > 0;
  const [attend, gradients] = isNative
    ? [nativeAttention, nativeAttentionGradients]
    : [batchedAttention, batchedAttentionGradients];
  return differentiable([q, k, v], () => {
    const value = heap === undefined ? attend(q, k, v, shape) : fusedAttention([q, k, v], shape, heap);
    return {
      value,
      saved: [q, k, v, value],
      gradient: (dy, saved) => {
        const [qs, ks, vs, out] = saved as [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D, tf.Tensor2D];
        return heap === undefined
          ? gradients([qs, ks, vs], out, dy, shape)
          : fusedAttentionGradients([qs, ks, vs], out, dy, shape, heap);
      },
    };
  });
}
