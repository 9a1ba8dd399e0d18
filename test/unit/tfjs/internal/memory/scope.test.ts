import * as tf from '@tensorflow/tfjs-core';
import { describe, expect, it } from 'vitest';
import { sameMemory } from '../../../../../src/tfjs/internal/memory/scope.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

describe.each(KERNEL_BACKENDS)('sameMemory on %s', (backend) => {
  it('names the memory a second time, which goes with the last of its names', async () => {
    await useBackend(backend);
    const before = tf.memory();
    const one = tf.tensor2d([1, 2, 3, 4], [2, 2]);
    const other = sameMemory(one);
    expect(tf.memory().numDataBuffers - before.numDataBuffers).toBe(1);
    one.dispose();
    expect([...other.dataSync()]).toEqual([1, 2, 3, 4]);
    expect(other.shape).toEqual([2, 2]);
    other.dispose();
    expect(tf.memory().numTensors).toBe(before.numTensors);
    expect(tf.memory().numDataBuffers).toBe(before.numDataBuffers);
  });
});
