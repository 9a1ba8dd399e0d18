import type * as tf from '@tensorflow/tfjs-core';
import { describe, it } from 'vitest';
import { linear, timesTransposed } from '../../../../../../../src/tfjs/model/internal/decoder/layers.js';
import { differentiable } from '../../../../../../../src/tfjs/internal/differentiable.js';
import { expectSame } from './measured.js';

const times = (x: tf.Tensor, weight?: tf.Tensor) => linear(x as tf.Tensor2D, weight as tf.Tensor2D);

describe('products on TensorFlow', () => {
  it.each([
    ['one row', 1, 24, 32],
    ['a few rows, whose gradient reads a large matrix as it lies', 2, 400, 32],
    ['a narrow result, whose gradient is computed transposed', 40, 64, 8],
  ])('have the value and the gradients of the plain form: %s', (_name, rows, inputs, outputs) =>
    expectSame(times, [
      [rows, inputs],
      [inputs, outputs],
    ]),
  );

  it.each([1, 2])('multiply %i row(s) by the transpose of a large matrix', (rows) =>
    expectSame(
      (x, weight) =>
        differentiable([x as tf.Tensor2D, weight as tf.Tensor2D], (xs, weights) => ({
          value: timesTransposed(xs, weights),
          gradient: () => [xs.clone(), weights.clone()],
        })),
      [
        [rows, 16],
        [400, 16],
      ],
    ),
  );
});
