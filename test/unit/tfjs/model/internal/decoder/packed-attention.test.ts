import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../../src/base/index.js';
import {
  batchedAttention,
  batchedAttentionGradients,
} from '../../../../../../src/tfjs/model/internal/decoder/packed-attention-batched.js';
import {
  hostedAttention,
  hostedAttentionGradients,
} from '../../../../../../src/tfjs/model/internal/decoder/packed-attention-hosted.js';
import { KERNEL_BACKENDS, useBackend } from '../../../backends.js';

const layout = { heads: 4, kvHeads: 2, headDim: 4 };

function inputs(count: number) {
  const random = new Random(`attention ${count}`);
  const matrix = (width: number) => Float32Array.from({ length: count * width }, () => random.normal());
  return { q: matrix(16), k: matrix(8), v: matrix(8), dOut: matrix(16) };
}

/** The largest difference between two arrays. */
const difference = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, i) => Math.max(most, Math.abs(x - b[i]!)), 0);

describe('batched packed attention', () => {
  beforeAll(() => useBackend(KERNEL_BACKENDS.at(-1)!));

  it.each([
    ['one sequence', [0, 7]],
    ['several sequences, one empty, one of a single token', [0, 4, 4, 5, 11]],
    ['a sequence longer than a block of queries', [0, 3, 530]],
  ])('equals the hosted form in value and gradient: %s', (_, starts) => {
    const offsets = Int32Array.from(starts);
    const count = offsets.at(-1)!;
    const { q, k, v, dOut } = inputs(count);
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      const shape = { ...layout, offsets };
      const out = hostedAttention([q, k, v], shape);
      const tensors = [tf.tensor2d(q, [count, 16]), tf.tensor2d(k, [count, 8]), tf.tensor2d(v, [count, 8])] as const;
      const batched = batchedAttention(...tensors, shape);
      expect(batched.shape).toEqual([count, 16]);
      expect(difference(batched.dataSync(), out)).toBeLessThan(1e-5);
      const expected = hostedAttentionGradients([q, k, v], out, dOut, shape);
      const gradients = batchedAttentionGradients(tensors, batched, tf.tensor2d(dOut, [count, 16]), shape);
      gradients.forEach((gradient, i) => expect(difference(gradient.dataSync(), expected[i]!)).toBeLessThan(1e-4));
    });
    expect(tf.memory().numTensors).toBe(before);
  });
});
