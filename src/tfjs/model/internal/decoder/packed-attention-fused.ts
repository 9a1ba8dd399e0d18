import type * as tf from '@tensorflow/tfjs-core';
import type { HeapKernels } from '../../../internal/compiled/heap-kernels.js';
import { scratchBytes } from '../../../internal/compiled/kernels.js';
import type { AttentionShape } from './grouped-attention.js';

/** Packed attention by one compiled program where the tensors lie: nothing is copied, and no product is computed for the future. */

const FLOAT = Float32Array.BYTES_PER_ELEMENT;

/** @returns Shape [N, heads · headDim]. */
export function fusedAttention(
  [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
  shape: AttentionShape,
  heap: HeapKernels,
): tf.Tensor2D {
  const { heads, kvHeads, headDim } = shape;
  const out = heap.empty<tf.Tensor2D>(q.shape);
  forEachSequence(shape, heap, (length, scratch, query, key) =>
    heap.kernels.attend(query(q), key(k), key(v), query(out), scratch, length, 1, heads, kvHeads, headDim),
  );
  return out;
}

/** @returns dq, dk and dv; the probabilities are computed again. */
export function fusedAttentionGradients(
  [q, k, v]: readonly [tf.Tensor2D, tf.Tensor2D, tf.Tensor2D],
  out: tf.Tensor2D,
  dOut: tf.Tensor2D,
  shape: AttentionShape,
  heap: HeapKernels,
): tf.Tensor2D[] {
  const { heads, kvHeads, headDim } = shape;
  const [dq, dk, dv] = [
    heap.empty<tf.Tensor2D>(q.shape),
    heap.zeros<tf.Tensor2D>(k.shape),
    heap.zeros<tf.Tensor2D>(v.shape),
  ];
  forEachSequence(shape, heap, (length, scratch, query, key) =>
    heap.kernels.attendGradients(
      ...([query(q), key(k), key(v), query(out), query(dOut), query(dq), key(dk), key(dv)] as const),
      ...([scratch, length, heads, kvHeads, headDim] as const),
    ),
  );
  return [dq, dk, dv];
}

/** Gives the address at which the sequence begins in a tensor. */
type Address = (tensor: tf.Tensor) => number;

function forEachSequence(
  { offsets, heads, kvHeads, headDim }: AttentionShape,
  heap: HeapKernels,
  visit: (length: number, scratch: number, query: Address, key: Address) => void,
): void {
  const lengths = Array.from({ length: offsets.length - 1 }, (_, i) => offsets[i + 1]! - offsets[i]!);
  const longest = lengths.reduce((most, length) => Math.max(most, length), 0);
  const scratch = heap.empty([scratchBytes(longest) / FLOAT]);
  lengths.forEach((length, i) => {
    if (length === 0) return;
    const address = (width: number) => (tensor: tf.Tensor) => heap.at(tensor) + offsets[i]! * width * headDim * FLOAT;
    visit(length, heap.at(scratch), address(heads), address(kvHeads));
  });
  scratch.dispose();
}
