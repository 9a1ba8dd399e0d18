import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../../src/base/index.js';
import { heapKernels } from '../../../../../../src/tfjs/internal/compiled/heap-kernels.js';
import {
  batchedAttention,
  batchedAttentionGradients,
} from '../../../../../../src/tfjs/model/internal/decoder/packed-attention-batched.js';
import {
  fusedAttention,
  fusedAttentionGradients,
} from '../../../../../../src/tfjs/model/internal/decoder/packed-attention-fused.js';
import { useBackend } from '../../../backends.js';

const layout = { heads: 4, kvHeads: 2, headDim: 4 };

/** q, k, v and the gradient of the result. */
function inputs(count: number) {
  const random = new Random(`attention ${count}`);
  const matrix = (width: number) => {
    const values = Float32Array.from({ length: count * width }, () => random.normal());
    return tf.tensor2d(values, [count, width]);
  };
  return [matrix(16), matrix(8), matrix(8), matrix(16)] as const;
}

/** The largest difference between two tensors. */
const difference = (a: tf.Tensor, b: tf.Tensor) => tf.max(tf.abs(tf.sub(a, b))).dataSync()[0]!;

describe('packed attention', () => {
  beforeAll(() => useBackend('wasm'));

  it.each([
    ['one sequence', [0, 7]],
    ['several sequences, one empty, one of a single token', [0, 4, 4, 5, 11]],
    ['a sequence longer than a block of queries', [0, 3, 530]],
  ])('has the same value and gradients fused and batched: %s', (_, starts) => {
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      const shape = { ...layout, offsets: Int32Array.from(starts) };
      const [q, k, v, dOut] = inputs(starts.at(-1)!);
      const heap = heapKernels(layout.headDim)!;
      const out = fusedAttention([q, k, v], shape, heap);
      expect(out.shape).toEqual(q.shape);
      expect(difference(out, batchedAttention(q, k, v, shape))).toBeLessThan(1e-5);
      const batched = batchedAttentionGradients([q, k, v], out, dOut, shape);
      fusedAttentionGradients([q, k, v], out, dOut, shape, heap).forEach((gradient, i) =>
        expect(difference(gradient, batched[i]!)).toBeLessThan(1e-4),
      );
    });
    expect(tf.memory().numTensors).toBe(before);
  });

  it('has no compiled form for heads that are not of whole groups of four channels', () => {
    expect(heapKernels(6)).toBeUndefined();
  });
});
