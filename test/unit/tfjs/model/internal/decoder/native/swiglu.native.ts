import type * as tf from '@tensorflow/tfjs-core';
import { describe, it } from 'vitest';
import { swiglu } from '../../../../../../../src/tfjs/model/internal/decoder/layers.js';
import { expectSame } from './measured.js';

describe('swiglu on TensorFlow', () => {
  it('has the value and the gradients of the plain form', () =>
    expectSame(
      (gate, up) => swiglu(gate as tf.Tensor2D, up as tf.Tensor2D),
      [
        [7, 13],
        [7, 13],
      ],
    ));
});
