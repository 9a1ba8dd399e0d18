import * as tf from '@tensorflow/tfjs-core';

/** y = f(x) element by element, with dx = dy · slope(x). */
function fromInput(kernelName: string, slope: (x: tf.Tensor) => tf.Tensor): tf.GradConfig {
  return {
    kernelName,
    inputsToSave: ['x'],
    gradFunc: (dy, saved) => ({ x: () => tf.mul(dy as tf.Tensor, slope(saved[0]!)) }),
  };
}

/** y = f(x) element by element, with dx = dy · slope(y). */
function fromOutput(kernelName: string, slope: (y: tf.Tensor) => tf.Tensor): tf.GradConfig {
  return {
    kernelName,
    outputsToSave: [true],
    gradFunc: (dy, saved) => ({ x: () => tf.mul(dy as tf.Tensor, slope(saved[0]!)) }),
  };
}

const asFloat = (x: tf.Tensor): tf.Tensor => tf.cast(x, 'float32');

/** Gradients of the operations that take one tensor element by element. */
export const elementwiseGradients: readonly tf.GradConfig[] = [
  { kernelName: tf.Neg, gradFunc: (dy) => ({ x: () => tf.neg(dy as tf.Tensor) }) },
  fromInput(tf.Abs, (x) => tf.sign(x)),
  fromInput(tf.Square, (x) => tf.mul(2, x)),
  fromInput(tf.Log, (x) => tf.reciprocal(x)),
  fromInput(tf.Log1p, (x) => tf.reciprocal(tf.add(x, 1))),
  fromInput(tf.Relu, (x) => tf.step(x)),
  fromInput(tf.Softplus, (x) => tf.sigmoid(x)),
  fromOutput(tf.Exp, (y) => y),
  fromOutput(tf.Sqrt, (y) => tf.div(0.5, y)),
  fromInput(tf.Rsqrt, (x) => tf.mul(-0.5, tf.div(tf.rsqrt(x), x))),
  fromInput(tf.Reciprocal, (x) => tf.neg(tf.reciprocal(tf.square(x)))),
  fromOutput(tf.Sigmoid, (y) => tf.mul(y, tf.sub(1, y))),
  fromOutput(tf.Tanh, (y) => tf.sub(1, tf.square(y))),
  {
    kernelName: tf.ClipByValue,
    inputsToSave: ['x'],
    gradFunc: (dy, saved, attrs) => {
      const { clipValueMin, clipValueMax } = attrs as unknown as tf.ClipByValueAttrs;
      const inside = (): tf.Tensor =>
        tf.logicalAnd(tf.greaterEqual(saved[0]!, clipValueMin), tf.lessEqual(saved[0]!, clipValueMax));
      return { x: () => tf.mul(dy as tf.Tensor, asFloat(inside())) };
    },
  },
  {
    kernelName: tf.Select,
    inputsToSave: ['condition'],
    gradFunc: (dy, saved) => {
      const chosen = asFloat(saved[0]!);
      return {
        condition: () => tf.zerosLike(chosen),
        t: () => tf.mul(dy as tf.Tensor, chosen),
        e: () => tf.mul(dy as tf.Tensor, tf.sub(1, chosen)),
      };
    },
  },
];
