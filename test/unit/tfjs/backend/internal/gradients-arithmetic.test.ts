import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { registerGradients } from '../../../../../src/tfjs/backend/index.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

describe.each(KERNEL_BACKENDS)('gradients on %s', (backend) => {
  beforeAll(async () => {
    await useBackend(backend);
    registerGradients();
  });

  it('of an absolute value is the sign of the value, however small that is', () => {
    const gradient = tf.tidy(() => [
      ...tf
        .grad((x) => tf.sum(tf.abs(x)))(tf.tensor1d([-9e-8, 1e-30, 0, 3, -3]))
        .dataSync(),
    ]);
    expect(gradient).toEqual([-1, 1, 0, 1, -1]);
  });
});
