import * as tf from '@tensorflow/tfjs-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { variableGradients } from '../../../../../src/tfjs/learner/internal/variable-gradients.js';
import { KERNEL_BACKENDS, useBackend } from '../../backends.js';

/** x² with a gradient of its own, which may break. */
function square(x: tf.Tensor, backward: () => void): tf.Tensor {
  return tf.customGrad((x, save) => {
    (save as tf.GradSaveFunc)([x as tf.Tensor]);
    return {
      value: tf.square(x as tf.Tensor),
      gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
        backward();
        return tf.mul(dy, tf.mul(saved[0]!, 2));
      },
    };
  })(x);
}

const sum = (x: tf.Tensor): tf.Scalar =>
  tf.customGrad((given) => ({
    value: tf.sum(given as tf.Tensor),
    gradFunc: (dy: tf.Tensor) => tf.mul(tf.ones(x.shape), dy),
  }))(x) as tf.Scalar;

describe.each(KERNEL_BACKENDS)('variableGradients on %s', (backend) => {
  let variable: tf.Variable;
  beforeAll(async () => {
    await useBackend(backend);
    variable = tf.tidy(() => tf.variable(tf.tensor1d([1, 2, 3])));
  });
  const gradients = (backward: () => void, forward = (x: tf.Scalar) => x) =>
    variableGradients(
      () =>
        forward(
          sum(
            square(
              square(variable, () => undefined),
              backward,
            ),
          ),
        ),
      [variable],
    );

  it('gives the loss and the gradient of each variable', () => {
    const { value, gradients: found } = gradients(() => undefined);
    expect(value.dataSync()[0]).toBe(1 + 16 + 81);
    expect([...found.get(variable)!.dataSync()]).toEqual([4, 32, 108]);
    tf.dispose([value, ...found.values()]);
  });

  it('leaves nothing behind when the forward or the backward pass throws, and works afterwards', () => {
    const before = tf.memory();
    const fail = () => {
      throw new Error('broken');
    };
    expect(() => gradients(() => undefined, fail)).toThrow('broken');
    expect(() => gradients(fail)).toThrow('broken');
    const { value, gradients: found } = gradients(() => undefined);
    tf.dispose([value, ...found.values()]);
    const { numTensors, numDataBuffers } = tf.memory();
    expect({ numTensors, numDataBuffers }).toEqual({
      numTensors: before.numTensors,
      numDataBuffers: before.numDataBuffers,
    });
  });
});
