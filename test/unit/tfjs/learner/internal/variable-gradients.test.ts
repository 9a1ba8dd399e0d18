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

  it('adds up what a variable, or a tensor, gives by several ways', () => {
    const handOn = (x: tf.Tensor) =>
      tf.customGrad((x) => ({ value: tf.mul(x as tf.Tensor, 1), gradFunc: (dy: tf.Tensor) => dy }))(x);
    const add = (a: tf.Tensor, b: tf.Tensor) =>
      tf.customGrad((a, b) => ({
        value: tf.add(a as tf.Tensor, b as tf.Tensor),
        gradFunc: (dy: tf.Tensor) => [dy, dy],
      }))(a, b);
    const before = tf.memory().numTensors;
    const { value, gradients: found } = variableGradients(() => {
      const squared = square(variable, () => undefined);
      return sum(add(add(handOn(squared), squared), add(variable, variable)));
    }, [variable]);
    expect(value.dataSync()[0]).toBe(2 * (1 + 4 + 9) + 2 * (1 + 2 + 3));
    expect([...found.get(variable)!.dataSync()]).toEqual([6, 10, 14]);
    tf.dispose([value, ...found.values()]);
    expect(tf.memory().numTensors).toBe(before);
  });

  it('holds no more of the way back than it needs', () => {
    const before = tf.memory().numTensors;
    let most = 0;
    // Forty links of a chain, each with something saved and something made on the way back.
    const link = (x: tf.Tensor) =>
      tf.customGrad((x, save) => {
        (save as tf.GradSaveFunc)([x as tf.Tensor]);
        return {
          value: tf.mul(x as tf.Tensor, 0.5),
          gradFunc: (dy: tf.Tensor, saved: tf.Tensor[]) => {
            const gradient = tf.mul(tf.add(dy, tf.mul(saved[0]!, 0)), 0.5);
            most = Math.max(most, tf.memory().numTensors - before);
            return gradient;
          },
        };
      })(x);
    const { value, gradients: found } = variableGradients(() => {
      let x: tf.Tensor = variable;
      for (let i = 0; i < 40; i++) x = link(x);
      return sum(x);
    }, [variable]);
    tf.dispose([value, ...found.values()]);
    expect(tf.memory().numTensors).toBe(before);
    // tfjs's own has more than 200 at the end.
    expect(most).toBeGreaterThan(39);
    expect(most).toBeLessThan(60);
  });

  it('refuses a loss that a variable has no part in', () => {
    const before = tf.memory().numTensors;
    const other = tf.tidy(() => tf.variable(tf.scalar(1), true, `other-${backend}`));
    expect(() => variableGradients(() => sum(square(variable, () => undefined)), [variable, other])).toThrow(
      `not on other-${backend}`,
    );
    other.dispose();
    expect(tf.memory().numTensors).toBe(before);
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
