import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { Random } from '../../../../../../../src/base/index.js';
import {
  nativeAttention,
  nativeAttentionGradients,
} from '../../../../../../../src/tfjs/model/internal/decoder/native/attention.js';
import {
  batchedAttention,
  batchedAttentionGradients,
} from '../../../../../../../src/tfjs/model/internal/decoder/packed-attention-batched.js';
import { useBackend } from '../../../../backends.js';

/** The largest difference between two tensors. */
const difference = (a: tf.Tensor, b: tf.Tensor) => tf.max(tf.abs(tf.sub(a, b))).dataSync()[0]!;

describe('packed attention on TensorFlow', () => {
  beforeAll(() => useBackend('tensorflow'));

  it.each([
    ['one sequence', [0, 7]],
    ['several sequences, one empty, one of a single token', [0, 4, 4, 5, 11]],
    ['sequences longer than a block of queries', [0, 3, 330, 640]],
  ])('has the value and the gradients of the batched form: %s', (_, starts) => {
    const random = new Random('attention');
    const before = tf.memory().numTensors;
    tf.tidy(() => {
      const count = starts.at(-1)!;
      const matrix = (width: number) =>
        tf.tensor2d(
          Float32Array.from({ length: count * width }, () => random.normal()),
          [count, width],
        );
      const [q, k, v, dOut] = [matrix(16), matrix(8), matrix(8), matrix(16)];
      const shape = { heads: 4, kvHeads: 2, headDim: 4, offsets: Int32Array.from(starts) };
      const out = nativeAttention(q, k, v, shape);
      expect(difference(out, batchedAttention(q, k, v, shape))).toBeLessThan(1e-5);
      const batched = batchedAttentionGradients([q, k, v], out, dOut, shape);
      nativeAttentionGradients([q, k, v], out, dOut, shape).forEach((gradient, i) =>
        expect(difference(gradient, batched[i]!)).toBeLessThan(1e-4),
      );
    });
    expect(tf.memory().numTensors).toBe(before);
  });
});
