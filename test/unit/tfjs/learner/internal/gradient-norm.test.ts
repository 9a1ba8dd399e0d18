import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { chunkedSquareSum, globalNorm } from '../../../../../src/tfjs/learner/internal/gradient-norm.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

/** More squares than one float32 sum can take: beyond 2²⁴ times a term, the term is lost in rounding. */
const MANY = 10_500_003;

describe.each(KERNEL_BACKENDS)('globalNorm on %s', (backend) => {
  beforeAll(() => useBackend(backend));

  it('is exact to six digits over ten million elements', async () => {
    const gradient = tf.fill([MANY], 0.1);
    const expected = Math.sqrt(MANY) * Math.fround(0.1);
    const norm = await globalNorm([gradient]);
    const chunked = Math.sqrt(await chunkedSquareSum([gradient]));
    gradient.dispose();
    expect(Math.abs(norm / expected - 1)).toBeLessThan(1e-6);
    expect(Math.abs(chunked / expected - 1)).toBeLessThan(1e-6);
  });

  it('takes tensors of any shape together, and leaves none behind', async () => {
    const before = tf.memory().numTensors;
    const gradients = [tf.scalar(3), tf.tensor2d([[4, 0]]), tf.zeros([2, 2, 2]), tf.zeros([0]), tf.fill([5000], 0)];
    expect(await globalNorm(gradients)).toBe(5);
    expect(await chunkedSquareSum(gradients)).toBe(25);
    expect(await globalNorm([])).toBe(0);
    expect(await chunkedSquareSum([])).toBe(0);
    tf.dispose(gradients);
    expect(tf.memory().numTensors).toBe(before);
  });
});
